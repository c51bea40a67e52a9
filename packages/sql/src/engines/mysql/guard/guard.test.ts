import { describe, expect, test } from 'vitest';
import { mysqlGuard } from './guard.ts';

const { judge } = mysqlGuard;

async function dependenciesOf(sql: string) {
  const verdict = await judge(sql);
  return verdict.reads ? verdict.dependsOn : undefined;
}

describe('what a statement leans on', () => {
  test.each(['SELECT 1', 'SELECT UPPER(NOW()), CAST(1 AS CHAR(3))', 'SHOW DATABASES', 'DESCRIBE users'])(
    'nothing: %s',
    async (sql) => {
      expect(await dependenciesOf(sql)).toBeUndefined();
    },
  );

  test('functions that are not the server’s, and any with a schema', async () => {
    const found = await dependenciesOf('SELECT f(1), `g`(2), db.UPPER(3), "h"(4), LOWER(5), X(6)');
    expect(found?.functions).toEqual([
      { name: 'f' },
      { name: 'g' },
      { schema: 'db', name: 'UPPER' },
      { name: 'h' },
      { name: 'X' },
    ]);
  });

  test('tables in every place one can stand', async () => {
    const found = await dependenciesOf(
      'SELECT a, f.b FROM t1 x, db.t2 JOIN (t3, `t4`) ON (c = d) WHERE e IN (SELECT g FROM ((t5))) UNION TABLE t6',
    );
    expect(found?.relations.map(({ schema, name }) => `${schema ?? ''}.${name}`)).toEqual([
      '.t1',
      'db.t2',
      '.t3',
      '.t4',
      '.t5',
      '.t6',
    ]);
  });

  test('a name with a list of columns is no call', async () => {
    const found = await dependenciesOf('WITH c (a, b) AS (SELECT 1, 2) SELECT * FROM (SELECT 1) d (e), c');
    expect(found?.functions).toEqual([]);
  });

  test('what any sql_mode would make of it', async () => {
    const found = await dependenciesOf("SELECT '\\', write_fn() -- '");
    expect(found?.functions).toEqual([{ name: 'write_fn' }]);
  });
});

test('a plan of a change is said to be one', async () => {
  expect(await judge('EXPLAIN UPDATE users SET id = 1')).toMatchObject({ reads: true, planOnly: true });
  expect(await judge('EXPLAIN ANALYZE SELECT 1')).toEqual({ reads: true });
});

describe('refusals name the rule', () => {
  test.each([
    [' ', 'empty'],
    ['SELECT 1; SELECT 2', 'one-statement'],
    ["SELECT 'a", 'syntax'],
    ['SELECT 1\0', 'not-text'],
    ['DELETE FROM users', 'statement'],
    ['SELECT 1 /*! x */', 'executable-comment'],
    ['SELECT 1 INTO @a', 'into'],
    ['SELECT 1 FOR UPDATE', 'row-lock'],
    ['SELECT @a := 1', 'variable'],
    ['SELECT SLEEP(1)', 'function'],
    ['SELECT /*+ SET_VAR(a = 1) */ 1', 'hint'],
    ['EXPLAIN ANALYZE DELETE FROM users', 'explain-analyze'],
  ])('%s', async (sql, rule) => {
    expect(await judge(sql)).toMatchObject({ reads: false, rule });
  });

  test('and say so when only another sql_mode makes it a change', async () => {
    expect(await judge("SELECT 'a\\'; DELETE FROM users; -- '")).toMatchObject({
      rule: 'one-statement',
      reason: expect.stringContaining('sql_mode'),
    });
  });
});
