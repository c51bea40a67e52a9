import { describe, expect, it } from 'vitest';
import { gridOf, tableOf } from './shape.ts';

describe('a table', () => {
  it('has a column for every key of its objects', () => {
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

  it('has a numeric column with missing values', () => {
    expect(tableOf([{ a: null }, { a: 1.5 }])?.columns).toEqual([{ name: 'a', numeric: true }]);
    expect(tableOf([{ a: '1' }, { a: 2 }])?.columns).toEqual([{ name: 'a', numeric: false }]);
  });

  it('may have a few nested cells', () => {
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
  it('make a table from names or descriptions of columns', () => {
    const rows = [[1], [2]];
    expect(gridOf({ columns: ['id'], rows })).toEqual({ columns: [{ name: 'id', numeric: true }], rows });
    expect(gridOf({ columns: [{ name: 'id', type: 'int4' }], rows })).toEqual({
      columns: [{ name: 'id', type: 'int4', numeric: true }],
      rows,
    });
  });

  it('make a table from objects, in the order of the columns', () => {
    const columns = [{ name: 'b' }, { name: '1' }, { name: 'constructor' }];
    expect(gridOf({ columns, rows: [{ 1: 'one', b: null, more: 0 }] })?.rows).toEqual([
      [null, 'one', undefined],
    ]);
  });

  it('make a table without rows or columns', () => {
    expect(gridOf({ columns: [{ name: 'n', type: 'text' }], rows: [] })).toEqual({
      columns: [{ name: 'n', type: 'text', numeric: false }],
      rows: [],
    });
    expect(gridOf({ columns: [], rows: [] })).toEqual({ columns: [], rows: [] });
  });

  it('ignore a numeric type that the values contradict', () => {
    const numeric = (type: string, ...values: readonly unknown[]) =>
      gridOf({ columns: [{ name: 'n', type }], rows: values.map((value) => [value]) })?.columns[0]?.numeric;
    expect(numeric('numeric', '1.50', null, 3)).toBe(true);
    expect(numeric('bigint')).toBe(true);
    expect(numeric('INTEGER', 1, 'many')).toBe(false);
    expect(numeric('text', '1', '2')).toBe(false);
    expect(numeric('json', 1, 2)).toBe(true);
  });

  it.each([
    ['rows of no shape', { columns: ['id'], rows: [1] }],
    ['columns without names', { columns: [1], rows: [[1]] }],
    ['rows without columns', { columns: [], rows: [[1]] }],
    ['no list of rows', { columns: ['id'], rows: 3 }],
  ])('make none of %s', (_, value) => expect(gridOf(value)).toBeUndefined());
});
