import { describe, expect, it } from 'vitest';
import { describeFixtures, outline, warningsOf } from '../shared/testing/plans.ts';
import { readPlan } from './plan.ts';

const { treeOf } = describeFixtures(new URL('fixtures/', import.meta.url), readPlan);

describe('SQLite', () => {
  it('has nodes and no numbers', () => {
    const plan = treeOf('sqlite-3-subquery.json');
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

  it('warns of full scans and of automatic indexes', () => {
    expect(warningsOf(treeOf('sqlite-3-cross.json'))).toEqual([
      'SCAN a: Reads the whole table.',
      'SEARCH b: No index fits, so one is built each time this statement runs.',
    ]);
  });
});
