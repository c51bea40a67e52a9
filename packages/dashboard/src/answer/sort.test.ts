import { describe, expect, it } from 'vitest';
import { nextOrder, sortRows } from './sort.ts';

const column = (values: readonly unknown[], direction: 'ascending' | 'descending') =>
  sortRows(
    values.map((value) => [value]),
    { column: 0, direction },
  ).map(([value]) => value);

describe('sorting', () => {
  it('orders numbers by size and texts by their numbers', () => {
    expect(column([10, 9, 100, -1], 'ascending')).toEqual([-1, 9, 10, 100]);
    expect(column(['t10', 't9', 'T1'], 'ascending')).toEqual(['T1', 't9', 't10']);
  });

  it('puts what is missing last, both ways', () => {
    expect(column([null, 2, undefined, 1], 'ascending')).toEqual([1, 2, null, undefined]);
    expect(column([null, 2, undefined, 1], 'descending')).toEqual([2, 1, null, undefined]);
  });

  it('keeps rows that are equal in their order, and the given rows untouched', () => {
    const rows = [
      [1, 'a'],
      [0, 'b'],
      [1, 'c'],
    ];
    expect(sortRows(rows, { column: 0, direction: 'descending' })).toEqual([rows[0], rows[2], rows[1]]);
    expect(rows[1]).toEqual([0, 'b']);
    expect(sortRows(rows, undefined)).toBe(rows);
  });

  it('goes up, down and back with each click', () => {
    const first = nextOrder(undefined, 2);
    const second = nextOrder(first, 2);
    expect([first, second, nextOrder(second, 2), nextOrder(second, 0)]).toEqual([
      { column: 2, direction: 'ascending' },
      { column: 2, direction: 'descending' },
      undefined,
      { column: 0, direction: 'ascending' },
    ]);
  });
});
