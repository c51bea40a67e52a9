import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres } from '../../../../../test/engines/postgres.ts';
import type { RunningServer } from '../../../../../test/engines/server.ts';
import type { SqlBackend } from '../engine.ts';
import { ask, cell, change, failure, openBackend, until } from '../shared/testing/backend.ts';

const server = await startPostgres();

describe.skipIf(!server)('PostgreSQL that goes away', () => {
  const engine = server as RunningServer;
  const { host, port, user, password } = engine ?? {};
  const definition = { type: 'postgres', host, port, user, password, database: 'postgres' };
  let backend: SqlBackend;
  let readonly: SqlBackend;

  const sessions = (condition: string) =>
    cell(readonly, `SELECT count(*) FROM pg_stat_activity WHERE ${condition} AND pid <> pg_backend_pid()`);

  beforeAll(async () => {
    backend = await openBackend(definition);
    readonly = await openBackend({ ...definition, readonly: true });
    await change(backend, 'CREATE TABLE log (n int)');
  });
  afterAll(async () => {
    await backend?.dispose();
    await readonly?.dispose();
    await engine?.stop();
  });

  test('restarted between two calls: the next one works', async () => {
    expect(await cell(readonly, 'SELECT 1')).toBe(1);
    await engine.restart();
    expect(await cell(readonly, 'SELECT 2')).toBe(2);
    await change(backend, 'INSERT INTO log VALUES (1)');
    await engine.restart();
    await change(backend, 'INSERT INTO log VALUES (2)');
    expect(await cell(backend, 'SELECT count(*) FROM log')).toBe(2);
  });

  test('crashed between two calls: the next one works', async () => {
    await Promise.all([ask(readonly, 'SELECT 1'), ask(readonly, 'SELECT 1'), ask(readonly, 'SELECT 1')]);
    await engine.kill();
    await engine.restart();
    const answers = await Promise.all([1, 2, 3].map((n) => cell(readonly, `SELECT ${n}`)));
    expect(answers).toEqual([1, 2, 3]);
  });

  test('connections ended by an administrator are not used again', async () => {
    const others =
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()';
    await cell(readonly, 'SELECT 1');
    await change(backend, others);
    expect(await cell(readonly, 'SELECT 3')).toBe(3);
  });

  test('a read that is interrupted says so', async () => {
    const running = failure(ask(readonly, 'SELECT pg_sleep(602)'));
    await until(async () => (await sessions("query = 'SELECT pg_sleep(602)' AND state = 'active'")) === 1);
    await engine.kill();
    expect(await running).toMatchObject({ code: 'E_CONNECT_FAILED', retryable: true });
    await engine.restart();
  });

  test('a change that is interrupted has an unknown outcome, and is not sent again', async () => {
    const running = failure(change(backend, 'INSERT INTO log SELECT 9 FROM pg_sleep(603)'));
    await until(async () => (await sessions("query LIKE 'INSERT%(603)' AND state = 'active'")) === 1);
    await engine.kill();
    expect(await running).toMatchObject({ code: 'E_UNKNOWN_OUTCOME', retryable: false });
    await engine.restart();
    expect(await cell(backend, 'SELECT count(*) FROM log WHERE n = 9')).toBe(0);
    expect(await sessions("query LIKE 'INSERT%(603)'")).toBe(0);
  });

  test('a script that is interrupted has an unknown outcome', async () => {
    const running = failure(
      backend.script('INSERT INTO log VALUES (8); SELECT pg_sleep(604)', new AbortController().signal),
    );
    await until(async () => (await sessions("query = 'SELECT pg_sleep(604)' AND state = 'active'")) === 1);
    await engine.kill();
    expect(await running).toMatchObject({ code: 'E_UNKNOWN_OUTCOME' });
    await engine.restart();
    expect(await cell(backend, 'SELECT count(*) FROM log WHERE n = 8')).toBe(0);
  });

  test('not there at all, or not for us, is told apart', async () => {
    const wrongPassword = await openBackend({ ...definition, password: 'not it' });
    expect(await failure(ask(wrongPassword, 'SELECT 1'))).toMatchObject({ code: 'E_AUTH' });
    const noPassword = await openBackend({ type: 'postgres', host, port, user, database: 'postgres' });
    expect(await failure(ask(noPassword, 'SELECT 1'))).toMatchObject({ code: 'E_AUTH' });
    const wrongDatabase = await openBackend({ ...definition, database: 'nowhere' });
    expect(await failure(ask(wrongDatabase, 'SELECT 1'))).toMatchObject({ code: 'E_CONNECT_FAILED' });
    const encrypted = await openBackend({ ...definition, tls: { mode: 'require' } });
    expect(await failure(ask(encrypted, 'SELECT 1'))).toMatchObject({ code: 'E_TLS' });
    await engine.kill();
    expect(await failure(ask(backend, 'SELECT 1'))).toMatchObject({
      code: 'E_CONNECT_FAILED',
      retryable: true,
    });
    await engine.restart();
    expect(await cell(backend, 'SELECT 1')).toBe(1);
  });
});
