import { expect, test } from 'vitest';
import type { Tunnel } from './backend.ts';
import { openManager, until } from './testing/manager.ts';

test('the backend gets resolved secrets and the address; the lease keeps references', async () => {
  const { manager, made } = await openManager({ resolvePort: () => 4711 });
  const lease = await manager.acquire('a');
  expect(made[0]?.target).toMatchObject({
    config: { password: 'resolved-password' },
    connectHost: 'lake.test',
    connectPort: 4711,
    serverName: 'lake.test',
  });
  expect(lease.config).toMatchObject({ password: `\${env:PW}` });
});

test('opens no tunnel for a connection without a host', async () => {
  const { registry, manager, made } = await openManager({
    createTunnel: () => Promise.reject(new Error('none wanted')),
  });
  await registry.add({ name: 'file', type: 'puddle', file: '/f' });
  await manager.acquire('file');
  expect(made[0]?.target).toMatchObject({ connectHost: '', connectPort: 0, serverName: '' });
});

function fakeTunnel() {
  const tunnel = { closed: false, disposed: 0, reason: undefined as string | undefined };
  const create = async (): Promise<Tunnel> => ({
    localHost: '127.0.0.1',
    localPort: 1234,
    isClosed: () => tunnel.closed,
    forwardingError: () => tunnel.reason,
    dispose: async () => {
      tunnel.disposed += 1;
    },
  });
  return { tunnel, create };
}

test('a tunnelled backend connects to localhost and keeps the server name', async () => {
  const { tunnel, create } = fakeTunnel();
  const { registry, manager, made } = await openManager({ createTunnel: create });
  await registry.update('a', { ssh: { host: 'bastion' } });
  const lease = await manager.acquire('a');
  expect(made[0]?.target).toMatchObject({
    connectHost: '127.0.0.1',
    connectPort: 1234,
    serverName: 'lake.test',
  });
  lease.release();
  tunnel.closed = true;
  await manager.acquire('a');
  expect(made).toHaveLength(2);
  await until(() => made[0]?.disposed === 1 && tunnel.disposed === 1);
});

test('closes the tunnel when the backend fails, and reports its reason', async () => {
  const { tunnel, create } = fakeTunnel();
  const { registry, manager } = await openManager({
    createTunnel: create,
    createBackend: () => Promise.reject(new Error('socket hang up')),
  });
  await registry.update('a', { ssh: { host: 'bastion' } });
  await expect(manager.acquire('a')).rejects.toMatchObject({ code: 'E_CONNECT_FAILED' });
  tunnel.reason = 'Connection refused';
  await expect(manager.acquire('a')).rejects.toMatchObject({
    code: 'E_TUNNEL',
    message: 'The SSH server cannot reach lake.test:0: Connection refused',
  });
  expect(tunnel.disposed).toBe(2);
});
