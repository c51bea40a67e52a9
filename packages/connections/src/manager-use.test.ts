import { setTimeout as sleep } from 'node:timers/promises';
import { coreErrors } from '@molehill/core/errors';
import { expect, test } from 'vitest';
import { connectionErrors, StaleBackendError } from './errors.ts';
import { type Backend, openManager } from './testing/manager.ts';

test('retries work once on a new backend when the first is stale', async () => {
  const { manager, made } = await openManager();
  const seen: Backend[] = [];
  const result = await manager.use('a', async (backend) => {
    seen.push(backend);
    if (seen.length === 1) throw new StaleBackendError();
    return 'done';
  });
  expect(result).toBe('done');
  expect(seen).toEqual(made);
  expect(made.map(({ disposed }) => disposed)).toEqual([1, 0]);
  const always = manager.use('a', () => Promise.reject(new StaleBackendError('gone again')));
  await expect(always).rejects.toMatchObject({
    code: 'E_CONNECT_FAILED',
    message: expect.stringContaining('gone again'),
  });
  expect(made).toHaveLength(3);
});

test('formats errors of the driver, and passes own and unknown errors through, without a retry', async () => {
  const formatError = (error: unknown) =>
    error instanceof SyntaxError ? coreErrors.fail('E_CONFIG', error.message) : undefined;
  const { manager, made } = await openManager({ formatError });
  const fail = (error: unknown) => manager.use('a', () => Promise.reject(error));
  await expect(fail(new SyntaxError('syntax'))).rejects.toMatchObject({
    code: 'E_CONFIG',
    message: 'syntax',
  });
  const ours = coreErrors.fail('E_TIMEOUT', 'late');
  await expect(fail(ours)).rejects.toBe(ours);
  const unknown = new TypeError('bug');
  await expect(fail(unknown)).rejects.toBe(unknown);
  expect(made).toHaveLength(1);
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
  const fail = (error: unknown) => manager.use('a', () => Promise.reject(error));
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
  await manager.use(
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
    await manager.use(name, () => sleep(index % 5), { signal: controller.signal });
  };
  await Promise.allSettled(Array.from({ length: 200 }, (_, index) => use(index)));
  await manager.dispose();
  expect(made.length).toBeGreaterThan(3);
  expect(made.filter(({ disposed }) => disposed !== 1)).toEqual([]);
});
