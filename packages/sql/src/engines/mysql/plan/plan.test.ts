import { describe, expect, it } from 'vitest';
import { planTree } from '../../shared/plan/plan-tree.ts';
import { describeFixtures, nodesOf, outline, warningsOf } from '../../shared/testing/plans.ts';
import { readPlan } from './plan.ts';

const { answerOf, treeOf } = describeFixtures(new URL('fixtures/', import.meta.url), readPlan);

describe('MySQL and MariaDB in blocks', () => {
  it('reports measured time', () => {
    const plan = treeOf('mariadb-10.11-derived-analyze.json');
    expect(plan.measure).toBe('time');
    expect(outline(plan)).toBe(
      `
Nested loop
  Table scan on o 8%
  Index lookup on <derived2> by key0 5%
    Materialize
      Sort 5%
        Temporary table
          Table scan on order_lines 78%
[subquery] Subquery cache
  Select #3
    Index lookup on x by orders_customer 4%`.trim(),
    );
    expect(warningsOf(plan)).toEqual(['Table scan order_lines: Reads the whole table.']);
  });

  it('reports rows where there is neither time nor cost', () => {
    const plan = treeOf('mariadb-10.11-join.json');
    expect(plan.measure).toBe('rows');
    expect(nodesOf(plan).map(({ relation, own }) => [relation, own])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
      ['c', 2000],
      ['o', 4000],
      ['l', 4000],
      ['p', 4000],
    ]);
    expect(treeOf('mysql-5.6-exists.json').measure).toBe('rows');
  });

  it('reports cost in both dialects', () => {
    expect(outline(treeOf('mariadb-11.8-join.json'))).toContain('Unique index lookup on p by PRIMARY 43%');
    expect(outline(treeOf('mysql-9.7-blocks.json'))).toBe(
      `
Nested loop
  Table scan on o 14%
  Index lookup on big by <auto_key0> 50%
    Materialize
      Group
        Index scan on order_lines by PRIMARY 36%
[dependent subquery] Select #2
  Index lookup on x by orders_customer 0%`.trim(),
    );
  });

  it('warns of a join without an index', () => {
    expect(warningsOf(treeOf('mariadb-11.8-cross-analyze.json'))).toEqual([
      'Block nested loop join : Joins without an index: every row is compared with every buffered row.',
    ]);
  });

  it('shows unions and the reason for an empty result', () => {
    expect(outline(treeOf('mysql-9.7-blocks-union.json'))).toBe(
      'Union\n  Select #1\n    Table scan on customers 83%\n  Select #2\n    Table scan on products 17%',
    );
    expect(outline(treeOf('mysql-9.7-blocks-nothing.json'))).toBe('Impossible WHERE');
  });
});

describe('MySQL iterators', () => {
  it('reports measured time', () => {
    const plan = treeOf('mysql-9.7-iterators-analyze.json');
    expect(outline(plan)).toBe(
      `
Delete from order_lines 0%
  Nested loop inner join 1%
    Filter 14%
      Table scan on orders 71%
    Index lookup on order_lines by PRIMARY 14%`.trim(),
    );
    expect(warningsOf(plan)).toEqual([
      'Filter : Reads 12,000 rows and keeps 240. An index on the condition may help.',
    ]);
  });

  it('reports cost, and a materialized node once', () => {
    expect(outline(treeOf('mysql-9.7-iterators.json'))).toBe(
      `
Nested loop antijoin 0%
  Nested loop inner join 0%
    Table scan on <subquery3> 1%
      Materialize with deduplication 17%
        Index range scan on orders by orders_placed 32%
    Single-row index lookup on customers c by PRIMARY 7%
  Filter 0%
    Index lookup on orders o by orders_customer 43%`.trim(),
    );
  });

  it('reads times from the text, where the JSON has none', () => {
    const { text } = answerOf('mysql-9.7-tree-analyze.txt');
    const plan = planTree(readPlan({ text, json: answerOf('mysql-9.7-blocks.json').json }));
    expect(plan?.measure).toBe('time');
    expect(plan && outline(plan)).toBe(
      `
Nested loop inner join 1%
  Filter 5%
    Table scan on o 11%
  Index lookup on big by <auto_key0> 6%
    Materialize CTE big 10%
      Filter 4%
        Group aggregate 19%
          Index scan on order_lines by PRIMARY 25%
Select #2
  Aggregate 1%
    Covering index lookup on x by orders_customer 17%`.trim(),
    );
  });
});
