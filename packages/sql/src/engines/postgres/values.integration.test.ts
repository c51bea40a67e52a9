import { expect, test } from 'vitest';
import { sharedPostgres } from '../../../../../test/engines/postgres.ts';
import type { Cell } from '../engine.ts';
import { ask, cell, change, openBackend } from '../shared/testing/backend.ts';
import { describeDatabase } from '../shared/testing/database.ts';

/** Expression, expected cell and type name. */
const VALUES: readonly (readonly [expression: string, expected: Cell, type: string])[] = [
  ['NULL::int', null, 'integer'],
  ['true', true, 'boolean'],
  ['32767::smallint', 32767, 'smallint'],
  ['9007199254740991::bigint', Number.MAX_SAFE_INTEGER, 'bigint'],
  ['9007199254740993::bigint', '9007199254740993', 'bigint'],
  ["'-9223372036854775808'::bigint", '-9223372036854775808', 'bigint'],
  ['4294967295::oid', 4294967295, 'oid'],
  ['12::numeric', 12, 'numeric'],
  ['1.50::numeric(10,2)', '1.50', 'numeric'],
  ['0.1::numeric', '0.1', 'numeric'],
  ['12345678901234567890.000000000000000001', '12345678901234567890.000000000000000001', 'numeric'],
  ["'NaN'::numeric", 'NaN', 'numeric'],
  ["'-Infinity'::numeric", '-Infinity', 'numeric'],
  ['0.1::float8', 0.1, 'double precision'],
  ['0.1::float4', 0.1, 'real'],
  ['16777217::float4', 16777216, 'real'],
  ['1e-320::float8', 1e-320, 'double precision'],
  ['1e308::float8', 1e308, 'double precision'],
  ['1::float8 / 3', 1 / 3, 'double precision'],
  ["'-0'::float8", '-0', 'double precision'],
  ["'NaN'::float8", 'NaN', 'double precision'],
  ["'Infinity'::float4", 'Infinity', 'real'],
  ["'-Infinity'::float8", '-Infinity', 'double precision'],
  ["'2024-02-29'::date", '2024-02-29', 'date'],
  ["'infinity'::date", 'infinity', 'date'],
  ["'0044-03-15 BC'::date", '0044-03-15 BC', 'date'],
  ["'24:00:00'::time", '24:00:00', 'time without time zone'],
  ["'2024-03-31 02:30:00.123456'::timestamp", '2024-03-31 02:30:00.123456', 'timestamp without time zone'],
  [
    "'2024-03-31 02:30:00.1+05:45'::timestamptz AT TIME ZONE 'UTC'",
    '2024-03-30 20:45:00.1',
    'timestamp without time zone',
  ],
  [
    "'294276-12-31 23:59:59.999999+00'::timestamptz",
    '294276-12-31 23:59:59.999999+00',
    'timestamp with time zone',
  ],
  ["'04:05:06+05:30'::timetz", '04:05:06+05:30', 'time with time zone'],
  ["'1 year 2 mons -3 days 04:05:06.7'::interval", '1 year 2 mons -3 days +04:05:06.7', 'interval'],
  ["'a''b\\c'::text", "a'b\\c", 'text'],
  ["'  padded'::char(10)", '  padded  ', 'character'],
  ["U&'\\+01F600 e\\0301'", '\u{1F600} e\u0301', 'text'],
  ["'\\x'::bytea", { bytes: 0, hex: '\\x' }, 'bytea'],
  ["'\\xdeadbeef'::bytea", { bytes: 4, hex: '\\xdeadbeef' }, 'bytea'],
  ["decode(repeat('ab', 100), 'hex')", { bytes: 100, hex: `\\x${'ab'.repeat(32)}` }, 'bytea'],
  ['\'{"a": [1, 2.5, null, true, "x"]}\'::json', { a: [1, 2.5, null, true, 'x'] }, 'json'],
  ['\'{"b": 1, "a": {}}\'::jsonb', { a: {}, b: 1 }, 'jsonb'],
  ['\'{"id": 12345678901234567890}\'::jsonb', '{"id": 12345678901234567890}', 'jsonb'],
  ["'[0.10000000000000000000001]'::json", '[0.10000000000000000000001]', 'json'],
  ['\'{"a": 1, "a": 2}\'::json', '{"a": 1, "a": 2}', 'json'],
  ["'null'::json", null, 'json'],
  ["'{1,2,NULL}'::int[]", [1, 2, null], 'integer[]'],
  [
    "'{{1,2},{3,4}}'::bigint[]",
    [
      [1, 2],
      [3, 4],
    ],
    'bigint[]',
  ],
  ["'{}'::text[]", [], 'text[]'],
  [
    "ARRAY['a,b', '{}', '\"q\"', 'NULL', NULL, '', '\\']",
    ['a,b', '{}', '"q"', 'NULL', null, '', '\\'],
    'text[]',
  ],
  ["ARRAY['\\x00ff'::bytea]", [{ bytes: 2, hex: '\\x00ff' }], 'bytea[]'],
  ['ARRAY[\'{"a": 1}\'::jsonb]', [{ a: 1 }], 'jsonb[]'],
  ["'[0:1]={1,2}'::int[]", '[0:1]={1,2}', 'integer[]'],
  ["ARRAY[box '((0,0),(1,1))', box '((2,2),(3,3))']", ['(1,1),(0,0)', '(3,3),(2,2)'], 'box[]'],
  ["'{t,f}'::bool[]", [true, false], 'boolean[]'],
  ["'2024-01-01'::date - '2023-01-01'::date", 365, 'integer'],
  ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'uuid'],
  ["'10.1.2.3/8'::inet", '10.1.2.3/8', 'inet'],
  ["B'101'", '101', 'bit'],
  ["B'1011'::varbit", '1011', 'bit varying'],
  ["'[1,5)'::int4range", '[1,5)', 'int4range'],
  ["'12.34'::money", '$12.34', 'money'],
  ["'<a>x</a>'::xml", '<a>x</a>', 'xml'],
  ["ROW(1, NULL, 'a b')", '(1,,"a b")', 'record'],
  ["point '(1.5,-2)'", '(1.5,-2)', 'point'],
  ["to_tsvector('simple', 'a cat')", "'a':1 'cat':2", 'tsvector'],
  ["'pg_class'::regclass", 'pg_class', 'regclass'],
  ["'happy'::mood", 'happy', 'mood'],
  ["ARRAY['sad', 'happy']::mood[]", ['sad', 'happy'], 'mood[]'],
  ["'5'::small_number", 5, 'integer'],
  ["ROW('a', 2)::pair", '(a,2)', 'pair'],
  ['pg_sleep(0)', '', 'void'],
];

