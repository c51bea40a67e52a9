import { describe, expect, onTestFinished, test } from 'vitest';
import { sharedPostgres } from '../../../../../test/engines/postgres.ts';
import { connectSql, openSqlEndpoint } from '../../testing/sql-client.ts';
import { ask, cell, change, failure, openBackend } from '../shared/testing/backend.ts';
import { describeDatabase } from '../shared/testing/database.ts';
import { verify } from '../shared/testing/verify-suite.ts';
import { postgresGuard } from './guard/guard.ts';

const GUEST = `guest_reader_${process.pid}`;

const fixture = [
  'CREATE EXTENSION dblink',
  'CREATE TABLE users (id int, name text)',
  "INSERT INTO users VALUES (1, 'a'), (2, 'b')",
  'CREATE SCHEMA postgres',
  'CREATE TABLE postgres.own (a int)',
  'INSERT INTO postgres.own VALUES (7)',
  'CREATE TABLE guarded (a int)',
  'INSERT INTO guarded VALUES (1)',
  'CREATE VIEW mine AS SELECT current_user::text AS who',
  "CREATE FUNCTION secret() RETURNS int LANGUAGE sql STABLE AS 'SELECT 42'",
  'REVOKE EXECUTE ON FUNCTION secret() FROM PUBLIC',
  "CREATE FUNCTION who() RETURNS text LANGUAGE sql STABLE AS 'SELECT current_user::text'",
  'CREATE SEQUENCE counted',
];

const asReader = { asReader: true };

await describeDatabase(
  'the role that only reads',
  'postgres',
  await sharedPostgres(),
  fixture,
  ({ definition, writable, readonly }) => {
    describe('a superuser’s statement that the guard would overlook', () => {
      test.each([
        ["SELECT pg_read_file('PG_VERSION')", 'permission denied for function pg_read_file'],
        ["SELECT pg_ls_dir('.')", 'permission denied for function pg_ls_dir'],
        ["SELECT lo_export(1, '/tmp/molehill-lo')", 'permission denied for function lo_export'],
        ["COPY (SELECT 1) TO PROGRAM 'true'", 'permission denied to COPY to or from an external program'],
        ["SELECT dblink('host=/tmp dbname=postgres', 'SELECT 1')", 'password or GSSAPI'],
        ['SELECT pg_reload_conf()', 'permission denied for function pg_reload_conf'],
        ['INSERT INTO users VALUES (3)', 'INSERT'],
      ])('%s', async (sql, message) => {
        expect(await failure(ask(readonly, sql, asReader))).toMatchObject({
          message: expect.stringContaining(message),
        });
      });
    });

    test('is taken for one transaction', async () => {
      expect(await cell(readonly, 'SELECT current_user', asReader)).toBe('pg_read_all_data');
      expect(await cell(readonly, 'SELECT current_user')).toBe('postgres');
    });

    test('reads every table, by the search path of the session', async () => {
      expect(await cell(readonly, 'SELECT count(*)::int FROM users', asReader)).toBe(2);
      expect(await cell(readonly, 'SELECT a FROM own', asReader)).toBe(7);
      expect(await cell(readonly, 'SELECT last_value::int FROM counted', asReader)).toBe(1);
    });

    test('measures a plan', async () => {
      const plan = await readonly.explain(
        { sql: 'SELECT * FROM users WHERE id = $1', params: [1] },
        { readonly: true, analyze: true, signal: new AbortController().signal, ...asReader },
      );
      expect(plan.text).toContain('actual');
    });

    test.each([
      ['SELECT * FROM users', true],
      ['SELECT count(*), max(name) FROM users WHERE id = 1', true],
      ['SELECT current_user, count(*) FROM users', false],
      ["SELECT has_table_privilege('users', 'insert') FROM users", false],
      ['SELECT * FROM pg_stat_activity', false],
      ['SELECT * FROM information_schema.table_privileges', false],
      ['SELECT * FROM mine', false],
      ['SELECT who() FROM users', false],
      ['SELECT secret() FROM users', false],
    ])('is taken where it reads the same: %s', async (sql, expected) => {
      const verdict = await verify(postgresGuard, readonly, sql);
      expect(verdict.reads && verdict.asReader === true).toBe(expected);
    });

    test('is not taken by a session that may not take it', async () => {
      await change(writable, `CREATE ROLE ${GUEST} LOGIN PASSWORD 'guest'`);
      const guest = await openBackend({ ...definition, user: GUEST, password: 'guest' });
      onTestFinished(async () => {
        await guest.dispose();
        await change(writable, `DROP OWNED BY ${GUEST}`);
        await change(writable, `DROP ROLE ${GUEST}`);
      });
      await change(writable, `GRANT SELECT ON users TO ${GUEST}`);
      expect(await verify(postgresGuard, guest, 'SELECT * FROM users')).toEqual({ reads: true });
      await change(writable, `GRANT pg_read_all_data TO ${GUEST}`);
      expect(await verify(postgresGuard, guest, 'SELECT * FROM users')).toEqual({
        reads: true,
        asReader: true,
      });
      expect(await cell(guest, 'SELECT count(*)::int FROM users', asReader)).toBe(2);
    });

    test('tools answer a superuser with the same rows as before', async () => {
      await change(writable, 'ALTER TABLE guarded ENABLE ROW LEVEL SECURITY');
      const endpoint = openSqlEndpoint({ connections: [{ ...definition, name: 'ro', readonly: true }] });
      onTestFinished(() => endpoint.close());
      const { query, ask: call } = await connectSql(endpoint);
      const rows = async (sql: string) => (await query('ro', sql)).rows;
      expect(await rows('SELECT a FROM guarded')).toEqual([{ a: 1 }]);
      expect(await rows('SELECT who FROM mine')).toEqual([{ who: 'postgres' }]);
      expect(await rows('SELECT who() AS who, secret() AS secret FROM users LIMIT 1')).toEqual([
        { who: 'postgres', secret: 42 },
      ]);
      expect(await rows('SELECT a FROM own')).toEqual([{ a: 7 }]);
      expect(await call('sample_rows', { connection: 'ro', table: 'guarded' })).toMatchObject({
        rowCount: 1,
      });
      expect(
        await call('explain_query', { connection: 'ro', sql: 'SELECT a FROM own', analyze: true }),
      ).toMatchObject({
        text: expect.stringContaining('actual'),
      });
    });
  },
);
