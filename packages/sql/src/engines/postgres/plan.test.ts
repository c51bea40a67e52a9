import { describe, expect, it } from 'vitest';
import { describeFixtures, nodesOf, outline, warningsOf } from '../shared/testing/plans.ts';
import { readPlan } from './plan.ts';

const { answerOf, treeOf } = describeFixtures(new URL('fixtures/', import.meta.url), readPlan);

describe('PostgreSQL', () => {
  it('reports the measured time of each node alone over all executions', () => {
    const plan = treeOf('postgres-18-subplan-analyze.json');
    expect(plan.measure).toBe('time');
    expect(outline(plan)).toBe(
      `
Hash Join 2%
  HashAggregate 39%
    Seq Scan on order_lines 5%
  Hash 1%
    Seq Scan on orders o 3%
  [SubPlan 1] Aggregate 14%
    Bitmap Heap Scan on orders x 7%
      Bitmap Index Scan by orders_customer 28%`.trim(),
    );
    expect(plan.details).toEqual([
      { label: 'Planning', text: '0.2 ms' },
      { label: 'Execution', text: '40 ms' },
      { label: 'Cost', text: '11262.24' },
    ]);
  });

  it('attributes planned cost to the repeated node, not to its parent', () => {
    const plan = treeOf('postgres-18-subplan.json');
    expect(plan.measure).toBe('cost');
    expect(outline(plan)).toContain('[SubPlan 1] Aggregate 0%\n    Bitmap Heap Scan on orders x 74%');
  });

  it('counts a common table expression once', () => {
    expect(outline(treeOf('postgres-18-recursive-analyze.json'))).toBe(
      `
Nested Loop 20%
  [CTE n] Recursive Union 21%
    Result 2%
    WorkTable Scan on n n_1 0%
  CTE Scan on n 9%
  Index Only Scan on orders o by orders_pkey 49%`.trim(),
    );
    expect(outline(treeOf('postgres-18-recursive.json'))).toContain('orders_pkey 98%');
  });

  it('sums parallel workers to no more than the elapsed time', () => {
    const plan = treeOf('postgres-18-parallel-analyze.json');
    const total = nodesOf(plan).reduce((sum, { own = 0 }) => sum + own, 0);
    expect(total).toBeCloseTo(75.072, 0);
    expect(warningsOf(plan)).toEqual([
      'Parallel Hash : The hash table did not fit into work_mem: 8 batches.',
    ]);
  });

  it('warns of rows removed by a filter and of wrong estimates', () => {
    expect(warningsOf(treeOf('postgres-18-scan-analyze.json'))).toEqual([
      'Seq Scan order_lines: Reads 30,000 rows and keeps 300. An index on the condition may help.',
    ]);
    expect(warningsOf(treeOf('postgres-18-estimate-analyze.json'))).toEqual([
      'Seq Scan orders o: 29 times as many rows as planned: the statistics may be old.',
      'Index Scan order_lines l: Reads 3,479 rows and keeps 51.',
    ]);
  });

  it('has rows and conditions', () => {
    const name = 'postgres-18-subplan-analyze.json';
    const scan = nodesOf(treeOf(name)).find(({ relation }) => relation === 'orders o');
    expect(scan?.rows).toEqual({ estimated: 1307, actual: 1307, loops: 1 });
    expect(scan?.details).toEqual([{ label: 'Filter', text: "((status)::text = 'open'::text)" }]);
    expect(JSON.stringify(readPlan(answerOf(name)))).toContain('"kept":1307,"read":12000');
  });
});

it('reads a plan kept as a string because its numbers are too exact', () => {
  const { json } = answerOf('postgres-18-subplan.json');
  expect(readPlan({ text: '', json: JSON.stringify(json) })).toEqual(readPlan({ text: '', json }));
  expect(readPlan({ text: '', json: 'no plan' })).toBeUndefined();
  expect(readPlan({ text: '', json: [{ Plan: null }] })).toBeUndefined();
});
