import { runWithTimeout } from '@molehill/core/timeout';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../../../../test/engines/server.ts';
import type { SqlBackend } from '../../engine.ts';
import { ask, cell, change, failure, openBackend, until } from './backend.ts';

interface FaultyEngine {
  readonly title: string;
  readonly server: RunningServer | undefined;
  readonly type: 'postgres' | 'mysql';
  /** `SELECT …`, a change and a script statement that run for ten minutes. */
  readonly slowRead: string;
  readonly slowChange: string;
  readonly slowStatement: string;
  /** Counts the other sessions that run the statement. */
  running(sql: string): string;
  /** Closes the other sessions of `victim`. */
  closeSessions(victim: SqlBackend, admin: SqlBackend): Promise<void>;
}

/** A call that has a minute. */
function patient<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return runWithTimeout({ timeoutMs: 60_000, graceMs: 0 }, undefined, work);
}

/** What callers see when the server restarts or crashes. */
export function describeFaults(engine: FaultyEngine): void {
  describe.skipIf(!engine.server)(`${engine.title} becomes unavailable`, () => {
    const server = engine.server as RunningServer;
    const { host, port, user, password } = server ?? {};
    const definition = { type: engine.type, host, port, user, password, database: 'faults' };
    let backend: SqlBackend;
    let readonly: SqlBackend;

    const rows = (condition: string) => cell(backend, `SELECT COUNT(*) FROM log WHERE ${condition}`);
    const untilRunning = (sql: string) =>
      until(async () => (await cell(readonly, engine.running(sql))) === 1);

    beforeAll(async () => {
      const database = engine.type === 'postgres' ? { database: 'postgres' } : {};
      const admin = await openBackend({ type: engine.type, host, port, user, password, ...database });
      await change(admin, 'CREATE DATABASE faults');
      await admin.dispose();
      backend = await openBackend(definition);
      readonly = await openBackend({ ...definition, readonly: true });
      await change(backend, 'CREATE TABLE log (n int)');
    });
    afterAll(async () => {
      await backend?.dispose();
      await readonly?.dispose();
      await server?.stop();
    });

    test('the next call after a restart works', async () => {
      expect(await cell(readonly, 'SELECT 1')).toBe(1);
      await change(backend, 'INSERT INTO log VALUES (1)');
      await server.restart();
      expect(await cell(readonly, 'SELECT 2')).toBe(2);
      await change(backend, 'INSERT INTO log VALUES (2)');
      await server.restart();
      await change(backend, 'INSERT INTO log VALUES (2)');
      expect(await rows('n = 2')).toBe(2);
    });

    test('the next calls after a crash work', async () => {
      await Promise.all([1, 2, 3].map(() => ask(readonly, 'SELECT 1')));
      await server.kill();
      await server.restart();
      expect(await Promise.all([1, 2, 3].map((n) => cell(readonly, `SELECT ${n}`)))).toEqual([1, 2, 3]);
    });

    test('calls that start while the server is away wait until it is back', async () => {
      await Promise.all([cell(readonly, 'SELECT 1'), change(backend, 'INSERT INTO log VALUES (1)')]);
      await server.kill();
      const reads = Array.from({ length: 20 }, (_, n) =>
        patient((signal) => cell(readonly, `SELECT ${n}`, { signal })),
      );
      const write = patient((signal) =>
        ask(backend, 'INSERT INTO log VALUES (3)', { readonly: false, signal }),
      );
      await server.restart();
      expect(await Promise.all(reads)).toEqual(reads.map((_, n) => n));
      await write;
      expect(await rows('n = 3')).toBe(1);
      await change(backend, 'DELETE FROM log WHERE n = 3');
    });

    test('does not reuse sessions that an administrator closed', async () => {
      await engine.closeSessions(readonly, backend);
      expect(await cell(readonly, 'SELECT 3')).toBe(3);
      await engine.closeSessions(backend, backend);
      await change(backend, 'INSERT INTO log VALUES (3)');
      expect(await rows('n = 3')).toBe(1);
    });

    test('reports an interrupted read as retryable', async () => {
      const answer = failure(ask(backend, engine.slowRead));
      await untilRunning(engine.slowRead);
      await server.kill();
      expect(await answer).toMatchObject({ code: 'E_CONNECT_FAILED', retryable: true });
      await server.restart();
    });

    test('reports an interrupted change as an unknown outcome and does not retry it', async () => {
      const answer = failure(change(backend, engine.slowChange));
      await untilRunning(engine.slowChange);
      await server.kill();
      expect(await answer).toMatchObject({ code: 'E_UNKNOWN_OUTCOME', retryable: false });
      await server.restart();
      expect(await cell(readonly, engine.running(engine.slowChange))).toBe(0);
      expect(await rows('n NOT IN (1, 2, 3)')).toBe(0);
    });

    test('reports an interrupted script as an unknown outcome', async () => {
      const script = `INSERT INTO log VALUES (8); ${engine.slowStatement}`;
      const answer = failure(backend.script(script, new AbortController().signal));
      await untilRunning(engine.slowStatement);
      await server.kill();
      expect(await answer).toMatchObject({ code: 'E_UNKNOWN_OUTCOME' });
      await server.restart();
      expect(await rows('n = 8')).toBe(0);
    });

    test('distinguishes wrong credentials, a missing database, missing TLS and an unreachable server', async () => {
      const errorOf = async (overrides: Record<string, unknown>) =>
        failure(ask(await openBackend({ ...definition, ...overrides }), 'SELECT 1'));
      for (const password of ['wrong', undefined])
        expect(await errorOf({ password })).toMatchObject({ code: 'E_AUTH' });
      expect(await errorOf({ database: 'missing' })).toMatchObject({
        code: 'E_CONNECT_FAILED',
        retryable: false,
      });
      expect(await errorOf({ tls: { mode: 'require' } })).toMatchObject({ code: 'E_TLS' });
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
