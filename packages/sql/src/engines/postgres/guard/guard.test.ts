import { describe, expect, test } from 'vitest';
import { postgresGuard } from './guard.ts';

const { judge } = postgresGuard;

async function dependenciesOf(sql: string) {
  const verdict = await judge(sql);
  return verdict.reads ? verdict.dependsOn : undefined;
}

describe('dependencies', () => {
  test.each(['SELECT 1', 'SHOW search_path', 'EXPLAIN SELECT 1'])('none: %s', async (sql) => {
    expect(await dependenciesOf(sql)).toBeUndefined();
  });

  test('lists each function once, with its number of arguments', async () => {
    const found = await dependenciesOf('SELECT f(1), f(2), app.f(1, 2), f(VARIADIC ARRAY[1]), "F"()');
    expect(found?.functions).toHaveLength(4);
    expect(found?.functions).toEqual(
      expect.arrayContaining([
        { name: 'f', argumentCount: 1 },
        { schema: 'app', name: 'f', argumentCount: 2 },
        { name: 'f' },
        { name: 'F', argumentCount: 0 },
      ]),
    );
  });

  test('lists relations in every clause, also those named like a CTE', async () => {
    const found = await dependenciesOf(
      'WITH a AS (SELECT * FROM b) SELECT (SELECT 1 FROM s.c) FROM a JOIN ONLY d ON EXISTS (TABLE e)',
    );
    expect(found?.relations.map(({ schema, name }) => `${schema ?? ''}.${name}`).sort()).toEqual([
      '.a',
      '.b',
      '.d',
      '.e',
      's.c',
    ]);
  });

  test('lists operators, types, and fields that may be functions', async () => {
    const found = await dependenciesOf('SELECT x OPERATOR(app.@#@) 1, y::app.dom, u.f, (u).g.h FROM u');
    expect(found).toMatchObject({
      operators: [{ schema: 'app', name: '@#@' }],
      types: expect.arrayContaining([{ schema: 'app', name: 'dom' }]),
      functions: expect.arrayContaining([
        { name: 'g', argumentCount: 1 },
        { name: 'h', argumentCount: 1 },
      ]),
    });
    expect([...(found?.fields ?? [])].sort()).toEqual(['f', 'g', 'h']);
  });

  test('lists a function with one argument also as a type, since it may convert', async () => {
    expect(await dependenciesOf("SELECT app.d1('x')")).toMatchObject({
      types: [{ schema: 'app', name: 'd1' }],
    });
  });

  test.each([
    ['SELECT a, b FROM t LIMIT 5', []],
    ['SELECT * FROM (SELECT a FROM t) s', []],
    ['SELECT a FROM t ORDER BY u.b', ['a', 'b']],
    ['SELECT DISTINCT a FROM t', ['a']],
    ['SELECT a FROM t GROUP BY a', ['a']],
    ['SELECT a FROM t UNION SELECT b FROM t', ['a', 'b']],
    ['SELECT a FROM t WHERE b', ['a', 'b']],
    ['SELECT 1 FROM t JOIN u USING (c)', ['c']],
    ['SELECT 1 FROM t NATURAL JOIN u', ['*']],
    ['SELECT * FROM t WHERE a = 1', ['*']],
    ['SELECT t FROM t ORDER BY t', ['()', '*']],
    ['SELECT true::bigint', ['']],
    ['SELECT 1 LIMIT true', ['']],
    ['SELECT b FROM t AS s(a, b) ORDER BY b', ['*']],
    ['SELECT GREATEST(a, b) FROM t', ['a', 'b']],
    ['SELECT max(t.a) OVER (PARTITION BY (t.c).d) FROM t', ['a', 'c', 'd']],
  ])('lists the columns whose values are compared or converted: %s', async (sql, columns) => {
    expect([...((await dependenciesOf(sql))?.columns ?? [])].sort()).toEqual(columns);
  });

  test.each([
    ['SELECT 1 BETWEEN a AND b FROM t', ['<', '<=', '>', '>=', 'BETWEEN']],
    ['SELECT CASE a WHEN b THEN 1 END FROM t', ['=']],
    ['SELECT 1 FROM t JOIN u USING (a)', ['=']],
    ['SELECT 1 FROM t NATURAL JOIN u', ['=']],
    ['SELECT a IN (SELECT b FROM t) FROM t', ['=']],
  ])('lists operators that are not written: %s', async (sql, operators) => {
    expect((await dependenciesOf(sql))?.operators.map(({ name }) => name).sort()).toEqual(operators);
  });

  test('includes the dependencies of texts that are run as SQL', async () => {
    const found = await dependenciesOf("SELECT * FROM ts_stat('SELECT f(x) FROM inner_table')");
    expect(found?.relations).toEqual([{ name: 'inner_table' }]);
    expect(found?.functions).toContainEqual({ name: 'f', argumentCount: 1 });
  });
});

test('marks the plan of a change as planOnly', async () => {
  expect(await judge('EXPLAIN DELETE FROM users')).toMatchObject({
    reads: true,
    planOnly: true,
    dependsOn: { relations: [{ name: 'users' }], planned: true },
  });
  expect(await judge('EXPLAIN ANALYZE SELECT 1')).toEqual({ reads: true });
});

describe('refusals name the rule', () => {
  test.each([
    ['', 'empty'],
    ['SELECT 1; SELECT 2', 'one-statement'],
    ['SELEC 1', 'syntax'],
    ['SELECT 1\0', 'not-text'],
    [`SELECT '${'x'.repeat(300_000)}'`, 'too-long'],
    ['DELETE FROM users', 'statement'],
    ['WITH x AS (DELETE FROM users RETURNING 1) SELECT 1', 'statement'],
    ['SELECT 1 INTO x', 'select-into'],
    ['SELECT * FROM users FOR SHARE', 'row-lock'],
    ['EXPLAIN ANALYZE DELETE FROM users', 'explain-analyze'],
    ["SELECT nextval('s')", 'function'],
  ])('%s', async (sql, rule) => {
    expect(await judge(sql)).toMatchObject({ reads: false, rule });
  });

  test('explains the refusal', async () => {
    expect(await judge('ALTER ROLE a SET x = 1')).toMatchObject({ reason: 'ALTER ROLE SET is not a read' });
    expect(await judge('SELECT pg_sleep(1)')).toMatchObject({
      reason: 'pg_sleep() stops, signals or waits for other sessions',
    });
    expect(await judge('SELECT FROM FROM')).toMatchObject({
      reason: expect.stringContaining('syntax error'),
    });
  });
});

test('refuses nesting that breaks the parser, and judges the next statement', async () => {
  const usual = await judge('SELECT * FROM users WHERE id IN (SELECT 1)');
  const deep = `SELECT ${'(SELECT '.repeat(3_000)}1${')'.repeat(3_000)}`;
  expect(await judge(deep)).toMatchObject({ reads: false, rule: 'syntax' });
  expect(await judge('SELECT * FROM users WHERE id IN (SELECT 1)')).toEqual(usual);
});
