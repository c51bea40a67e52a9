import { expect, it } from 'vitest';
import { linesOf } from './lines.ts';
import { readPlan } from './read-plan.ts';

const named = (name: string, ...children: readonly object[]) => ({ name, children });

it('tells for each line which branches continue', () => {
  const nodes = [
    named('CO-ROUTINE big', named('SCAN')),
    named('SCAN'),
    named('SEARCH'),
    named('SUBQUERY', named('SEARCH')),
  ];
  const lines = linesOf(readPlan({ text: '', json: null, plan: { nodes } })?.nodes ?? []);
  expect(lines.map(({ depth, continues }) => [depth, ...continues])).toEqual([
    [0, true],
    [1, true, false],
    [0, true],
    [0, true],
    [0, false],
    [1, false, false],
  ]);
});
