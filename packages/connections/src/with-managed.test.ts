import { setTimeout as sleep } from 'node:timers/promises';
import { coreErrors } from '@molehill/core/errors';
import { expect, test } from 'vitest';
import { connectionErrors } from './errors.ts';
import { StaleBackendError } from './stale.ts';
import { type Backend, openManager } from './testing/manager.ts';
import { withManaged } from './with-managed.ts';

test('retries work once on a new backend when the first is stale', async () => {
  const { manager, made } = await openManager();
  const seen: Backend[] = [];
  const result = await withManaged(manager, 'a', async (backend) => {
    seen.push(backend);
    if (seen.length === 1) throw new StaleBackendError();
    return 'done';
  });
  expect(result).toBe('done');
  expect(seen).toEqual(made);
  expect(made.map(({ disposed }) => disposed)).toEqual([1, 0]);
  const always = withManaged(manager, 'a', () => Promise.reject(new StaleBackendError('gone again')));
  await expect(always).rejects.toMatchObject({
    code: 'E_CONNECT_FAILED',
    message: expect.stringContaining('gone again'),
  });
  expect(made).toHaveLength(3);
});

test('retries on stale errors of the package, and formats others without a retry', async () => {
  const { manager, made } = await openManager();
  let calls = 0;
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const work = async () => {
    calls += 1;
    if (calls === 1) throw reset;
    throw new Error('syntax');
  };
  const formatError = (error: unknown) =>
    coreErrors.fail('E_CONFIG', error instanceof Error ? error.message : '');
  const isStaleError = (error: unknown) => error === reset;
  await expect(withManaged(manager, 'a', work, { formatError, isStaleError })).rejects.toMatchObject({
    message: 'syntax',
  });
  expect([calls, made.length]).toEqual([2, 2]);
});

test('passes own and unknown errors through', async () => {
  const { manager } = await openManager();
  const ours = coreErrors.fail('E_TIMEOUT', 'late');
  const formatError = () => coreErrors.fail('E_CONFIG', 'other words');
  await expect(withManaged(manager, 'a', () => Promise.reject(ours), { formatError })).rejects.toBe(ours);
  const unknown = new TypeError('bug');
  await expect(withManaged(manager, 'a', () => Promise.reject(unknown))).rejects.toBe(unknown);
});

test('explains a late connect failure with the reason of the tunnel', async () => {
  const tunnel = { reason: undefined as string | undefined };
  const { registry, manager } = await openManager({
    createTunnel: async () => ({
      localHost: '127.0.0.1',
      localPort: 1234,
      isClosed: () => false,
      forwardingError: () => tunnel.reason,
      dispose: async () => {},
    }),
  });
  await registry.update('a', { ssh: { host: 'bastion' } });
  const failing = connectionErrors.fail('E_CONNECT_FAILED', 'the socket was closed');
  const fail = (error: unknown) => withManaged(manager, 'a', () => Promise.reject(error));
  await expect(fail(failing)).rejects.toBe(failing);
  tunnel.reason = 'Connection refused';
  await expect(fail(failing)).rejects.toMatchObject({ code: 'E_TUNNEL', cause: failing });
  const other = coreErrors.fail('E_TIMEOUT', 'late');
  await expect(fail(other)).rejects.toBe(other);
});

test('uses the given definition, and looks it up again for the retry', async () => {
  const { registry, manager, made } = await openManager();
  const known = await registry.get('a');
  await registry.update('a', { database: 'changed' });
  const seen: unknown[] = [];
  await withManaged(
    manager,
    'a',
    async (_, config) => {
      seen.push('database' in config ? config.database : undefined);
      if (seen.length === 1) throw new StaleBackendError();
    },
    { known },
  );
  expect(seen).toEqual([undefined, 'changed']);
  expect(made).toHaveLength(2);
});

test('concurrent callers, updates and cancellations leave nothing open', async () => {
  const { registry, manager, made } = await openManager({ idleMs: 1 }, ['a', 'b', 'c']);
  const use = async (index: number) => {
    const name = ['a', 'b', 'c'][index % 3] ?? 'a';
    const controller = new AbortController();
    if (index % 4 === 0) setTimeout(() => controller.abort(new Error('left')), index % 7);
    if (index % 25 === 0) await registry.update(name, { database: `d${index}` });
    if (index % 31 === 0) manager.forget(name);
    await withManaged(manager, name, () => sleep(index % 5), { signal: controller.signal });
  };
  await Promise.allSettled(Array.from({ length: 200 }, (_, index) => use(index)));
  await manager.dispose();
  expect(made.length).toBeGreaterThan(3);
  expect(made.filter(({ disposed }) => disposed !== 1)).toEqual([]);
});
