import type { fileErrors } from '@molehill/core/files/errors';
import { expectHelpful } from '@molehill/core/testing/error-text';
import pg from 'pg';
import { afterAll, beforeAll, describe, onTestFinished, test, vi } from 'vitest';
import { sharedPostgres } from '../../../test/engines/postgres.ts';
import type { sqlErrors } from './errors.ts';
import { lineTo } from './testing/cut-line.ts';
import { scratchDatabase } from './testing/scratch-database.ts';
import { connectSql, type Input, openSqlEndpoint } from './testing/sql-client.ts';

type Code = keyof typeof sqlErrors.table | keyof typeof fileErrors.table;

const address = await sharedPostgres();

describe.skipIf(!address)('every error of the sql server says what happened and what to do', () => {
  let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
  const guest = { user: `guest_${process.pid}`, password: 'guest' };

  beforeAll(async () => {
    if (!address) return;
    scratch = await scratchDatabase('postgres', address);
    await administrator(async (client) => {
      await client.query('CREATE TABLE t (a int PRIMARY KEY, b int)');
      await client.query('INSERT INTO t VALUES (1, 0), (2, 0)');
      await client.query(`CREATE ROLE ${guest.user} LOGIN PASSWORD '${guest.password}'`);
    });
  });
  afterAll(async () => {
    await scratch?.drop();
    if (address) await administrator((client) => client.query(`DROP ROLE ${guest.user}`), 'postgres');
  });

  /** Another client of the same database, bypassing tools and guard. */
  async function administrator<T>(
    work: (client: pg.Client) => Promise<T>,
    database = scratch.database,
  ): Promise<T> {
    const { host, port, user, password } = address ?? {};
    const client = new pg.Client({ host, port, user, password, database });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async function open(changes: Input = {}) {
    const definition = { ...scratch.definition, ...changes };
    const endpoint = openSqlEndpoint({
      connections: [
        { ...definition, name: 'rw' },
        { ...definition, name: 'ro', readonly: true },
      ],
    });
    onTestFinished(() => endpoint.close());
    const { call } = await connectSql(endpoint);
    return async (tool: string, input: Input): Promise<string> => {
      const { ok, text } = await call(tool, { connection: 'rw', ...input });
      return ok ? 'no error' : text;
    };
  }

  const asked = async (tool: string, input: Input, changes?: Input) => (await open(changes))(tool, input);
  const queried = (sql: string, changes?: Input) => asked('query', { sql }, changes);
  const ran = (sql: string) => asked('execute_script', { sql });

  async function lineIsCut(): Promise<string> {
    const line = await lineTo(address?.port ?? 0);
    const running = queried('INSERT INTO t SELECT 9, 9 FROM pg_sleep(606)', { port: line.port });
    await administrator((client) => until(client, "query LIKE 'INSERT%(606)' AND state = 'active'", 1));
    line.cut();
    const answer = await running;
    await administrator((client) =>
      client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'INSERT%(606)' AND pid <> pg_backend_pid()",
      ),
    );
    return answer;
  }

  /** Each has updated one row and waits; when released, each updates the other's. */
  async function deadlock(): Promise<string> {
    const work = (mine: number, other: number) =>
      ran(
        `UPDATE t SET b = 1 WHERE a = ${mine}; SELECT pg_advisory_xact_lock_shared(77); UPDATE t SET b = 1 WHERE a = ${other}`,
      );
    return administrator(async (client) => {
      await client.query('SELECT pg_advisory_lock(77)');
      const both = Promise.all([work(1, 2), work(2, 1)]);
      await until(client, "wait_event = 'advisory'", 2);
      await client.query('SELECT pg_advisory_unlock(77)');
      return (await both).find((answer) => answer !== 'no error') ?? 'no error';
    });
  }

  async function rowIsLocked(): Promise<string> {
    return administrator(async (client) => {
      await client.query('BEGIN');
      await client.query('UPDATE t SET b = 2 WHERE a = 1');
      return ran("SET LOCAL lock_timeout = '20ms'; UPDATE t SET b = 3 WHERE a = 1");
    });
  }

  async function exportedTwice(): Promise<string> {
    const call = await open();
    const input = { sql: 'SELECT 1', path: 'one.csv' };
    await call('export_query', input);
    return call('export_query', input);
  }

  const provocations = {
    E_SYNTAX: () => queried('SELEKT 1'),
    E_MULTI_STATEMENT: () => queried('SELECT 1; SELECT 2'),
    E_NO_SUCH_COLUMN: () => queried('SELECT c FROM t'),
    E_NO_SUCH_TABLE: () => queried('SELECT * FROM nowhere'),
    E_PERMISSION: () => queried('SELECT * FROM t', guest),
    E_CONSTRAINT: () => queried('INSERT INTO t VALUES (1, 1)'),
    E_DATA: () => queried('SELECT 1 / 0'),
    E_AUTH: () => queried('SELECT 1', { ...guest, password: 'another' }),
    E_TLS: () => queried('SELECT 1', { tls: { mode: 'require' } }),
    E_UNKNOWN_OUTCOME: lineIsCut,
    E_DEADLOCK: deadlock,
    E_LOCK_TIMEOUT: rowIsLocked,
    E_LIMIT: () =>
      ran(
        "SET LOCAL temp_file_limit = 64; SET LOCAL work_mem = '64kB'; SELECT count(*) FROM (SELECT i FROM generate_series(1, 100000) i ORDER BY random()) s",
      ),
    E_UNSUPPORTED: () => ran('SELECT 1; VACUUM'),
    E_SQL: () => queried('CREATE TABLE t (a int)'),
    E_OUTSIDE_WORKSPACE: () => asked('export_query', { sql: 'SELECT 1', path: '../out.csv' }),
    E_FILE_PROTECTED: () => asked('export_query', { sql: 'SELECT 1', path: 'out.sh', format: 'csv' }),
    E_FILE_EXISTS: exportedTwice,
  } satisfies Record<Code, () => Promise<string>>;

  test.each(Object.entries(provocations))('%s', async (code, provoke) => {
    expectHelpful(await provoke(), code);
  });
});

/** Waits until this many sessions of the database are in the state. */
async function until(client: pg.Client, state: string, sessions: number): Promise<void> {
  const sql = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND ${state}`;
  await vi.waitUntil(async () => (await client.query(sql)).rows[0]?.n === sessions, { timeout: 30_000 });
}
