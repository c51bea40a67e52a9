import { describe, expect, it } from 'vitest';
import { gridOf, tableOf } from './shape.ts';

describe('a table', () => {
  it('is made of objects, with every key that occurs', () => {
    expect(
      tableOf([
        { id: 1, name: 'a' },
        { id: 2, note: null },
      ]),
    ).toEqual({
      columns: [
        { name: 'id', numeric: true },
        { name: 'name', numeric: false },
        { name: 'note', numeric: false },
      ],
      rows: [
        [1, 'a', undefined],
        [2, undefined, null],
      ],
    });
  });

  it('takes a column with a few missing numbers for numbers', () => {
    expect(tableOf([{ a: null }, { a: 1.5 }])?.columns).toEqual([{ name: 'a', numeric: true }]);
    expect(tableOf([{ a: '1' }, { a: 2 }])?.columns).toEqual([{ name: 'a', numeric: false }]);
  });

  it('may have a nested cell here and there', () => {
    expect(tableOf([{ id: 1, name: 'a', size: 3, tags: ['x'] }])?.rows).toEqual([[1, 'a', 3, ['x']]]);
  });

  it.each([
    ['nothing', []],
    ['no objects', [1, 2]],
    ['a mixture', [{ a: 1 }, null]],
    ['empty objects', [{}, {}]],
    ['deep objects', [{ a: { b: 1 }, c: [1] }]],
    ['a list of lists', [[1], [2]]],
    [
      'very wide objects',
      [Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`k${index}`, index]))],
    ],
  ])('is not made of %s', (_, value) => expect(tableOf(value)).toBeUndefined());
});

describe('columns and rows', () => {
  it('make a table, whether columns are names or described', () => {
    const table = { columns: [{ name: 'id', numeric: true }], rows: [[1], [2]] };
    expect(gridOf({ columns: ['id'], rows: [[1], [2]] })).toEqual(table);
    expect(gridOf({ columns: [{ name: 'id', type: 'int4' }], rows: [[1], [2]] })).toEqual(table);
  });

  it('make none when rows are objects already or there are none', () => {
    expect(gridOf({ columns: ['id'], rows: [{ id: 1 }] })).toBeUndefined();
    expect(gridOf({ columns: ['id'], rows: [] })).toBeUndefined();
    expect(gridOf({ columns: [1], rows: [[1]] })).toBeUndefined();
  });
});
