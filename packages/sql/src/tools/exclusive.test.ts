import { expect, test } from 'vitest';
import { mysqlDialect as mysql } from '../engines/mysql/dialect.ts';
import { postgresDialect as postgres } from '../engines/postgres/dialect.ts';
import { sqliteDialect as sqlite } from '../engines/sqlite/dialect.ts';
import { wantsExclusive } from './exclusive.ts';

test.each([
  ['ALTER TABLE a ADD COLUMN b int', true],
  ['/* soon */ drop table a', true],
  ["INSERT INTO a VALUES ('x'); TRUNCATE b", true],
  ['INSERT INTO a VALUES (1)', false],
  ["UPDATE a SET b = 'drop table x' WHERE c = 1", false],
  ['WITH x AS (SELECT 1) DELETE FROM a WHERE b = 1', false],
  ['INSERT INTO a SELECT drop FROM b', false],
])('on a server: %s is %s', (sql, expected) => {
  expect(wantsExclusive(sql, postgres)).toBe(expected);
  expect(wantsExclusive(sql, mysql)).toBe(expected);
});

test('every change is exclusive on SQLite', () => {
  expect(wantsExclusive('INSERT INTO a VALUES (1)', sqlite)).toBe(true);
});
