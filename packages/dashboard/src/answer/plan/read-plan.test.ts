import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlan } from './read-plan.ts';
import { answerOf, fixtures, outline, planOf, stepsOf, warningsOf } from './testing.ts';

describe('PostgreSQL', () => {
  it('tells measured time of each step alone, over all its runs', () => {
    const plan = planOf('postgres-18-subplan-analyze.json');
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
    expect(plan.facts).toEqual([
      { label: 'Planning', text: '0.2 ms' },
      { label: 'Execution', text: '40 ms' },
      { label: 'Cost', text: '11262.24' },
    ]);
  });

  it('gives planned cost to the step that runs often, not to the one that makes it', () => {
    const plan = planOf('postgres-18-subplan.json');
    expect(plan.measure).toBe('cost');
    expect(outline(plan)).toContain('[SubPlan 1] Aggregate 0%\n    Bitmap Heap Scan on orders x 74%');
  });

  it('counts a common table expression once', () => {
    expect(outline(planOf('postgres-18-recursive-analyze.json'))).toBe(
      `
Nested Loop 20%
  [CTE n] Recursive Union 21%
    Result 2%
    WorkTable Scan on n n_1 0%
  CTE Scan on n 9%
  Index Only Scan on orders o by orders_pkey 49%`.trim(),
    );
    expect(outline(planOf('postgres-18-recursive.json'))).toContain('orders_pkey 98%');
  });

  it('lets processes that run side by side take no more time than the clock', () => {
    const plan = planOf('postgres-18-parallel-analyze.json');
    const total = stepsOf(plan).reduce((sum, { own = 0 }) => sum + own, 0);
    expect(total).toBeCloseTo(75.072, 0);
    expect(warningsOf(plan)).toEqual([
      'Parallel Hash : The hash table did not fit into work_mem: 8 batches.',
    ]);
  });

  it('warns of rows read in vain and of wrong estimates', () => {
    expect(warningsOf(planOf('postgres-18-scan-analyze.json'))).toEqual([
      'Seq Scan order_lines: Reads 30,000 rows and keeps 300. An index on the condition may help.',
    ]);
    expect(warningsOf(planOf('postgres-18-estimate-analyze.json'))).toEqual([
      'Seq Scan orders o: 29 times as many rows as planned: the statistics may be old.',
      'Index Scan order_lines l: Reads 3,479 rows and keeps 51.',
    ]);
  });

  it('has rows and conditions', () => {
    const scan = stepsOf(planOf('postgres-18-subplan-analyze.json')).find(({ on }) => on === 'orders o');
    expect(scan?.rows).toEqual({ estimated: 1307, actual: 1307, loops: 1, read: 12000, kept: 1307 });
    expect(scan?.facts).toEqual([{ label: 'Filter', text: "((status)::text = 'open'::text)" }]);
  });
});

describe('MySQL and MariaDB in blocks', () => {
  it('tells measured time', () => {
    const plan = planOf('mariadb-10.11-derived-analyze.json');
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

  it('tells rows where there is neither time nor cost', () => {
    const plan = planOf('mariadb-10.11-join.json');
    expect(plan.measure).toBe('rows');
    expect(stepsOf(plan).map(({ on, own }) => [on, own])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
      ['c', 2000],
      ['o', 4000],
      ['l', 4000],
      ['p', 4000],
    ]);
    expect(planOf('mysql-5.6-exists.json').measure).toBe('rows');
  });

  it('tells cost in both dialects', () => {
    expect(outline(planOf('mariadb-11.8-join.json'))).toContain('Unique index lookup on p by PRIMARY 43%');
    expect(outline(planOf('mysql-9.7-blocks.json'))).toBe(
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
    expect(warningsOf(planOf('mariadb-11.8-cross-analyze.json'))).toEqual([
      'Block nested loop join : Joins without an index: every row is compared with every buffered row.',
    ]);
  });

  it('shows unions, and says why nothing is read', () => {
    expect(outline(planOf('mysql-9.7-blocks-union.json'))).toBe(
      'Union\n  Select #1\n    Table scan on customers 83%\n  Select #2\n    Table scan on products 17%',
    );
    expect(outline(planOf('mysql-9.7-blocks-nothing.json'))).toBe('Impossible WHERE');
  });
});

describe('MySQL step by step', () => {
  it('tells measured time', () => {
    const plan = planOf('mysql-9.7-iterators-analyze.json');
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

  it('tells cost, and what is stored for later once', () => {
    expect(outline(planOf('mysql-9.7-iterators.json'))).toBe(
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
    const plan = readPlan({ text, json: answerOf('mysql-9.7-blocks.json').json });
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

describe('SQLite', () => {
  it('has steps and no figures', () => {
    const plan = planOf('sqlite-3-subquery.json');
    expect(plan.measure).toBeUndefined();
    expect(outline(plan)).toBe(
      `
CO-ROUTINE big
  SCAN on order_lines by sqlite_autoindex_order_lines_1
SCAN on big
SEARCH on o by primary key
CORRELATED SCALAR SUBQUERY 2
  SEARCH on x by orders_customer`.trim(),
    );
    expect(warningsOf(plan)).toEqual([]);
  });

  it('warns of whole tables and of indexes made on the way', () => {
    expect(warningsOf(planOf('sqlite-3-cross.json'))).toEqual([
      'SCAN a: Reads the whole table.',
      'SEARCH b: No index fits, so one is built for this statement each time it runs.',
    ]);
  });
});

describe('any plan', () => {
  it.each(fixtures)('of %s has shares that make up the whole', (name) => {
    const shares = stepsOf(planOf(name)).flatMap(({ share }) => (share === undefined ? [] : [share]));
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    if (shares.length > 0) expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  });

  it('may come as text, when its numbers are too exact', () => {
    const { json } = answerOf('postgres-18-subplan.json');
    expect(readPlan({ text: '', json: JSON.stringify(json) })).toEqual(readPlan({ text: '', json }));
    expect(readPlan({ text: '', json: 'no plan' })).toBeUndefined();
  });

  it.each(fixtures)('of %s may be cut anywhere', (name) => {
    const { text, json } = answerOf(name);
    fc.assert(
      fc.property(fc.nat({ max: 400 }), (at) => {
        readPlan({ text: text.slice(0, at), json: cutAt(json, { left: at }) });
      }),
      { numRuns: 40 },
    );
  });

  it('is not made of any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), fc.string(), (json, text) => void readPlan({ text, json })));
    expect(readPlan({ text: '', json: [{ Plan: null }] })).toBeUndefined();
    expect(readPlan({ text: '', json: [] })).toBeUndefined();
  });
});

/** As an answer is cut that is too large: shapes keep their keys for a while, lists end, the rest is missing. */
function cutAt(value: unknown, meter: { left: number }): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.filter(() => meter.left-- > 0).map((item) => cutAt(item, meter));
  return Object.fromEntries(
    Object.entries(value)
      .filter(() => meter.left-- > 0)
      .map(([key, item]) => [key, cutAt(item, meter)]),
  );
}
