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

  const relationsOf = async (sql: string) =>
    (await dependenciesOf(sql))?.relations.map(({ schema, name }) => `${schema ?? ''}.${name}`);

  test('lists the names between FROM and the next clause', async () => {
    const sql =
      'SELECT a, f.b FROM t1 x, db.t2 JOIN (t3, `t4`) ON (c = d) WHERE e IN (SELECT g FROM ((t5))) UNION TABLE t6';
    expect(await relationsOf(sql)).toEqual(
      ['t1', 'x', 'db.t2', 't3', 't4', 'c', 't5', 't6'].map((name) =>
        name.includes('.') ? name : `.${name}`,
      ),
    );
  });

  test.each([
    'SELECT 1 FROM {oj v LEFT JOIN t ON 1}',
    'SELECT 1 FROM {oj .v LEFT JOIN t ON 1}',
    'SELECT 1 FROM {`oj`.v LEFT JOIN t ON 1}',
    'SELECT 1 FROM t IGNORE INDEX FOR ORDER BY (i), v',
    'SELECT 1 FROM t USE KEY FOR GROUP BY (i) JOIN v',
    'SELECT 1 FROM t WINDOW, v',
    'SELECT 1 FROM t EXCEPT, v',
    'SELECT 1 FROM .v',
    'SELECT 2 * FROM .v',
    'SELECT 1 FROM t AS a, v',
    'SELECT 1 FROM t JOIN u ON a = b AND c JOIN v',
    'SELECT 1 FROM . v',
    'SELECT 1 FROM.`v`',
    'SELECT 1 FROM `t`,`v`',
    'SELECT 1 FROM t WHERE.v = 1, v',
  ])('finds the view v in %s', async (sql) => {
    expect(await relationsOf(sql)).toContain('.v');
  });

  test.each([
    ['SELECT 1 FROM db.1e5', 'db.1e5'],
    ['SELECT 1 FROM db.0x1f', 'db.0x1f'],
    ['SELECT 1 FROM a, where.v', 'where.v'],
    ['SELECT 1 FROM a, order.v', 'order.v'],
  ])('finds the view with a schema in %s', async (sql, view) => {
    expect(await relationsOf(sql)).toContain(view);
  });

  test('looks up no columns of a condition', async () => {
    const sql = 'SELECT 1 FROM a x JOIN b AS y ON x.i = y.i AND x.j > y.j + 1';
    expect(await relationsOf(sql)).toEqual(['.a', '.x', '.b']);
  });

  test('looks up built-in functions that are called with quotes or a space, and keywords of some servers', async () => {
    const found = await dependenciesOf('SELECT `now`(), COUNT (1), PATH(), ROW(1, 2), `if`(1), NOW()');
    expect(found?.functions.map(({ name }) => name)).toEqual(['now', 'COUNT', 'PATH', 'ROW', 'if']);
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
    ["SELECT /*+ QB_NAME('`*/ 1 -- ') */ GET_LOCK('a', 0)", 'hint'],
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
