import { expect, test } from 'vitest';
import { describePosition } from './position.ts';

test.each([
  ['SELECT x', 8, 'line 1, column 8, at `x`'],
  ['SELECT 1,\n  y FROM t', 13, 'line 2, column 3, at `y FROM t`'],
  ["SELECT '\u{1F600}', z", 13, 'line 1, column 13, at `z`'],
  ['SELECT', 7, 'line 1, column 7'],
  [`SELECT ${'a'.repeat(100)}`, 8, `line 1, column 8, at \`${'a'.repeat(40)}\``],
])('%s at %i', (sql, position, words) => {
  expect(describePosition(sql, position)).toBe(words);
});
