import { setTimeout as sleep } from 'node:timers/promises';
import { coreErrors } from '@molehill/core/errors';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BackendTarget } from './backend.ts';
import { Backend, deferred, openManager, until } from './testing/manager.ts';
import type { SampleConnection } from './testing/registry.ts';

test('two hundred concurrent callers share one connect', async () => {
  const { manager, made } = await openManager();
  const leases = await Promise.all(Array.from({ length: 200 }, () => manager.acquire('a')));
  expect(made).toHaveLength(1);
  expect(new Set(leases.map(({ backend }) => backend)).size).toBe(1);
  expect(manager.state('a')).toBe('open');
});

test('a failed connect rejects for all waiting callers and is not cached', async () => {
  let calls = 0;
  const { manager } = await openManager({
    createBackend: async (target) => {
      calls += 1;
      await sleep(2);
      if (calls === 1) throw new Error('connect ECONNREFUSED');
      return new Backend(target);
    },
  });
  const failed = await Promise.allSettled([manager.acquire('a'), manager.acquire('a')]);
  for (const outcome of failed) {
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { code: 'E_CONNECT_FAILED', message: expect.stringContaining('ECONNREFUSED') },
    });
  }
  expect(manager.state('a')).toBe('closed');
  await manager.acquire('a');
  expect(calls).toBe(2);
});

test('a package can format the error of a failed connect', async () => {
  const { manager } = await openManager({
    createBackend: () => Promise.reject(new Error('28P01')),
    formatError: (error, config) =>
      coreErrors.fail('E_CONFIG', `${config.type}: ${error instanceof Error ? error.message : ''}`),
  });
  await expect(manager.acquire('a')).rejects.toMatchObject({
    code: 'E_CONFIG',
    message: 'lake: 28P01',
  });
});

test('an unreachable connection does not delay others', async () => {
  const never = new Promise<Backend>(() => {});
  const { manager } = await openManager(
    { createBackend: async (target) => (target.config.name === 'stuck' ? never : new Backend(target)) },
    ['stuck', 'b'],
  );
  const stuck = manager.acquire('stuck').catch((error: unknown) => error);
  await expect(manager.acquire('b')).resolves.toMatchObject({ config: { name: 'b' } });
  await manager.dispose();
  expect(await stuck).toMatchObject({ code: 'E_CANCELLED' });
});

test('a connect that times out is an error, and a late backend is closed', async () => {
  const late = deferred<Backend>();
  let target: BackendTarget<SampleConnection> | undefined;
  const { manager } = await openManager({
    connectTimeoutMs: 20,
    createBackend: (given) => {
      target = given;
      return late.promise;
    },
  });
  await expect(manager.acquire('a')).rejects.toMatchObject({
    code: 'E_CONNECT_FAILED',
    message: 'Connection "a" did not open within 0.02 s.',
  });
  if (!target) throw new Error('nothing was made');
  const backend = new Backend(target);
  late.resolve(backend);
  await until(() => backend.disposed === 1);
});

test('an aborted caller does not abort the connect of the others', async () => {
  const gate = deferred<void>();
  const signals: AbortSignal[] = [];
  const { manager, lookups } = await openManager({
    createBackend: async (target, signal) => {
      signals.push(signal);
      await gate.promise;
      return new Backend(target);
    },
  });
  const leaving = new AbortController();
  const first = manager.acquire('a', { signal: leaving.signal });
  const second = manager.acquire('a');
  await until(() => lookups.done === 2 && signals.length === 1);
  leaving.abort(new Error('changed my mind'));
  await expect(first).rejects.toThrow('changed my mind');
  gate.resolve();
  await expect(second).resolves.toBeDefined();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});

test('aborts the connect with its last caller, and connects again for the next', async () => {
  const signals: AbortSignal[] = [];
  const { manager } = await openManager({
    createBackend: (target, signal) => {
      signals.push(signal);
      if (signals.length > 1) return Promise.resolve(new Backend(target));
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  const leaving = new AbortController();
  const only = manager.acquire('a', { signal: leaving.signal });
  await until(() => signals.length === 1);
  leaving.abort(new Error('gone'));
  await expect(only).rejects.toThrow('gone');
  await expect(manager.acquire('a')).resolves.toBeDefined();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test('a changed definition gets a new backend, and the old one closes after its last lease', async () => {
  const { registry, manager, made } = await openManager();
  const old = await manager.acquire('a');
  await registry.update('a', { host: 'other.test' });
  const fresh = await manager.acquire('a');
  expect(made.map(({ target, disposed }) => [target.connectHost, disposed])).toEqual([
    ['lake.test', 0],
    ['other.test', 0],
  ]);
  old.release();
  old.release();
  await until(() => made[0]?.disposed === 1);
  fresh.release();
  expect(made[1]?.disposed).toBe(0);
});

test('closes a removed connection when it is next requested', async () => {
  const { registry, manager, made } = await openManager();
  (await manager.acquire('a')).release();
  await registry.remove('a');
  await expect(manager.acquire('a')).rejects.toMatchObject({ code: 'E_UNKNOWN_CONNECTION' });
  await until(() => made[0]?.disposed === 1);
});

test('closes idle backends and keeps leased ones', async () => {
  const { manager, made } = await openManager({ idleMs: 5 }, ['a', 'b']);
  const used = await manager.acquire('b');
  (await manager.acquire('a')).release();
  const unused = made.find(({ target }) => target.config.name === 'a');
  await until(() => unused?.disposed === 1);
  expect(manager.state('a')).toBe('closed');
  expect(manager.state('b')).toBe('open');
  used.release();
});

test('a new lease resets the idle timer', async () => {
  const { manager, made } = await openManager({ idleMs: 30 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  (await manager.acquire('a')).release();
  const again = await manager.acquire('a');
  await vi.advanceTimersByTimeAsync(60);
  expect(manager.state('a')).toBe('open');
  expect(made.map(({ disposed }) => disposed)).toEqual([0]);
  again.release();
});

test('dispose closes all backends, leased or not, and rejects new leases', async () => {
  const { manager, made } = await openManager({}, ['a', 'b']);
  await manager.acquire('a');
  (await manager.acquire('b')).release();
  await manager.dispose();
  expect(made.map(({ disposed }) => disposed)).toEqual([1, 1]);
  await expect(manager.acquire('a')).rejects.toMatchObject({ code: 'E_CANCELLED' });
});

test('a backend that does not close delays nothing', async () => {
  const { manager } = await openManager({
    closeTimeoutMs: 10,
    createBackend: async () => {
      const stuck = { dispose: () => new Promise<void>(() => {}) };
      return stuck as Backend;
    },
  });
  await manager.acquire('a');
  await manager.dispose();
});
