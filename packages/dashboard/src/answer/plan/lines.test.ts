import { expect, it } from 'vitest';
import { linesOf } from './lines.ts';
import { planOf } from './testing.ts';

it('knows at each line which branches go on', () => {
  const lines = linesOf(planOf('sqlite-3-subquery.json').steps);
  expect(lines.map(({ depth, goesOn }) => [depth, ...goesOn])).toEqual([
    [0, true],
    [1, true, false],
    [0, true],
    [0, true],
    [0, false],
    [1, false, false],
  ]);
});
