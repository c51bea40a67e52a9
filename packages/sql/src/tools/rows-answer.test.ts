import { expect, test } from 'vitest';
import { renderRowsAnswer, withOneType } from './rows-answer.ts';

const columns = [
  { name: 'n', type: 'numeric' },
  { name: 't', type: 'text' },
];

test('prints each fact once: the number of rows, the names and types of columns', () => {
  const rows = [
    { n: '1.50', t: 'a' },
    { n: '2', t: '2' },
    { n: null, t: null },
  ];
  expect(renderRowsAnswer({ rowCount: 3, columns, rows })).toBe(
    ['rows (3):', 'n numeric | t text', '1.50 | a', '2 | "2"', 'null | null'].join('\n'),
  );
});

test('keeps the layout without rows and for one row', () => {
  expect(renderRowsAnswer({ rowCount: 0, columns, rows: [] })).toBe('rows (0):\nn numeric | t text');
  const one = [{ n: 1, t: '{"a":"|"}' }];
  expect(renderRowsAnswer({ rowCount: 1, columns, rows: one })).toBe(
    'rows (1):\nn numeric | t text\n1 | "{\\"a\\":\\"|\\"}"',
  );
});

test('prints what stands beside the rows, and no table for a statement without columns', () => {
  const answer = { rowCount: 0, affected: 3, columns: [], rows: [] };
  expect(renderRowsAnswer(answer)).toBe('affected: 3');
});

test('gives the numbers of a column one type', () => {
  const rows = [
    { n: '1.50', t: 'a' },
    { n: 2, t: 'b' },
    { n: -0, t: 'c' },
    { n: null, t: 'd' },
  ];
  expect(withOneType(columns, rows).map(({ n }) => n)).toEqual(['1.50', '2', '-0', null]);
});

test('changes no column whose values differ for another reason', () => {
  const dynamic = [{ name: 'v', type: 'INTEGER' }];
  const rows = [{ v: 'seven' }, { v: 7 }];
  expect(withOneType(dynamic, rows)).toEqual(rows);
  const texts = [{ name: 'v', type: 'text' }];
  expect(withOneType(texts, [{ v: '7' }, { v: 7 }])).toEqual([{ v: '7' }, { v: 7 }]);
});
