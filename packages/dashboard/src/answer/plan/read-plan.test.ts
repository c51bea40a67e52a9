import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, readPlan } from './read-plan.ts';

const plan = {
  measure: 'time',
  details: [{ label: 'Execution', text: '40 ms' }],
  nodes: [
    {
      name: 'Hash Join',
      own: 1,
      share: 0.25,
      children: [
        {
          name: 'Seq Scan',
          relation: 'orders o',
          details: [{ label: 'Filter', text: "status = 'open'" }],
          rows: { estimated: 1307, actual: 1300, loops: 1 },
          own: 3,
          share: 0.75,
          warnings: ['Reads the whole table.'],
        },
      ],
    },
  ],
};

describe('a plan', () => {
  it('is read as the server describes it', () => {
    expect(readPlan({ text: '', json: null, plan })).toMatchObject({
      measure: 'time',
      details: plan.details,
      nodes: [
        {
          name: 'Hash Join',
          share: 0.25,
          details: [],
          warnings: [],
          children: [
            {
              relation: 'orders o',
              estimated: 1307,
              actual: 1300,
              loops: 1,
              warnings: ['Reads the whole table.'],
            },
          ],
        },
      ],
    });
  });

  it('may be cut anywhere', () => {
    fc.assert(
      fc.property(fc.nat({ max: 60 }), (at) => {
        readPlan({ text: '', json: null, plan: cutAt(plan, { left: at }) });
      }),
    );
  });

  it('is not read from arbitrary JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void readPlan({ text: '', json: null, plan: value })));
    expect(readPlan({ text: '', json: [] })).toBeUndefined();
    expect(readPlan({ text: '', json: null, plan: { nodes: [] } })).toBeUndefined();
  });
});

/** As an answer over its budget is cut: objects keep their first keys, lists end early. */
function cutAt(value: unknown, meter: { left: number }): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.filter(() => meter.left-- > 0).map((item) => cutAt(item, meter));
  return Object.fromEntries(
    Object.entries(value)
      .filter(() => meter.left-- > 0)
      .map(([key, item]) => [key, cutAt(item, meter)]),
  );
}

const named = (name: string, ...children: readonly object[]) => ({ name, children });

it('lists for each line which branches continue', () => {
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
