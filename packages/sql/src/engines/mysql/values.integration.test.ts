import { beforeAll, expect, test } from 'vitest';
import { sharedMariadb } from '../../../../../test/engines/mariadb.ts';
import { sharedMysql } from '../../../../../test/engines/mysql.ts';
import type { Cell } from '../engine.ts';
import { ask, cell } from '../shared/testing/backend.ts';
import { describeDatabase, type TestDatabase } from '../shared/testing/database.ts';

/** Column definition, literal, expected cell and type name. */
const VALUES: readonly (readonly [column: string, literal: string, expected: Cell, type: string])[] = [
  ['int', 'NULL', null, 'int'],
  ['tinyint', '-128', -128, 'tinyint'],
  ['tinyint unsigned', '255', 255, 'tinyint unsigned'],
  ['smallint unsigned', '65535', 65535, 'smallint unsigned'],
  ['mediumint', '-8388608', -8388608, 'mediumint'],
  ['int unsigned', '4294967295', 4294967295, 'int unsigned'],
  ['bigint', '9007199254740991', Number.MAX_SAFE_INTEGER, 'bigint'],
  ['bigint', '-9223372036854775808', '-9223372036854775808', 'bigint'],
  ['bigint unsigned', '18446744073709551615', '18446744073709551615', 'bigint unsigned'],
  ['bool', 'TRUE', 1, 'tinyint'],
  ['decimal(10,0)', '12', 12, 'decimal'],
  ['decimal(10,2)', '1.5', '1.50', 'decimal'],
  [
    'decimal(65,30)',
    '12345678901234567890123456789012345.000000000000000000000000000001',
    '12345678901234567890123456789012345.000000000000000000000000000001',
    'decimal',
  ],
  ['float', '0.1', 0.1, 'float'],
  ['float', '16777216', 16777216, 'float'],
  ['float', '3.4028235e38', 3.4028235e38, 'float'],
  ['float', '1.1754944e-38', 1.1754944e-38, 'float'],
  ['double', '0.1', 0.1, 'double'],
  ['double', '1e300', 1e300, 'double'],
  ['double', '0.30000000000000004', 0.30000000000000004, 'double'],
  ['date', "'2024-02-29'", '2024-02-29', 'date'],
  ['date', "'0000-00-00'", '0000-00-00', 'date'],
  ['date', "'2024-02-00'", '2024-02-00', 'date'],
  ['datetime', "'0000-00-00 00:00:00'", '0000-00-00 00:00:00', 'datetime'],
  ['datetime', "'2024-03-31 02:30:00'", '2024-03-31 02:30:00', 'datetime'],
  ['datetime(3)', "'2024-03-31 02:30:00.5'", '2024-03-31 02:30:00.500', 'datetime'],
  ['datetime(6)', "'2024-03-31 00:00:00'", '2024-03-31 00:00:00.000000', 'datetime'],
  ['timestamp NULL', "'2024-03-31 12:30:00'", '2024-03-31 12:30:00', 'timestamp'],
  ['time', "'838:59:59'", '838:59:59', 'time'],
  ['time', "'-100:00:01'", '-100:00:01', 'time'],
  ['time(3)', "'10:00:00.5'", '10:00:00.500', 'time'],
  ['time(2)', "'00:00:00'", '00:00:00.00', 'time'],
  ['year', '2024', 2024, 'year'],
  ['year', '0', '0000', 'year'],
  ['bit(1)', "b'1'", '1', 'bit'],
  ['bit(10)', "b'1011'", '0000001011', 'bit'],
  ['bit(64)', "b'1'", '1'.padStart(64, '0'), 'bit'],
  ['varchar(20)', "'a''b\\\\c\\n'", "a'b\\c\n", 'varchar'],
  ['varchar(20) CHARACTER SET latin1', "'äöü'", 'äöü', 'varchar'],
  ['varchar(20) CHARACTER SET utf8 COLLATE utf8_bin', "'日本'", '日本', 'varchar'],
  ['varchar(20) CHARACTER SET utf8mb4', "'\u{1F600}'", '\u{1F600}', 'varchar'],
  ['char(10)', "'ab'", 'ab', 'char'],
  ['tinytext', "'t'", 't', 'tinytext'],
  ['text', "'t'", 't', 'text'],
  ['mediumtext', "'t'", 't', 'mediumtext'],
  ['longtext', "'t'", 't', 'longtext'],
  ['binary(4)', "x'dead'", { bytes: 4, hex: '\\xdead0000' }, 'binary'],
  ['varbinary(10)', "x''", { bytes: 0, hex: '\\x' }, 'varbinary'],
  ['blob', "REPEAT(x'ab', 100)", { bytes: 100, hex: `\\x${'ab'.repeat(32)}` }, 'blob'],
  ['longblob', "x'00ff'", { bytes: 2, hex: '\\x00ff' }, 'longblob'],
  ["enum('sad','happy')", "'happy'", 'happy', 'enum'],
  ["set('a','b','c')", "'a,c'", 'a,c', 'set'],
];

