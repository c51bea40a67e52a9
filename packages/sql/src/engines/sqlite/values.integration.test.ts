import { expect, test } from 'vitest';
import { createDatabase, NEVER, openDatabase, query, start, write } from './testing/database.ts';

const EMPTY = 'CREATE TABLE t(a)';

test.each([
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', '9007199254740993'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['1.5', 1.5],
  ['1e300', 1e300],
  ['0.1 + 0.2', 0.1 + 0.2],
  ['-0.0', '-0'],
  ['0.0', 0],
  ['9e999', 'Infinity'],
  ['-9e999', '-Infinity'],
  ['9e999 - 9e999', null],
  ['NULL', null],
  ["''", ''],
  ["'héllo 😀 ' || char(0) || 'x'", 'héllo 😀 \0x'],
  ["'Infinity'", 'Infinity'],
  ["x''", { bytes: 0, hex: '\\x' }],
  ["x'00ff'", { bytes: 2, hex: '\\x00ff' }],
  ['zeroblob(1000)', { bytes: 1000, hex: `\\x${'00'.repeat(32)}` }],
  ['TRUE', 1],
])('returns %s as %j', async (expression, cell) => {
  const backend = openDatabase(createDatabase(EMPTY));
  expect(await query(backend, `SELECT ${expression}`)).toEqual([[cell]]);
});

test.each([
  [1, 'integer', '1'],
  [-7, 'integer', '-7'],
  [1.5, 'real', '1.5'],
  [1e20, 'real', '1.0e+20'],
  [true, 'integer', '1'],
  [null, 'null', 'NULL'],
  ['text', 'text', "'text'"],
  ['9007199254740993', 'text', "'9007199254740993'"],
  [{ hex: '00ff' }, 'blob', "X'00FF'"],
  [[1, 'a'], 'text', `'[1,"a"]'`],
])('binds %j as %s %s', async (value, type, quoted) => {
  const backend = openDatabase(createDatabase(EMPTY));
  expect(await query(backend, 'SELECT typeof(?1), quote(?1)', [value])).toEqual([[type, quoted]]);
});

test('returns stored values unchanged', async () => {
  const backend = openDatabase(createDatabase('CREATE TABLE t(n INTEGER, r REAL, b BLOB, x)'));
  await write(backend, 'INSERT INTO t VALUES (?, ?, ?, ?)', [
    '9007199254740993',
    -0,
    { bytes: 1, hex: '\\x80' },
    Infinity,
  ]);
  expect(await query(backend, 'SELECT n, b, x FROM t WHERE n = ?', ['9007199254740993'])).toEqual([
    ['9007199254740993', { bytes: 1, hex: '\\x80' }, 'Infinity'],
  ]);
});

test('binds every kind of variable by its number', async () => {
  const backend = openDatabase(createDatabase(EMPTY));
  const rows = await query(backend, 'SELECT ?, :a, ?5, @b, ?, :a', ['1', '2', '3', '4', '5', '6', '7']);
  expect(rows).toEqual([['1', '2', '5', '6', '7', '2']]);
});

test('reports the declared type of a column, or the type of its first value', async () => {
  const backend = openDatabase(
    createDatabase('CREATE TABLE t(a VARCHAR(20), b DECIMAL(5,2)); INSERT INTO t VALUES (1, 2)'),
  );
  const cursor = await start(backend, "SELECT a, b AS price, b, 1 AS a, x'', NULL, a || 'x' FROM t");
  expect(cursor.columns).toEqual([
    { name: 'a', type: 'VARCHAR(20)' },
    { name: 'price', type: 'DECIMAL(5,2)' },
    { name: 'b', type: 'DECIMAL(5,2)' },
    { name: 'a', type: 'INTEGER' },
    { name: "x''", type: 'BLOB' },
    { name: 'NULL', type: 'ANY' },
    { name: "a || 'x'", type: 'TEXT' },
  ]);
  expect(await cursor.fetch(10, NEVER)).toMatchObject({ done: true });
});

test('rejects a text that is too large and suggests substr()', async () => {
  const backend = openDatabase(createDatabase(EMPTY));
  await expect(query(backend, "SELECT printf('%.*c', 40000000, 'x')")).rejects.toMatchObject({
    code: 'E_LIMIT',
    hint: expect.stringContaining('substr'),
  });
  expect(await query(backend, "SELECT length(printf('%.*c', 40000000, 'x'))")).toEqual([[40_000_000]]);
});
