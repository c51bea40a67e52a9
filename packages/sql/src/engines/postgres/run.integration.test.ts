import { describe, expect, test } from 'vitest';
import { sharedPostgres } from '../../../../../test/engines/postgres.ts';
import { ask, cell, change, failure, openBackend, until } from '../shared/testing/backend.ts';
import { describeDatabase } from '../shared/testing/database.ts';

const address = await sharedPostgres();
const never = new AbortController().signal;

const fixture = [
  'CREATE TABLE users (id bigint PRIMARY KEY, name text)',
  "INSERT INTO users VALUES (1, 'a'), (2, 'b')",
  'CREATE SEQUENCE counter',
  `CREATE FUNCTION write_fn() RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM users; RETURN 1; END $$`,
];

await describeDatabase('statements on PostgreSQL', 'postgres', address, fixture, (scratch) => {
  const { writable, readonly, watcher } = scratch;

  /** Counts the sessions of this database. */
  const sessions = (condition: string) =>
    cell(
      watcher,
      `SELECT count(*) FROM pg_stat_activity WHERE datname = '${scratch.database}' AND ${condition}`,
    );

  describe('rejects writes in a read-only call, without the guard and for a superuser', () => {
    test.each([
      "INSERT INTO users VALUES (3, 'c')",
      "WITH x AS (INSERT INTO users VALUES (3, 'c') RETURNING id) SELECT * FROM x",
      'DELETE FROM users',
      'SELECT write_fn()',
      'SELECT * FROM write_fn()',
      'TRUNCATE users',
      'CREATE TABLE other (a int)',
      'CREATE TEMP TABLE other (a int)',
      'SELECT * INTO other FROM users',
      "SELECT nextval('counter')",
      "SELECT setval('counter', 7)",
      'DROP TABLE users',
      'GRANT SELECT ON users TO PUBLIC',
      "COMMENT ON TABLE users IS 'x'",
      "SELECT lo_from_bytea(0, '\\x00')",
      'SELECT * FROM users FOR UPDATE',
      'DO $$ BEGIN SET TRANSACTION READ WRITE; DELETE FROM users; END $$',
      "SELECT set_config('transaction_read_only', 'off', false), write_fn()",
    ])('%s', async (sql) => {
      for (const backend of [readonly, writable]) {
        expect(await failure(ask(backend, sql))).toHaveProperty(
          'code',
          expect.stringMatching(/^E_(READONLY|SQL|UNSUPPORTED)$/),
        );
      }
      expect((await ask(watcher, 'SELECT 1')).rows).toEqual([[1]]);
      expect((await ask(readonly, 'SELECT id FROM users ORDER BY id')).rows).toEqual([[1], [2]]);
    });

    test('rejects writes after the transaction ended or the default changed', async () => {
      await ask(readonly, 'COMMIT');
      await ask(readonly, 'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE');
      await ask(readonly, "SELECT set_config('default_transaction_read_only', 'off', false)");
      expect(await failure(ask(readonly, 'DELETE FROM users'))).toHaveProperty('code', 'E_READONLY');
      expect(await cell(readonly, 'SHOW default_transaction_read_only')).toBe('on');
    });

    test('rejects a write on a read-only connection', async () => {
      expect(await failure(change(readonly, 'DELETE FROM users'))).toHaveProperty('code', 'E_READONLY');
    });
  });

  describe('sessions', () => {
    test.each([true, false])('resets session state between calls (read-only: %s)', async (isReadonly) => {
      const backend = isReadonly ? readonly : writable;
      const before = await cell(backend, 'SHOW search_path');
      const run = (sql: string) => ask(backend, sql, { readonly: isReadonly });
      await run('SET search_path = pg_catalog');
      await run("SELECT set_config('statement_timeout', '12345', false)");
      await run('SELECT pg_advisory_lock(42)');
      await run('PREPARE kept AS SELECT 1');
      await run('SET ROLE pg_monitor');
      if (!isReadonly) await run('LISTEN channel');
      if (!isReadonly) await run('CREATE TEMP TABLE kept (a int)');
      expect(await cell(backend, 'SHOW search_path')).toBe(before);
      expect(await cell(backend, 'SHOW statement_timeout')).toBe('0');
      expect(await cell(backend, 'SELECT current_user')).toBe('postgres');
      expect(await cell(backend, "SELECT count(*) FROM pg_prepared_statements WHERE name <> ''")).toBe(0);
      expect(await cell(backend, 'SELECT count(*) FROM pg_listening_channels()')).toBe(0);
      expect(await cell(backend, "SELECT to_regclass('kept')")).toBeNull();
      await until(
        async () => (await cell(watcher, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")) === 0,
      );
    });

    test('sets application_name', async () => {
      expect(await cell(readonly, 'SHOW application_name')).toBe('molehill');
    });

    test('opens at most 8 sessions and serves every waiting call', async () => {
      let most = 0;
      const work = Promise.all(Array.from({ length: 40 }, () => ask(readonly, 'SELECT pg_sleep(0.02)')));
      let over = false;
      work.finally(() => {
        over = true;
      });
      await until(async () => {
        most = Math.max(most, Number(await sessions("query LIKE '%pg_sleep(0.02)%'")));
        return over;
      });
      expect((await work).length).toBe(40);
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThanOrEqual(8);
    });

    test('removes an aborted call from the queue', async () => {
      const crowded = await openBackend(scratch.definition);
      const stop = new AbortController();
      const held = Array.from({ length: 8 }, () =>
        failure(ask(crowded, 'SELECT pg_sleep(600)', { signal: stop.signal })),
      );
      await until(async () => (await sessions("query LIKE '%pg_sleep(600)%' AND state = 'active'")) === 8);
      const timeout = AbortSignal.timeout(50);
      expect(await failure(ask(crowded, 'SELECT 1', { signal: timeout }))).toBe(timeout.reason);
      stop.abort(new Error('aborted'));
      await Promise.all(held);
      expect(await cell(crowded, 'SELECT 1')).toBe(1);
      await crowded.dispose();
    });
  });

  describe('cancelling', () => {
    test('cancels the statement in the server and keeps the connection', async () => {
      const controller = new AbortController();
      const running = failure(ask(readonly, 'SELECT pg_sleep(601)', { signal: controller.signal }));
      const sleeping = "query = 'SELECT pg_sleep(601)' AND state = 'active'";
      await until(async () => (await sessions(sleeping)) === 1);
      const pid = await cell(watcher, `SELECT pid FROM pg_stat_activity WHERE ${sleeping}`);
      const reason = new Error('aborted');
      controller.abort(reason);
      expect(await running).toBe(reason);
      await until(async () => (await sessions(`pid = ${pid} AND state = 'idle'`)) === 1);
      expect(await cell(readonly, 'SELECT 1')).toBe(1);
      expect(await sessions(`pid = ${pid}`)).toBe(1);
    });

    test('cancels a fetch in progress and rolls back its change', async () => {
      const controller = new AbortController();
      const sql =
        'INSERT INTO users SELECT g, pg_sleep(0.01)::text FROM generate_series(100, 100000) g RETURNING id';
      const running = failure(ask(writable, sql, { readonly: false, signal: controller.signal }));
      await until(
        async () => (await sessions("query LIKE 'INSERT INTO users SELECT%' AND state = 'active'")) === 1,
      );
      controller.abort(new Error('aborted'));
      expect(await running).toHaveProperty('message', 'aborted');
      await until(async () => (await sessions("state <> 'idle'")) === 0);
      expect(await cell(writable, 'SELECT count(*) FROM users')).toBe(2);
    });

    test('sends nothing when the signal is already aborted', async () => {
      const reason = new Error('aborted');
      expect(await failure(ask(readonly, 'SELECT 1', { signal: AbortSignal.abort(reason) }))).toBe(reason);
    });
  });

  describe('changes', () => {
    test('reports the number of affected rows', async () => {
      await change(writable, 'CREATE TABLE numbers (n int)');
      expect((await change(writable, 'INSERT INTO numbers SELECT generate_series(1, 500)')).affected).toBe(
        500,
      );
      const returned = await change(writable, 'UPDATE numbers SET n = n + 1000 RETURNING n');
      expect([returned.rows.length, returned.affected]).toEqual([500, 500]);
      expect((await change(writable, 'DELETE FROM numbers WHERE n > 1400')).affected).toBe(100);
      expect((await change(writable, 'SELECT * FROM numbers')).affected).toBeUndefined();
    });

    test('commits a change whose returned rows are not all read', async () => {
      const cursor = await writable.run(
        { sql: 'DELETE FROM numbers WHERE n > 1300 RETURNING n', params: [] },
        { readonly: false, signal: never },
      );
      await cursor.fetch(5, never);
      await cursor.close();
      expect(await cell(writable, 'SELECT count(*) FROM numbers')).toBe(300);
    });

    test('reports a deferred constraint that fails at commit', async () => {
      await change(writable, 'CREATE TABLE parents (id int PRIMARY KEY)');
      await change(
        writable,
        'CREATE TABLE children (p int REFERENCES parents DEFERRABLE INITIALLY DEFERRED)',
      );
      expect(await failure(change(writable, 'INSERT INTO children VALUES (1)'))).toMatchObject({
        code: 'E_CONSTRAINT',
        details: { sqlstate: '23503', table: 'children' },
      });
      expect(await cell(writable, 'SELECT count(*) FROM children')).toBe(0);
    });

    test('runs statements that are not allowed in a transaction', async () => {
      await change(writable, 'VACUUM numbers');
      await change(writable, 'CREATE INDEX CONCURRENTLY ON numbers (n)');
      await change(
        writable,
        'CREATE PROCEDURE twice(INOUT n int) LANGUAGE plpgsql AS $$ BEGIN COMMIT; n := n * 2; END $$',
      );
      expect((await change(writable, 'CALL twice(21)')).rows).toEqual([[42]]);
    });

    test('rejects COPY through the connection and keeps the connection usable', async () => {
      for (const sql of ['COPY numbers TO STDOUT', 'COPY numbers FROM STDIN']) {
        expect(await failure(change(writable, sql))).toHaveProperty(
          'code',
          expect.stringMatching(/^E_(UNSUPPORTED|CANCELLED)$/),
        );
        expect(await cell(writable, 'SELECT count(*) FROM numbers')).toBe(300);
      }
    });
  });
});
