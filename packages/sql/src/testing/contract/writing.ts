import { personWho } from '@molehill/serve/testing/mcp-client';
import { describe, expect, test } from 'vitest';
import { connectSql, openSqlEndpoint } from '../sql-client.ts';
import { agrees, type ContractFixture } from './fixture.ts';

const declines = () => personWho({ action: 'decline' });

export function describeWriting(fixture: () => ContractFixture): void {
  const countOf = async (table: string) => {
    const { query } = await fixture().connect();
    return Number((await query('rw', `SELECT COUNT(*) AS n FROM ${table}`)).rows[0]?.n);
  };

  describe('a read-only connection', () => {
    test.each([
      "INSERT INTO customers VALUES (9, 'x', 'x')",
      "UPDATE customers SET name = 'x' WHERE id = 1",
      'DELETE FROM customers WHERE id = 1',
      'DROP TABLE orders',
      'CREATE TABLE extra (a integer)',
    ])('rejects %s and names the rule', async (sql) => {
      const { call } = await fixture().connect();
      const answer = await call('query', { connection: 'ro', sql });
      expect(answer.error).toMatchObject({
        code: 'E_READONLY',
        message: expect.stringContaining('rule '),
        hint: expect.stringMatching(/\w/),
      });
      expect([await countOf('customers'), await countOf('orders')]).toEqual([3, 3]);
    });

    test('rejects scripts, and analyzing or exporting a write', async () => {
      const { call } = await fixture().connect();
      const sql = 'DELETE FROM orders WHERE id = 1';
      const refused = [
        await call('execute_script', { connection: 'ro', sql }),
        await call('explain_query', { connection: 'ro', sql, analyze: true }),
        await call('export_query', { connection: 'ro', sql, path: 'x.csv' }),
        await call('export_query', { connection: 'rw', sql, path: 'x.csv' }),
      ];
      expect(refused.map(({ error }) => error?.code)).toEqual(Array(4).fill('E_READONLY'));
      expect(await countOf('orders')).toBe(3);
    });

    test('explains a write without executing it', async () => {
      const { call, ask } = await fixture().connect();
      for (const sql of [
        'DELETE FROM orders WHERE id = 1',
        'UPDATE orders SET total = 0',
        "INSERT INTO customers VALUES (9, 'Alan', NULL)",
      ]) {
        expect(await ask('explain_query', { connection: 'ro', sql })).toMatchObject({
          text: expect.stringMatching(/./),
        });
        expect(await call('query', { connection: 'ro', sql: `EXPLAIN ${sql}` })).toMatchObject({ ok: true });
      }
      const left = 'SELECT COUNT(*) AS n FROM orders WHERE total > 0';
      expect((await (await fixture().connect()).query('ro', left)).rows).toEqual([{ n: 3 }]);
      expect([await countOf('customers'), await countOf('orders')]).toEqual([3, 3]);
    });

    test('warns when its role may write', async () => {
      const { ask } = await fixture().connect();
      expect(await ask('test_connection', { name: 'ro' })).toMatchObject({
        ok: true,
        warning: expect.stringContaining('may only read'),
      });
      expect(await ask('test_connection', { name: 'rw' })).not.toHaveProperty('warning');
    });
  });

  describe('a writable connection', () => {
    test('reports the number of changed rows', async () => {
      const { query } = await fixture().connect();
      const { placeholder } = fixture().engine;
      const sql = `INSERT INTO customers VALUES (${placeholder(1)}, ${placeholder(2)}, NULL)`;
      expect(await query('rw', sql, { params: [10, 'Edsger'] })).toMatchObject({ affected: 1, rowCount: 0 });
      expect((await query('ro', 'SELECT name FROM customers WHERE id = 10')).rows).toEqual([
        { name: 'Edsger' },
      ]);
      expect(await query('rw', "UPDATE customers SET name = 'x' WHERE id >= 10")).toMatchObject({
        affected: 1,
      });
      expect(await query('rw', 'DELETE FROM customers WHERE id >= 10')).toMatchObject({ affected: 1 });
    });

    test('asks for confirmation before a destructive statement', async () => {
      await (await fixture().connect()).query('rw', 'CREATE TABLE doomed (a integer)');
      await (await fixture().connect()).query('rw', 'INSERT INTO doomed VALUES (1), (2)');
      const nobody = await fixture().connect();
      const refused = await nobody.call('query', { connection: 'rw', sql: 'DELETE FROM doomed' });
      expect(refused.error?.code).toBe('E_CONFIRMATION_REQUIRED');
      const no = declines();
      const declining = await fixture().connect(no.person);
      expect(
        (await declining.call('query', { connection: 'rw', sql: 'DROP TABLE doomed' })).error?.code,
      ).toBe('E_DECLINED');
      expect(no.questions).toEqual([
        expect.stringMatching(/DROP TABLE on connection "rw".*DROP TABLE doomed/),
      ]);
      expect(await countOf('doomed')).toBe(2);
      const agreeing = await fixture().connect(agrees().person);
      expect(await agreeing.query('rw', 'DELETE FROM doomed')).toMatchObject({ affected: 2 });
      await agreeing.query('rw', 'DROP TABLE doomed');
      expect(await agreeing.call('query', { connection: 'rw', sql: 'SELECT * FROM doomed' })).toMatchObject({
        ok: false,
      });
    });
  });

  test('a connection that a person set to confirm never is changed without a question', async () => {
    const { engine } = fixture();
    const connections = [{ ...engine.definition, name: 'free', confirm: 'never' }];
    const endpoint = openSqlEndpoint({ connections, engines: engine.engines });
    try {
      const { query } = await connectSql(endpoint);
      await query('free', 'CREATE TABLE free (a integer)');
      await query('free', 'DROP TABLE free');
    } finally {
      await endpoint.close();
    }
  });

  test('a DDL statement does not wait for an open cursor', async () => {
    const { call, query } = await fixture().connect(agrees().person);
    await query('rw', 'CREATE TABLE waiting (a integer)');
    await query('rw', 'INSERT INTO waiting VALUES (1), (2)');
    const { cursor } = await query('ro', 'SELECT a FROM waiting ORDER BY a', { limit: 1 });
    expect(cursor).toBeDefined();
    await query('rw', 'ALTER TABLE waiting ADD COLUMN b integer', { timeoutMs: 5_000 });
    const late = await call('query', { connection: 'ro', cursor });
    expect(late.error?.code).toBe('E_STALE_REFERENCE');
    await query('rw', 'DROP TABLE waiting', { timeoutMs: 5_000 });
  });

  describe('a script', () => {
    test('returns a result for each statement', async () => {
      const { ask } = await fixture().connect();
      const sql = `INSERT INTO customers VALUES (20, 'a;b', NULL);
        -- not; a statement
        SELECT name FROM customers WHERE id = 20; DELETE FROM customers WHERE id = 20;`;
      expect(await ask('execute_script', { connection: 'rw', sql })).toMatchObject({
        statements: 3,
        results: [{ affected: 1 }, { rows: [{ name: 'a;b' }] }, { affected: 1 }],
      });
    });

    test('is rolled back when a statement fails', async () => {
      const { call } = await fixture().connect();
      const sql =
        "INSERT INTO customers VALUES (21, 'a', NULL); INSERT INTO customers VALUES (1, 'twice', NULL)";
      expect((await call('execute_script', { connection: 'rw', sql })).error).toMatchObject({
        code: 'E_CONSTRAINT',
      });
      expect(await countOf('customers')).toBe(3);
    });

    test('asks for confirmation before it destroys data', async () => {
      const { call } = await fixture().connect();
      const sql = "INSERT INTO customers VALUES (22, 'a', NULL); DELETE FROM orders";
      expect((await call('execute_script', { connection: 'rw', sql })).error?.code).toBe(
        'E_CONFIRMATION_REQUIRED',
      );
      expect([await countOf('customers'), await countOf('orders')]).toEqual([3, 3]);
    });
  });

  describe('a plan', () => {
    test('of a read is returned as text, JSON and tree', async () => {
      const { call } = await fixture().connect();
      const answer = await call('explain_query', {
        connection: 'ro',
        sql: 'SELECT * FROM customers WHERE id = 1',
      });
      expect(answer.data).toMatchObject({
        text: expect.stringMatching(/customers/),
        json: expect.anything(),
        plan: { nodes: expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })]) },
      });
      expect(answer.text).toMatch(/customers/);
    });

    test('of a write does not execute it', async () => {
      const { call } = await fixture().connect();
      expect(await call('explain_query', { connection: 'rw', sql: 'DELETE FROM orders' })).toMatchObject({
        ok: true,
      });
      expect(await countOf('orders')).toBe(3);
    });

    test('with analyze executes the statement, so a write needs confirmation', async () => {
      const { call } = await fixture().connect();
      const { analyzes } = fixture().engine;
      const read = await call('explain_query', {
        connection: 'ro',
        sql: 'SELECT * FROM customers',
        analyze: true,
      });
      expect(read.error?.code).toBe(analyzes ? undefined : 'E_UNSUPPORTED');
      const change = { connection: 'rw', sql: 'DELETE FROM orders WHERE id = 1', analyze: true };
      expect((await call('explain_query', change)).error?.code).toBe('E_CONFIRMATION_REQUIRED');
      expect(await countOf('orders')).toBe(3);
    });

    test('rejects a statement that adds ANALYZE itself', async () => {
      const { call } = await fixture().connect();
      for (const sql of [
        'ANALYZE DELETE FROM orders',
        '(ANALYZE) DELETE FROM orders',
        'ANALYZE VERBOSE DELETE FROM orders',
      ])
        expect(await call('explain_query', { connection: 'ro', sql })).toMatchObject({ ok: false });
      expect(await countOf('orders')).toBe(3);
    });
  });
}
