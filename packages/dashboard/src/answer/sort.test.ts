import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextOrder, sortRows } from './sort.ts';

const column = (values: readonly unknown[], direction: 'ascending' | 'descending', numeric = false) =>
  sortRows(
    values.map((value) => [value]),
    { column: 0, direction },
    numeric,
  ).map(([value]) => value);

describe('sorting', () => {
  it('sorts numbers by value and strings by the numbers in them', () => {
    expect(column([10, 9, 100, -1], 'ascending')).toEqual([-1, 9, 10, 100]);
    expect(column(['t10', 't9', 'T1'], 'ascending')).toEqual(['T1', 't9', 't10']);
  });

  it('puts missing values last in both directions', () => {
    expect(column([null, 2, undefined, 1], 'ascending')).toEqual([1, 2, null, undefined]);
    expect(column([null, 2, undefined, 1], 'descending')).toEqual([2, 1, null, undefined]);
  });

  it('compares numbers that a double cannot represent by digits', () => {
    const numbers = [
      '9007199254740993',
      9007199254740992,
      '-9007199254740993',
      '0.10',
      '0.1000000000000000000001',
      '1e3',
    ];
    expect(column(numbers, 'ascending', true)).toEqual([
      '-9007199254740993',
      '0.10',
      '0.1000000000000000000001',
      '1e3',
      9007199254740992,
      '9007199254740993',
    ]);
  });

  it('puts infinities at the ends, and NaN after them', () => {
    const numbers = ['NaN', 1, 'Infinity', null, '-Infinity', -5];
    expect(column(numbers, 'ascending', true)).toEqual(['-Infinity', -5, 1, 'Infinity', 'NaN', null]);
    expect(column(numbers, 'descending', true)).toEqual(['NaN', 'Infinity', 1, -5, '-Infinity', null]);
  });

  it('groups values of different kinds', () => {
    const blob = { bytes: 1, hex: '\\x00' };
    const mixed = ['b', { a: 1 }, 10, blob, null, true, 'a10', 9, 'a9', false, [1]];
    expect(column(mixed, 'ascending')).toEqual([
      false,
      true,
      9,
      10,
      'a9',
      'a10',
      'b',
      blob,
      [1],
      { a: 1 },
      null,
    ]);
  });

  it('is idempotent, and descending is the reverse of ascending', () => {
    const cell = fc.oneof(
      fc.jsonValue(),
      fc.integer(),
      fc.bigInt().map(String),
      fc.double().map(String),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.array(cell), fc.boolean(), (values, numeric) => {
        const up = column(values, 'ascending', numeric);
        expect(column(up, 'ascending', numeric)).toEqual(up);
        const down = column(values.toReversed(), 'descending', numeric).filter((value) => value !== null);
        expect(down.toReversed()).toEqual(up.filter((value) => value !== null));
      }),
    );
  });

  it('is stable and does not modify its input', () => {
    const rows = [
      [1, 'a'],
      [0, 'b'],
      [1, 'c'],
    ];
    expect(sortRows(rows, { column: 0, direction: 'descending' })).toEqual([rows[0], rows[2], rows[1]]);
    expect(rows[1]).toEqual([0, 'b']);
    expect(sortRows(rows, undefined)).toBe(rows);
  });

  it('cycles through ascending, descending and unsorted', () => {
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
