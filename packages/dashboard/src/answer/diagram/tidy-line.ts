interface Part {
  readonly command: string;
  readonly numbers: readonly number[];
}

/** A longer segment along a table's edge is intended. */
const MAX_STUB = 20;
const TOLERANCE = 0.5;

/**
 * Edges meet tables from above and below. The layout ends some of them with a short segment along the table's edge,
 * which turns the marker sideways; that segment is removed.
 */
export function tidyLine(path: string): string {
  const parts = [...path.matchAll(/([A-Z])([^A-Z]*)/gi)].map(partOf);
  return withoutLastStub(withoutFirstStub(parts))
    .map(({ command, numbers }) => `${command}${numbers.join(',')}`)
    .join('');
}

function partOf([, command = '', rest = '']: readonly string[]): Part {
  return { command, numbers: (rest.match(/-?[\d.]+(?:e-?\d+)?/gi) ?? []).map(Number) };
}

/** `M` on the edge, `L` along it, `Q` away from it. */
function withoutFirstStub(parts: readonly Part[]): readonly Part[] {
  const [from, along, turn, ...rest] = parts;
  if (from?.command !== 'M' || along?.command !== 'L' || turn?.command !== 'Q') return parts;
  const [x = 0, y = 0] = from.numbers;
  const [bendX = 0, bendY = 0, endX = 0, endY = 0] = turn.numbers;
  if (!areSame(y, along.numbers[1], bendY) || !areSame(bendX, endX) || !isShort(x, bendX)) return parts;
  return [{ command: 'M', numbers: [bendX, y] }, { command: 'L', numbers: [endX, endY] }, ...rest];
}

/** `Q` towards the edge, and `L` along it. */
function withoutLastStub(parts: readonly Part[]): readonly Part[] {
  const [before, turn, along] = parts.slice(-3);
  if (turn?.command !== 'Q' || along?.command !== 'L') return parts;
  const [bendX = 0, bendY = 0, , endY = 0] = turn.numbers;
  const [x = 0, y = 0] = along.numbers;
  if (!areSame(y, endY, bendY) || !areSame(bendX, before?.numbers.at(-2)) || !isShort(x, bendX)) return parts;
  return [...parts.slice(0, -2), { command: 'L', numbers: [bendX, y] }];
}

function areSame(first: number, ...others: readonly (number | undefined)[]): boolean {
  return others.every((other) => other !== undefined && Math.abs(other - first) < TOLERANCE);
}

function isShort(from: number, to: number): boolean {
  return Math.abs(from - to) <= MAX_STUB;
}
