import { describe, expect, test } from 'vitest';
import { mysqlDialect as mysql } from '../engines/mysql/dialect.ts';
import { postgresDialect as postgres } from '../engines/postgres/dialect.ts';
import { sqliteDialect as sqlite } from '../engines/sqlite/dialect.ts';
import { destroys } from './destructive.ts';

const engines = { postgres, mysql, sqlite };

describe.each(Object.entries(engines))('%s', (_, engine) => {
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
    ['DELETE FROM users WHERE true', 'DELETE with a WHERE that names no column'],
    ['DELETE FROM users WHERE 1=1', 'DELETE with a WHERE that names no column'],
    ["UPDATE users SET a = 1 WHERE ('x' = 'x')", 'UPDATE with a WHERE that names no column'],
    ['DELETE FROM users WHERE id = 1 OR 1=1', 'DELETE with a WHERE that names no column'],
    ['DELETE FROM users WHERE (id = 1 OR NOT false)', 'DELETE with a WHERE that names no column'],
    ['DELETE FROM users WHERE EXISTS (SELECT 1)', 'DELETE with a WHERE that names no column'],
    ['DELETE FROM users WHERE random() < 2 LIMIT 5', 'DELETE with a WHERE that names no column'],
    ['DELETE FROM users WHERE CAST(1 AS boolean) RETURNING id', 'DELETE with a WHERE that names no column'],
    [
      'WITH x AS (DELETE FROM users WHERE 1 = 1 RETURNING id) SELECT * FROM x WHERE id = 1',
      'DELETE with a WHERE that names no column',
    ],
    [
      'WITH RECURSIVE x AS (SELECT 1) SEARCH DEPTH FIRST BY id SET o DELETE FROM users',
      'DELETE without WHERE',
    ],
    ['UPDATE a JOIN b ON a.id = b.id SET a.x = 1', 'UPDATE without WHERE'],
    ['UPDATE (a, b) SET a.x = 1', 'UPDATE without WHERE'],
    ['DELETE a FROM a JOIN b ON a.id = b.id', 'DELETE without WHERE'],
    ['DELETE FROM users ORDER BY id LIMIT 1', 'DELETE without WHERE'],
    ['EXPLAIN ANALYZE DELETE FROM users', 'DELETE without WHERE'],
    ['EXPLAIN (ANALYZE, FORMAT JSON) DELETE FROM users', 'DELETE without WHERE'],
    ['ANALYZE FORMAT=JSON UPDATE users SET a = 1', 'UPDATE without WHERE'],
    ['CREATE OR REPLACE TABLE users (id int)', 'CREATE OR REPLACE TABLE'],
    ['ALTER TABLE users TRUNCATE PARTITION p0', 'ALTER … TRUNCATE'],
    ['ALTER TABLE users DISCARD TABLESPACE', 'ALTER … DISCARD'],
    ['MERGE INTO users u USING new n ON u.id = n.id WHEN MATCHED THEN DELETE', 'MERGE … DELETE'],
    ["DO 'BEGIN DROP TABLE users; END'", 'DO with a block of code'],
    ["EXECUTE IMMEDIATE 'DROP TABLE users'", 'EXECUTE of a prepared statement'],
    ['BEGIN NOT ATOMIC DROP TABLE users; END', 'DROP TABLE'],
    ['CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DELETE FROM users', 'DELETE without WHERE'],
    ["SELECT * FROM users INTO OUTFILE '/tmp/x'", 'INTO OUTFILE'],
    ["VACUUM main INTO '/tmp/x'", 'VACUUM INTO a file'],
    ["COPY users TO '/tmp/x'", 'COPY … TO a file'],
    ["COPY (SELECT 1) TO PROGRAM 'sh'", 'COPY with a program'],
    ["COPY users FROM PROGRAM 'sh'", 'COPY with a program'],
    ["COPY stdout TO '/tmp/x'", 'COPY … TO a file'],
    ["COPY (SELECT stdout FROM a) TO '/tmp/x'", 'COPY … TO a file'],
    ['ALTER TABLE a DROP `b`, DEFAULT CHARACTER SET utf8mb4', 'ALTER … DROP'],
    ['ALTER TABLE a DROP key', 'ALTER … DROP'],
    ['ALTER TABLE a DROP index CASCADE', 'ALTER … DROP'],
    ['ALTER TABLE a DROP identity, ADD c int', 'ALTER … DROP'],
    ["ALTER TABLE a ALTER b TYPE text USING '', ADD c int", 'ALTER … USING a constant'],
    ['ALTER TABLE a ENGINE = BLACKHOLE', 'ALTER … ENGINE BLACKHOLE'],
    ['SET STATEMENT max_statement_time = 1 FOR DELETE FROM users', 'DELETE without WHERE'],
    ['ALTER EVENT e DO DELETE FROM users', 'DELETE without WHERE'],
    [
      'MERGE INTO a USING b ON true WHEN MATCHED THEN UPDATE SET x = 1',
      'MERGE … UPDATE with an ON that names no column',
    ],
    [
      'MERGE INTO a USING b ON a.id = b.id WHEN NOT MATCHED BY SOURCE THEN UPDATE SET x = 1',
      'MERGE … UPDATE without a condition',
    ],
    ["DELETE FROM a WHERE date '2020-01-01' < now()", 'DELETE with a WHERE that names no column'],
    ['DELETE FROM a WHERE now() > now() - INTERVAL 1 DAY', 'DELETE with a WHERE that names no column'],
    ["DELETE FROM a WHERE 'a' REGEXP 'a'", 'DELETE with a WHERE that names no column'],
    ['DELETE FROM a WHERE 1 IS DISTINCT FROM 2', 'DELETE with a WHERE that names no column'],
    ['DELETE FROM a WHERE true IS NOT UNKNOWN', 'DELETE with a WHERE that names no column'],
    ['DELETE FROM a WHERE CURRENT_USER IS NOT NULL', 'DELETE with a WHERE that names no column'],
    ['DELETE FROM a WHERE pg_catalog.now() IS NOT NULL', 'DELETE with a WHERE that names no column'],
    ["PURGE BINARY LOGS TO 'log.000010'", 'PURGE BINARY'],
    ["purge master logs before '2026-01-01'", 'PURGE MASTER'],
    ['RESET MASTER', 'RESET MASTER'],
    ['RESET BINARY LOGS AND GTIDS', 'RESET BINARY'],
    ['RESET REPLICA ALL', 'RESET REPLICA'],
    ["INSERT INTO notes(notes) VALUES('delete-all')", 'delete-all of a full-text index'],
    ['INSERT INTO main."notes" (rank, [notes]) VALUES (1, "DELETE-ALL")', 'delete-all of a full-text index'],
    ["DELETE FROM a WHERE 'a' COLLATE \"C\" = 'a'", 'DELETE with a WHERE that names no column'],
  ])('asks before: %s', (sql, what) => {
    expect(destroys(sql, engine)).toBe(what);
  });

  test.each([
    'INSERT INTO users VALUES (1)',
    "INSERT INTO notes(notes) VALUES('rebuild')",
    "INSERT INTO log(command) VALUES('delete-all')",
    'RESET search_path',
    'REPLACE INTO a VALUES (1)',
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
    'ALTER TABLE a DROP INDEX c, DROP KEY d',
    'ALTER TABLE a ALTER COLUMN b DROP IDENTITY IF EXISTS',
    'ALTER TABLE a ALTER b DROP EXPRESSION',
    'ALTER TABLE a ALTER b TYPE int USING b::int',
    'ALTER TABLE a ADD INDEX c (b) USING BTREE',
    'COPY program FROM STDIN',
    'SET STATEMENT max_statement_time = 1 FOR DELETE FROM users WHERE id = 1',
    "DELETE FROM users WHERE interval = 5 AND date <> '2020-01-01'",
    'DELETE FROM users WHERE users.id = 3',
    'DELETE FROM users WHERE 5 < id',
    'DELETE FROM users WHERE 1 = 1 AND id = 3',
    "DELETE FROM users WHERE date < '2020-01-01'",
    'DELETE FROM users WHERE active',
    'DELETE FROM users WHERE lower(name) = lower(email)',
    'UPDATE a SET x = 1 WHERE CURRENT OF c',
    'DELETE FROM users WHERE EXISTS (SELECT 1 FROM gone g WHERE g.id = users.id)',
    'UPDATE users SET name = 1 WHERE id IN (SELECT id FROM b) RETURNING id',
    'WITH x AS (SELECT 1 AS id) UPDATE users SET a = 1 WHERE id IN (SELECT id FROM x)',
    'WITH x AS (SELECT 1 AS id) INSERT INTO a (b) SELECT id FROM x ON CONFLICT (b) DO UPDATE SET b = 2',
    'WITH x AS (SELECT 1) SELECT * FROM a, x FOR UPDATE',
    'MERGE INTO a USING b ON a.id = b.id WHEN MATCHED THEN UPDATE SET x = 1 WHEN NOT MATCHED THEN INSERT VALUES (1)',
    'INSERT INTO a VALUES (1) ON DUPLICATE KEY UPDATE b = 2',
    'CREATE OR REPLACE VIEW v AS SELECT 1',
    'CREATE TRIGGER t AFTER DELETE ON a BEGIN DELETE FROM b; END',
    'INSERT INTO a SELECT truncate(1.5, 1)',
    'INSERT INTO a SELECT (replace(b, 1, 2)) FROM c',
    'COPY users FROM STDIN',
    'COPY users TO STDOUT',
    'VACUUM',
    'ANALYZE users',
    'CALL tidy_up()',
    '',
  ])('does not ask before: %s', (sql) => {
    expect(destroys(sql, engine)).toBeUndefined();
  });
});

