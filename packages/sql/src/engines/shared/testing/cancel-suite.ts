import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { SqlBackend } from '../../engine.ts';
import { ask, cell, openBackend, until } from './backend.ts';
import type { TestDatabase } from './database.ts';
import { slowLineTo } from './slow-line.ts';

export interface CancelledEngine {
  /** An expression that waits for this many seconds. */
  sleep(seconds: number): string;
  /** Counts the statements of other sessions in a database that sleep. */
  sleeping(database: string): string;
  /** Closes the sessions of others in a database. */
  closeSessions(watcher: SqlBackend, database: string): Promise<unknown>;
  /** How many calls are cancelled, spread over the delays. */
  readonly calls: number;
}

/** Longer than any test: a statement that is left running is found. */
const LONG_S = 600;
const LONGEST_DELAY_MS = 100;
/** Between two times at which all sessions are closed. */
const CLOSE_EVERY_MS = 70;
/** More than the pool has sessions, so that calls are also cancelled while they wait for one. */
const AT_ONCE = 12;

/** A cancelled call leaves no statement running, and its cancellation hits no other call. */
export function describeCancelling(engine: CancelledEngine, scratch: TestDatabase): void {
  const { writable, watcher, definition, database } = scratch;
  const sleeping = async () => Number(await cell(watcher, engine.sleeping(database)));
  const run = (backend: SqlBackend, index: number, signal: AbortSignal): Promise<unknown> => {
    const read = `SELECT ${engine.sleep(LONG_S)}`;
    const write = `INSERT INTO log SELECT ${index} FROM (SELECT ${engine.sleep(LONG_S)} AS s) AS slow`;
    if (index % 3 === 0) return ask(backend, write, { readonly: false, signal });
    if (index % 3 === 1) return ask(backend, `${read} -- ${index}`, { signal });
    return backend.script(`INSERT INTO log VALUES (${index}); ${read}`, signal);
  };
  /** Cancels a call after a delay, and then uses the same pool. */
  const cancelAfter = async (backend: SqlBackend, index: number, delayMs: number) => {
    const caller = new AbortController();
    const reason = new Error('cancelled by the test');
    const running = run(backend, index, caller.signal).catch((error: unknown) => error);
    await sleep(delayMs);
    caller.abort(reason);
    return { outcome: await running, reason, next: await cell(backend, `SELECT ${index}`) };
  };

  describe('cancelling', () => {
    test('after any delay leaves no statement running and harms no other call', async () => {
      let index = 0;
      const worker = async () => {
        for (let own = index++; own < engine.calls; own = index++) {
          const delayMs = own % (LONGEST_DELAY_MS + 1);
          const { outcome, reason, next } = await cancelAfter(writable, own, delayMs);
          expect([outcome, next]).toEqual([reason, own]);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      expect(await sleeping()).toBe(0);
      expect(await cell(writable, 'SELECT COUNT(*) FROM log')).toBe(0);
    });

    test('while sessions are closed leaves no statement running', async () => {
      const end = new AbortController();
      const closing = async () => {
        for (; !end.signal.aborted; await sleep(CLOSE_EVERY_MS))
          await engine.closeSessions(watcher, database);
      };
      const closed = closing();
      const calls = Array.from({ length: engine.calls / 4 }, (_, index) => index);
      const worker = async () => {
        for (let own = calls.pop(); own !== undefined; own = calls.pop())
          await cancelAfter(writable, own, own % (LONGEST_DELAY_MS + 1)).catch(() => {});
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      end.abort();
      await closed;
      await until(async () => (await sleeping()) === 0);
      expect(await cell(writable, 'SELECT COUNT(*) FROM log')).toBe(0);
    });

    test('before the statement reaches the server stops it when it does', async () => {
      const line = await slowLineTo(Number(definition.port));
      const backend = await openBackend({ ...definition, port: line.port });
      await cell(backend, 'SELECT 1');
      line.delayOf = (connection) => (connection < 2 ? 150 : 0);
      const { outcome, reason, next } = await cancelAfter(backend, 1, 10);
      expect([outcome, next]).toEqual([reason, 1]);
      expect(await sleeping()).toBe(0);
      await backend.dispose();
    });

    test('after the statement ended does not cancel the next one', async () => {
      const line = await slowLineTo(Number(definition.port));
      const backend = await openBackend({ ...definition, port: line.port });
      await cell(backend, 'SELECT 1');
      line.delayOf = (connection) => (connection < 2 ? 0 : 60);
      for (let round = 0; round < 5; round++) {
        const caller = new AbortController();
        const short = ask(backend, `SELECT ${engine.sleep(0.05)}`, { signal: caller.signal }).catch(() => {});
        await sleep(20);
        caller.abort();
        await short;
        expect(await cell(backend, `SELECT ${round} FROM (SELECT ${engine.sleep(0.1)} AS s) AS slow`)).toBe(
          round,
        );
      }
      await backend.dispose();
    });

    test('a closed connection stops what it runs', async () => {
      const backend = await openBackend(definition);
      const running = [1, 2, 3].map((n) => run(backend, n, new AbortController().signal).catch(() => {}));
      await until(async () => (await sleeping()) === running.length);
      await backend.dispose();
      await Promise.all(running);
      await until(async () => (await sleeping()) === 0);
    });
  });
}