const fixture = [
  "CREATE TYPE mood AS ENUM ('sad', 'happy')",
  'CREATE DOMAIN small_number AS int CHECK (VALUE < 10)',
  'CREATE TYPE pair AS (a text, b int)',
];

await describeDatabase('values of PostgreSQL', 'postgres', await sharedPostgres(), fixture, (scratch) => {
  const backend = scratch.writable;

  test.each(VALUES)('%s', async (expression, expected, type) => {
    const answer = await ask(backend, `SELECT ${expression} AS value`);
    expect(answer.rows).toEqual([[expected]]);
    expect(answer.columns).toEqual([{ name: 'value', type }]);
  });

  test('returns exact values under the settings of a role', async () => {
    await change(backend, `ALTER DATABASE ${scratch.database} SET extra_float_digits = -10`);
    await change(backend, `ALTER DATABASE ${scratch.database} SET bytea_output = 'escape'`);
    await change(backend, `ALTER DATABASE ${scratch.database} SET datestyle = 'SQL, DMY'`);
    const other = await openBackend(scratch.definition);
    const { rows } = await ask(other, "SELECT 1::float8 / 3, '\\xff'::bytea, '2024-02-29'::date");
    expect(rows).toEqual([[1 / 3, { bytes: 1, hex: '\\xff' }, '29/02/2024']]);
    await other.dispose();
  });

  test.each<[string, unknown, Cell]>([
    ['$1::bigint', '9223372036854775807', '9223372036854775807'],
    ['$1::float8', -0, '-0'],
    ['$1::int[]', [1, null, 3], [1, null, 3]],
    ['$1::text[]', ['a"b', 'c\\d', 'NULL', null, '{x}'], ['a"b', 'c\\d', 'NULL', null, '{x}']],
    ['$1::jsonb', [1, { a: [null] }], [1, { a: [null] }]],
    ['$1::jsonb', { a: 'b' }, { a: 'b' }],
    ['$1::boolean', false, false],
    ['$1::text', "'; DROP TABLE x; --", "'; DROP TABLE x; --"],
    ['$1::text', null, null],
  ])('round-trips a parameter: %s of %j', async (expression, param, expected) => {
    expect(await cell(backend, `SELECT ${expression}`, { params: [param] })).toEqual(expected);
  });
});
