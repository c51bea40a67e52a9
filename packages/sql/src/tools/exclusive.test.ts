import { expect, test } from 'vitest';
import { wantsExclusive } from './exclusive.ts';

test.each([
  ['ALTER TABLE a ADD COLUMN b int', true],
  ['/* soon */ drop table a', true],
  ["INSERT INTO a VALUES ('x'); TRUNCATE b", true],
  ['INSERT INTO a VALUES (1)', false],
  ["UPDATE a SET b = 'drop table x' WHERE c = 1", false],
  ['WITH x AS (SELECT 1) DELETE FROM a WHERE b = 1', false],
  ['INSERT INTO a SELECT drop FROM b', false],
])('on servers: %s', (sql, expected) => {
  expect(wantsExclusive(sql, 'postgres')).toBe(expected);
  expect(wantsExclusive(sql, 'mysql')).toBe(expected);
});

test('on SQLite every change', () => {
  expect(wantsExclusive('INSERT INTO a VALUES (1)', 'sqlite')).toBe(true);
});
