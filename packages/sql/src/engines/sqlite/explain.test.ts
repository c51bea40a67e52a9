import { expect, test } from 'vitest';
import { toPlan } from './explain.ts';

test('draws the steps of a plan as a tree', () => {
  const plan = toPlan([
    [2, 0, 0, 'COMPOUND QUERY'],
    [3, 2, 0, 'LEFT-MOST SUBQUERY'],
    [5, 3, 0, 'SCAN a'],
    [9, 2, 0, 'UNION ALL'],
    [12, 9, 0, 'SCAN b'],
  ]);
  expect(plan.text).toBe(
    [
      'QUERY PLAN',
      '`--COMPOUND QUERY',
      '   |--LEFT-MOST SUBQUERY',
      '   |  `--SCAN a',
      '   `--UNION ALL',
      '      `--SCAN b',
    ].join('\n'),
  );
  expect(plan.json).toEqual([
    {
      detail: 'COMPOUND QUERY',
      steps: [
        { detail: 'LEFT-MOST SUBQUERY', steps: [{ detail: 'SCAN a' }] },
        { detail: 'UNION ALL', steps: [{ detail: 'SCAN b' }] },
      ],
    },
  ]);
});
