interface Mode {
  readonly name: string | undefined;
}

function price(n: number, scale: number): number {
  const base = n * scale;
  return finish(base);
}

function finish(value: number): number {
  let result = value;
  result += 1;
  return result;
}

function refuse(reason: string): never {
  throw new RangeError(reason);
}

function attempt(): number {
  try {
    return refuse('caught on purpose');
  } catch {
    return 0;
  }
}

function main({ name: mode }: Mode): void {
  let total = 0;
  for (let n = 1; n <= 3; n += 1) {
    total += price(n, 2);
  }
  console.log(`total ${total}`);
  attempt();
  if (mode === 'fail') refuse('not for sale');
  while (mode === 'loop') total += 1;
  process.exitCode = 3;
}

main({ name: process.argv[2] });
