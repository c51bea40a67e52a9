import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMariadb } from '../../../../../test/engines/mariadb.ts';
import { startMysql } from '../../../../../test/engines/mysql.ts';
import type { RunningServer, ServerOptions } from '../../../../../test/engines/server.ts';
import type { SqlBackend } from '../engine.ts';
import { ask, cell, change, failure, openBackend, until } from '../shared/testing/backend.ts';

function describeFaults(name: string, engine: RunningServer | undefined): void {
  describe.skipIf(!engine)(`${name} that goes away`, () => {
    const server = engine as RunningServer;
    const { host, port, user, password } = server ?? {};
    const definition = { type: 'mysql', host, port, user, password, database: 'faults' };
    let backend: SqlBackend;
    let readonly: SqlBackend;

    const running = (sql: string) =>
      cell(readonly, `SELECT COUNT(*) FROM information_schema.processlist WHERE info = '${sql}'`);

    beforeAll(async () => {
      const admin = await openBackend({ type: 'mysql', host, port, user, password });
      await change(admin, 'CREATE DATABASE faults');
      await admin.dispose();
      backend = await openBackend(definition);
      readonly = await openBackend({ ...definition, readonly: true });
      await change(backend, 'CREATE TABLE log (n int) ENGINE=InnoDB');
    });
    afterAll(async () => {
      await backend?.dispose();
      await readonly?.dispose();
      await server?.stop();
    });

    test('restarted between two calls: the next one works', async () => {
      expect(await cell(readonly, 'SELECT 1')).toBe(1);
      await change(backend, 'INSERT INTO log VALUES (1)');
      await server.restart();
      expect(await cell(readonly, 'SELECT 2')).toBe(2);
      await change(backend, 'INSERT INTO log VALUES (2)');
      expect(await cell(backend, 'SELECT COUNT(*) FROM log')).toBe(2);
    });

    test('crashed between two calls: the next one works', async () => {
      await Promise.all([1, 2, 3].map(() => ask(readonly, 'SELECT 1')));
      await server.kill();
      await server.restart();
      expect(await Promise.all([1, 2, 3].map((n) => cell(readonly, `SELECT ${n}`)))).toEqual([1, 2, 3]);
    });

    test('connections ended by an administrator are not used again', async () => {
      const id = await cell(backend, 'SELECT CONNECTION_ID()');
      await change(readonly, `KILL ${id}`).catch(() => {});
      expect(await cell(backend, 'SELECT 3')).toBe(3);
      await change(backend, 'INSERT INTO log VALUES (3)');
      expect(await cell(backend, 'SELECT COUNT(*) FROM log WHERE n = 3')).toBe(1);
    });

    test('a read that is interrupted says so', async () => {
      const answer = failure(ask(backend, 'SELECT SLEEP(603)'));
      await until(async () => (await running('SELECT SLEEP(603)')) === 1);
      await server.kill();
      expect(await answer).toMatchObject({ code: 'E_CONNECT_FAILED', retryable: true });
      await server.restart();
    });

    test('a change that is interrupted has an unknown outcome, and is not sent again', async () => {
      const sql = 'INSERT INTO log SELECT SLEEP(604)';
      const answer = failure(change(backend, sql));
      await until(async () => (await running(sql)) === 1);
      await server.kill();
      expect(await answer).toMatchObject({ code: 'E_UNKNOWN_OUTCOME', retryable: false });
      await server.restart();
      expect(await running(sql)).toBe(0);
      expect(await cell(backend, 'SELECT COUNT(*) FROM log WHERE n = 0')).toBe(0);
    });

    test('a script that is interrupted has an unknown outcome', async () => {
      const { signal } = new AbortController();
      const answer = failure(backend.script('INSERT INTO log VALUES (8); DO SLEEP(605)', signal));
      await until(async () => (await running('DO SLEEP(605)')) === 1);
      await server.kill();
      expect(await answer).toMatchObject({ code: 'E_UNKNOWN_OUTCOME' });
      await server.restart();
      expect(await cell(backend, 'SELECT COUNT(*) FROM log WHERE n = 8')).toBe(0);
    });

    test('not there at all, or not for us, is told apart', async () => {
      const wrongPassword = await openBackend({ ...definition, password: 'not it' });
      expect(await failure(ask(wrongPassword, 'SELECT 1'))).toMatchObject({ code: 'E_AUTH' });
      const wrongDatabase = await openBackend({ ...definition, database: 'nowhere' });
      expect(await failure(ask(wrongDatabase, 'SELECT 1'))).toMatchObject({
        code: 'E_CONNECT_FAILED',
        retryable: false,
      });
      const encrypted = await openBackend({ ...definition, tls: { mode: 'require' } });
      expect(await failure(ask(encrypted, 'SELECT 1'))).toMatchObject({ code: 'E_TLS' });
      await server.kill();
      expect(await failure(ask(backend, 'SELECT 1'))).toMatchObject({
        code: 'E_CONNECT_FAILED',
        retryable: true,
      });
      await server.restart();
      expect(await cell(backend, 'SELECT 1')).toBe(1);
    });
  });
}

const durable: ServerOptions = { settings: { 'innodb-flush-log-at-trx-commit': '2' } };

describeFaults('MariaDB', await startMariadb(durable));
describeFaults('MySQL', await startMysql(durable));
