function price(n, scale) {
  const base = n * scale;
  return finish(base);
}

function finish(value) {
  let result = value;
  result += 1;
  return result;
}

function refuse(reason) {
  throw new RangeError(reason);
}

function attempt() {
  try {
    return refuse('caught on purpose');
  } catch {
    return 0;
  }
}

function main(mode) {
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

main(process.argv[2]);
