import { describe, expect, test } from 'vitest';
import { destroys } from './destructive.ts';

const engines: readonly string[] = ['postgres', 'mysql', 'sqlite'];

describe.each(engines)('%s', (engine) => {
  test.each([
    ['DROP TABLE users', 'DROP TABLE'],
    ['  -- tidy up\n drop view v', 'DROP VIEW'],
    ['TRUNCATE users', 'TRUNCATE'],
    ['DELETE FROM users', 'DELETE without WHERE'],
    ['UPDATE users SET name = 1', 'UPDATE without WHERE'],
    ["UPDATE users SET name = 'WHERE'", 'UPDATE without WHERE'],
    ['UPDATE users SET name = (SELECT a FROM b WHERE b.id = 1)', 'UPDATE without WHERE'],
    ['WITH x AS (SELECT 1 WHERE true) DELETE FROM users', 'DELETE without WHERE'],
    ['WITH x AS (DELETE FROM users RETURNING id) SELECT * FROM x WHERE id > 1', 'DELETE without WHERE'],
    ['INSERT INTO a VALUES (1); DELETE FROM users', 'DELETE without WHERE'],
    ['ALTER TABLE users DROP COLUMN name', 'ALTER … DROP'],
  ])('asks before: %s', (sql, what) => {
    expect(destroys(sql, engine)).toBe(what);
  });

  test.each([
    'INSERT INTO users VALUES (1)',
    'DELETE FROM users WHERE id = 1',
    'UPDATE users SET name = 2 WHERE id = 1',
    'UPDATE users SET name = (SELECT max(a) FROM b) WHERE id = 1',
    "INSERT INTO log VALUES ('x'); UPDATE users SET a = 1 WHERE id = 2; ",
    "INSERT INTO notes VALUES ('DROP TABLE users; DELETE FROM users')",
    'CREATE TABLE a (b int REFERENCES c (d) ON DELETE CASCADE ON UPDATE CASCADE)',
    'INSERT INTO a (b) VALUES (1) ON CONFLICT (b) DO UPDATE SET c = 1',
    'SELECT * FROM a WHERE b = 1 FOR UPDATE',
    '/* DROP TABLE users */ INSERT INTO a VALUES (1)',
    'ALTER TABLE a ALTER COLUMN b DROP NOT NULL',
    'ALTER TABLE a DROP CONSTRAINT c',
    '',
  ])('does not ask before: %s', (sql) => {
    expect(destroys(sql, engine)).toBeUndefined();
  });
});

test('texts and names are quoted as each engine quotes them', () => {
  expect(destroys("INSERT INTO a VALUES ('it\\'s; DROP TABLE x')", 'mysql')).toBeUndefined();
  expect(destroys("INSERT INTO a VALUES ('\\'); DROP TABLE x", 'postgres')).toBe('DROP TABLE');
  expect(destroys('INSERT INTO a VALUES ($f$ ; DROP TABLE x $f$)', 'postgres')).toBeUndefined();
  expect(destroys('INSERT INTO `; drop table x` VALUES (1) # ; DROP TABLE y', 'mysql')).toBeUndefined();
  expect(destroys('INSERT INTO [a; drop table x] VALUES (1)', 'sqlite')).toBeUndefined();
  expect(destroys('/*! DROP TABLE x */', 'mysql')).toBe('DROP TABLE');
});

test('a long text of quotes takes no long time', () => {
  for (const engine of engines) destroys(`SELECT '${"\\'".repeat(200_000)}`, engine);
});