test('follows the quoting rules of the engine', () => {
  expect(destroys("INSERT INTO a VALUES ('it\\'s; DROP TABLE x')", mysql)).toBeUndefined();
  expect(destroys("INSERT INTO a VALUES ('\\'); DROP TABLE x", postgres)).toBe('DROP TABLE');
  expect(destroys('INSERT INTO a VALUES ($f$ ; DROP TABLE x $f$)', postgres)).toBeUndefined();
  expect(destroys('INSERT INTO `; drop table x` VALUES (1) # ; DROP TABLE y', mysql)).toBeUndefined();
  expect(destroys('INSERT INTO [a; drop table x] VALUES (1)', sqlite)).toBeUndefined();
  expect(destroys('/*! DROP TABLE x */', mysql)).toBe('DROP TABLE');
  expect(destroys('DO $$ BEGIN DELETE FROM x; END $$', postgres)).toBe('DO with a block of code');
  expect(destroys('DO LANGUAGE plpgsql $$ BEGIN END $$', postgres)).toBe('DO with a block of code');
  expect(destroys('DO sleep(1)', mysql)).toBeUndefined();
  for (const sql of ['DELETE FROM a WHERE $1', "DELETE FROM a WHERE 't'::boolean"])
    expect(destroys(sql, postgres)).toBe('DELETE with a WHERE that names no column');
  for (const where of ['?', '@x = 1', '"a" = "a"', 'id = 1 || 1', '(id = 1 || "x")'])
    expect(destroys(`DELETE FROM a WHERE ${where}`, mysql)).toBe('DELETE with a WHERE that names no column');
  for (const engine of [postgres, sqlite])
    for (const where of ['"users"."id" % 2 = 1', '"id" = 3 OR name IS NULL'])
      expect(destroys(`DELETE FROM users WHERE ${where}`, engine)).toBeUndefined();
  for (const where of ['`b`', 'b = "x"', 'b = 1 || c = 2', 'b | 1'])
    expect(destroys(`DELETE FROM a WHERE ${where}`, mysql)).toBeUndefined();
  expect(destroys('DELETE FROM a WHERE [b] = ?1', sqlite)).toBeUndefined();
  expect(destroys('DELETE FROM a WHERE :x', sqlite)).toBe('DELETE with a WHERE that names no column');
});

test('asks before a statement with too many changes to judge', () => {
  const nested = 'WITH '.concat('(UPDATE a SET b = 1 WHERE id = 1),'.repeat(1_000));
  expect(destroys(nested, postgres)).toBe('More than 500 changes');
});

// Quadratic time would take minutes; a busy machine takes seconds.
const LINEAR = { timeout: 30_000 };

test('judges long names and lists in linear time', LINEAR, () => {
  for (const engine of Object.values(engines)) {
    destroys(`DELETE FROM a WHERE ${'b.'.repeat(200_000)}c()`, engine);
    destroys(`ALTER TABLE a ${'USING 1 '.repeat(100_000)}`, engine);
  }
});

test('reads a long text of quotes in linear time', LINEAR, () => {
  for (const engine of Object.values(engines)) destroys(`SELECT '${"\\'".repeat(100_000)}`, engine);
});
