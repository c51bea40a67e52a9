import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderText } from './render.ts';

test.each([
  ['text as it is', 'line one\nline two', 'line one\nline two'],
  ['a number', 5, '5'],
  ['nothing', null, 'null'],
  ['nothing at all', undefined, 'null'],
  ['an empty list', [], '[]'],
  ['a list of scalars', [1, 'two', null], '[1,"two",null]'],
  ['an empty record', {}, ''],
  [
    'fields one to a line',
    { id: 5, name: 'Ann', tags: ['a', 'b'], none: null },
    'id: 5\nname: Ann\ntags: ["a","b"]\nnone: null',
  ],
  ['no field without a value', { a: undefined, b: null }, 'b: null'],
  [
    'no column without a value, and an empty cell for a missing one',
    [
      { a: 1, b: undefined, c: 'x' },
      { a: 2, b: undefined },
      { a: 3, b: undefined, c: '' },
    ],
    'a | c\n1 | x\n2 | \n3 | ""',
  ],
  ['text of several lines, indented', { log: 'a\nb: 1' }, 'log:\n  a\n  b: 1'],
  ['an empty list of rows', { rows: [] }, 'rows: []'],
  [
    'rows under a name, with their number',
    {
      rows: [
        { id: 1, n: 'x' },
        { id: 2, n: 'y' },
      ],
    },
    'rows (2):\nid | n\n1 | x\n2 | y',
  ],
])('%s', (_, data, text) => {
  expect(renderText(data)).toBe(text);
});

test.each(['5', '-1.5', '1e3', 'null', 'true', 'false'])('quotes the text %s', (text) => {
  expect(renderText({ field: text })).toBe(`field: "${text}"`);
  expect(renderText({ field: JSON.parse(text) })).toBe(`field: ${JSON.parse(text)}`);
});

test('renders rows with different keys as JSON lines', () => {
  expect(renderText([{ a: 1 }, { b: 2 }])).toBe('{"a":1}\n{"b":2}');
});

test('renders rows with equal keys in the shorter form', () => {
  const short = [{ a: 1 }];
  expect(renderText(short)).toBe('a\n1');
  const long = [{ ['k'.repeat(5)]: '"'.repeat(3) }];
  expect(renderText(long).length).toBeLessThanOrEqual(JSON.stringify(long[0]).length);
});

/** Reads a table back: the test of whether anything was lost. */
function parseTable(text: string): Record<string, unknown>[] {
  const [header, ...lines] = text.split('\n').map(parseLine);
  const columns = (header ?? []).map(String);
  return lines.map((cells) => Object.fromEntries(columns.map((column, index) => [column, cells[index]])));
}

function parseLine(line: string): unknown[] {
  const cells: unknown[] = [];
  for (let rest = line; ; ) {
    const length = cellLength(rest);
    cells.push(parseCell(rest.slice(0, length)));
    if (length === rest.length) return cells;
    expect(rest.slice(length, length + 3)).toBe(' | ');
    rest = rest.slice(length + 3);
  }
}

/** A cell that begins like JSON ends where the first complete JSON value ends; any other at the next mark. */
function cellLength(rest: string): number {
  const marks = [...rest.matchAll(/ \| /g)].map(({ index }) => index).concat(rest.length);
  const ends = /^["[{]/.test(rest) ? marks.filter((end) => isJson(rest.slice(0, end))) : marks;
  return ends[0] ?? rest.length;
}

function parseCell(text: string): unknown {
  return isJson(text) ? JSON.parse(text) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const trickyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '|',
    ' | ',
    'a | b',
    '"',
    '"a"',
    '5',
    '-5',
    '+5',
    '.5',
    '1e5',
    'null',
    'true',
    '[]',
    '{}',
  ),
  fc.constantFrom(
    '2026-01-01',
    '2026-01-01T10:00:00Z',
    'a\nb',
    'a\\nb',
    '\r',
    ' x',
    'x ',
    '-',
    '\u2028',
    '\u0000',
  ),
);
const cell = fc.oneof(trickyText, fc.jsonValue({ maxDepth: 2 }));
const rows = fc
  .uniqueArray(
    trickyText.filter((name) => name !== '__proto__'),
    { minLength: 1, maxLength: 4 },
  )
  .chain((columns) =>
    fc.array(fc.record(Object.fromEntries(columns.map((column) => [column, cell]))), {
      minLength: 1,
      maxLength: 5,
    }),
  );

test('renders tables that parse back to the same rows', () => {
  fc.assert(
    fc.property(rows, (data) => {
      const text = renderText(data);
      const back = text.startsWith('{') ? text.split('\n').map((line) => JSON.parse(line)) : parseTable(text);
      expect(back).toEqual(JSON.parse(JSON.stringify(data)));
    }),
    { numRuns: 1_000 },
  );
});

test('renders one line per row, whatever the cells contain', () => {
  fc.assert(
    fc.property(rows, (data) => {
      const lines = renderText(data).split('\n').length;
      expect([data.length, data.length + 1]).toContain(lines);
    }),
  );
});
