import { expect, it } from 'vitest';
import type { PlanNode, Weight } from './node.ts';
import { costShares } from './shares.ts';

function node(weight: Weight, ...children: readonly PlanNode[]): PlanNode {
  return { name: 'node', details: [], rows: {}, warnings: [], weight, children };
}

it('subtracts the children from the time of a node', () => {
  const { measure, nodes } = costShares([node({ timeMs: 10 }, node({ timeMs: 4 }), node({ timeMs: 3 }))]);
  expect(measure).toBe('time');
  expect(nodes[0]).toMatchObject({ own: 3, share: 0.3, children: [{ own: 4 }, { own: 3 }] });
});

it('never reports a negative own time', () => {
  expect(costShares([node({ timeMs: 1 }, node({ timeMs: 4 }))]).nodes[0]).toMatchObject({ own: 0, share: 0 });
});

it('prefers time to cost, and cost to rows', () => {
  expect(costShares([node({ cost: 5, own: { rows: 3 } })]).measure).toBe('cost');
  expect(costShares([node({ cost: 5 }, node({ timeMs: 0 }))]).measure).toBe('time');
  expect(costShares([node({})]).measure).toBeUndefined();
});

it('multiplies the cost by the executions, up to what the parent has', () => {
  const often = costShares([node({ cost: 100 }, node({ cost: 10 }), node({ cost: 2, runs: 30 }))]);
  expect(often.nodes[0]).toMatchObject({ own: 30, children: [{ own: 10 }, { own: 60 }] });
  const tooOften = costShares([node({ cost: 100 }, node({ cost: 10 }), node({ cost: 2, runs: 500 }))]);
  expect(tooOften.nodes[0]).toMatchObject({ own: 0, children: [{ own: 10 }, { own: 90 }] });
});

it('counts a node once that executes once below a repeated one', () => {
  const { nodes } = costShares([
    node({ cost: 100 }, node({ cost: 51, runs: 10 }, node({ cost: 50, once: true }))),
  ]);
  expect(nodes[0]).toMatchObject({ own: 40, children: [{ own: 10, children: [{ own: 50 }] }] });
});

it('excludes time that is counted elsewhere', () => {
  const { nodes } = costShares([
    node({ timeMs: 10 }, node({ timeMs: 6, aside: true }), node({ timeMs: 8, elsewhereMs: 6 })),
  ]);
  expect(nodes[0]).toMatchObject({ own: 2, children: [{ own: 6 }, { own: 2 }] });
});
