import { describe, expect, test } from 'vitest';
import { mysqlGuard } from './guard.ts';

const { judge } = mysqlGuard;

async function dependenciesOf(sql: string) {
  const verdict = await judge(sql);
  return verdict.reads ? verdict.dependsOn : undefined;
}

describe('dependencies', () => {
  test.each(['SELECT 1', 'SELECT UPPER(NOW()), CAST(1 AS CHAR(3))', 'SHOW DATABASES', 'DESCRIBE users'])(
    'none: %s',
    async (sql) => {
      expect(await dependenciesOf(sql)).toBeUndefined();
    },
  );

  test('lists functions that are not built in, and any with a schema', async () => {
    const found = await dependenciesOf('SELECT f(1), `g`(2), db.UPPER(3), "h"(4), LOWER(5), X(6)');
    expect(found?.functions).toEqual([
      { name: 'f' },
      { name: 'g' },
      { schema: 'db', name: 'UPPER' },
      { name: 'h' },
      { name: 'X' },
    ]);
  });

  test('lists tables in every clause', async () => {
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

  test('does not take a name with a column list for a call', async () => {
    const found = await dependenciesOf('WITH c (a, b) AS (SELECT 1, 2) SELECT * FROM (SELECT 1) d (e), c');
    expect(found?.functions).toEqual([]);
  });

  test('includes the dependencies under other sql_modes', async () => {
    const found = await dependenciesOf("SELECT '\\', write_fn() -- '");
    expect(found?.functions).toEqual([{ name: 'write_fn' }]);
  });
});

test('marks the plan of a change as planOnly', async () => {
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

  test('mentions the sql_mode when only another one makes it a change', async () => {
    expect(await judge("SELECT 'a\\'; DELETE FROM users; -- '")).toMatchObject({
      rule: 'one-statement',
      reason: expect.stringContaining('sql_mode'),
    });
  });
});