const MARIADB_VALUES: typeof VALUES = [
  ['json', '\'{"b": [1, 2.5, null], "a": "x"}\'', { b: [1, 2.5, null], a: 'x' }, 'json'],
  ['json', '\'{"id": 12345678901234567890}\'', '{"id": 12345678901234567890}', 'json'],
  ['uuid', "'123e4567-e89b-12d3-a456-426655440000'", '123e4567-e89b-12d3-a456-426655440000', 'uuid'],
  ['inet6', "'::1'", '::1', 'inet6'],
];

/** MariaDB has no negative zero. */
const MYSQL_VALUES: typeof VALUES = [['double', '-0e0', '-0', 'double']];

function testValues(values: typeof VALUES) {
  return ({ writable: backend }: TestDatabase): void => {
    beforeAll(async () => {
      const columns = values.map(([column], index) => `c${index} ${column}`);
      const literals = values.map(([, literal]) => literal);
      await backend.script(
        `SET SESSION sql_mode = ''; CREATE TABLE nasty (${columns.join(', ')}) ROW_FORMAT=DYNAMIC;
         INSERT INTO nasty VALUES (${literals.join(', ')})`,
        new AbortController().signal,
      );
    });

    test.each(values.map((value, index) => [index, ...value] as const))(
      'column %i: %s of %s',
      async (index, _column, _literal, expected, type) => {
        for (const params of [[], [1]]) {
          const where = params.length > 0 ? 'WHERE ? = 1' : '';
          const answer = await ask(backend, `SELECT c${index} FROM nasty ${where}`, { params });
          expect(answer.rows).toEqual([[expected]]);
          expect(answer.columns).toEqual([{ name: `c${index}`, type }]);
        }
      },
    );

    test('returns geometries as bytes', async () => {
      const { rows, columns } = await ask(backend, "SELECT GeomFromText('POINT(1 2)') AS p");
      expect(rows).toEqual([[{ bytes: 25, hex: expect.stringMatching(/^\\x00000000010100000000/) }]]);
      expect(columns[0]?.type).toMatch(/geometry|point/);
    });

    test.each<[unknown, Cell]>([
      ["'; DROP TABLE nasty; -- \\", "'; DROP TABLE nasty; -- \\"],
      ['9223372036854775807', '9223372036854775807'],
      [12, 12],
      [1.5, 1.5],
      [null, null],
      [true, 1],
      [[1, 'a'], '[1,"a"]'],
      [{ a: null }, '{"a":null}'],
    ])('round-trips the parameter %j', async (param, expected) => {
      expect(await cell(backend, 'SELECT ?', { params: [param] })).toEqual(expected);
    });

    test('accepts parameters in LIMIT and OFFSET', async () => {
      const { rows } = await ask(backend, 'SELECT 1 FROM nasty LIMIT ? OFFSET ?', { params: [5, 0] });
      expect(rows).toEqual([[1]]);
    });
  };
}

await describeDatabase(
  'values of MariaDB',
  'mysql',
  await sharedMariadb(),
  [],
  testValues([...VALUES, ...MARIADB_VALUES]),
);
await describeDatabase(
  'values of MySQL',
  'mysql',
  await sharedMysql(),
  [],
  testValues([...VALUES, ...MYSQL_VALUES]),
);
