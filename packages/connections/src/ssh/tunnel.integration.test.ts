import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '@molehill/core/log';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  openSsh,
  type Sshd,
  type SshdOptions,
  sshUser,
  startAgent,
  startSshd,
} from '../../../../test/engines/sshd.ts';
import type { BackendTarget } from '../backend.ts';
import { Manager } from '../manager.ts';
import { createSampleRegistry, lake, type SampleConnection } from '../testing/registry.ts';
import type { SshConfig } from './schema.ts';
import { ask, createHome, createKey, type KeyPair, startEcho } from './testing/server.ts';
import { openTunnel } from './tunnel.ts';

const programs = await openSsh();
const user = programs ? sshUser().name : '';
const host = '127.0.0.1';

const until = async (condition: () => boolean) => {
  while (!condition()) await sleep(5);
};

/** A home folder with a key, and servers that authorize it. */
function createScene() {
  if (!programs) throw new Error('needs sshd');
  const { home, write } = createHome();
  const key = createKey();
  const keyFile = write('keys/mine', key.private);
  const start = async (hostKeys: readonly KeyPair[], options: Partial<SshdOptions> = {}) => {
    const sshd = await startSshd(programs, {
      hostKeys: hostKeys.map((hostKey) => hostKey.private),
      authorizedKeys: [key.public],
      ...options,
    });
    onTestFinished(() => sshd.kill());
    return sshd;
  };
  const trust = (...known: readonly (readonly [Sshd, KeyPair])[]) =>
    write(
      '.ssh/known_hosts',
      known.map(([sshd, hostKey]) => `[${host}]:${sshd.port} ${hostKey.public}\n`).join(''),
    );
  const open = async (ssh: SshConfig, port: number, env: Record<string, string> = {}) => {
    const tunnel = await openTunnel(ssh, { host, port }, { log: silentLog, home, env });
    onTestFinished(() => tunnel.dispose());
    return tunnel;
  };
  return { home, write, key, keyFile, start, trust, open, programs };
}

describe.skipIf(!programs)('with the system’s sshd', () => {
  test('forwards data in both directions after key authentication', async () => {
    const { start, trust, open, keyFile } = createScene();
    const [hostKey, echo] = [createKey(), await startEcho()];
    const sshd = await start([hostKey]);
    trust([sshd, hostKey]);
    const tunnel = await open({ host, port: sshd.port, user, privateKey: keyFile }, echo.port);
    const text = 'a line over ssh\n'.repeat(100_000);
    expect(await ask(tunnel.localPort, text)).toBe(text.toUpperCase());
  });

  test('authenticates with an encrypted key and with an RSA key', async () => {
    const { start, trust, open, write } = createScene();
    const [hostKey, locked, rsa] = [createKey('rsa'), createKey('ed25519', 'phrase'), createKey('rsa')];
    const echo = await startEcho();
    const sshd = await start([hostKey], { authorizedKeys: [locked.public, rsa.public] });
    trust([sshd, hostKey]);
    const server = { host, port: sshd.port, user };
    const first = await open(
      { ...server, privateKey: write('locked', locked.private), passphrase: 'phrase' },
      echo.port,
    );
    expect(await ask(first.localPort, 'locked')).toBe('LOCKED');
    const second = await open({ ...server, privateKey: write('rsa', rsa.private) }, echo.port);
    expect(await ask(second.localPort, 'rsa')).toBe('RSA');
  });

  test('authenticates with the agent, by default and when configured', async () => {
    const { start, trust, open, keyFile, home, programs } = createScene();
    const [hostKey, echo] = [createKey(), await startEcho()];
    const sshd = await start([hostKey]);
    trust([sshd, hostKey]);
    const agent = await startAgent(programs, home, [keyFile]);
    onTestFinished(() => agent.kill());
    const env = { SSH_AUTH_SOCK: agent.socket };
    for (const how of [{}, { agent: true }]) {
      const tunnel = await open({ host, port: sshd.port, user, ...how }, echo.port, env);
      expect(await ask(tunnel.localPort, 'agent')).toBe('AGENT');
    }
  });

  test('offers only the key of ~/.ssh/config from an agent with many keys', async () => {
    const { start, trust, open, keyFile, key, home, write, programs } = createScene();
    const [hostKey, echo] = [createKey(), await startEcho()];
    const sshd = await start([hostKey]);
    trust([sshd, hostKey]);
    const others = Array.from({ length: 8 }, (_, index) => write(`other-${index}`, createKey().private));
    const agent = await startAgent(programs, home, [...others, keyFile]);
    onTestFinished(() => agent.kill());
    const env = { SSH_AUTH_SOCK: agent.socket };
    const ssh = { host, port: sshd.port, user };
    await expect(open(ssh, echo.port, env)).rejects.toMatchObject({ code: expect.stringMatching(/^E_SSH_/) });
    write('only-public.pub', key.public);
    write('.ssh/config', 'IdentitiesOnly yes\nIdentityFile ~/only-public');
    const tunnel = await open(ssh, echo.port, env);
    expect(await ask(tunnel.localPort, 'chosen')).toBe('CHOSEN');
  });

  test('reaches a target through two servers', async () => {
    const { start, trust, open, keyFile } = createScene();
    const [outerKey, innerKey, echo] = [createKey(), createKey(), await startEcho()];
    const inner = await start([innerKey], { permitOpen: [`${host}:${echo.port}`] });
    const outer = await start([outerKey], { permitOpen: [`${host}:${inner.port}`] });
    trust([outer, outerKey], [inner, innerKey]);
    const hop = (port: number) => ({ host, port, user, privateKey: keyFile });
    const tunnel = await open({ ...hop(inner.port), jump: [hop(outer.port)] }, echo.port);
    expect(await ask(tunnel.localPort, 'two hops')).toBe('TWO HOPS');
    const short = await open(hop(outer.port), echo.port);
    expect(await ask(short.localPort, 'one hop')).toBe('');
    expect(short.forwardingError()).toContain('not allowed to forward');
  });

  test('reaches it by an alias in ~/.ssh/config only', async () => {
    const { start, trust, open, write, home } = createScene();
    const [outerKey, innerKey, echo] = [createKey(), createKey(), await startEcho()];
    const inner = await start([innerKey], { permitOpen: [`${host}:${echo.port}`] });
    const outer = await start([outerKey], { permitOpen: [`${host}:${inner.port}`] });
    trust([outer, outerKey], [inner, innerKey]);
    write(
      '.ssh/config',
      [
        `Host inside\n  HostName ${host}\n  Port ${inner.port}\n  ProxyJump gate`,
        `Host gate\n  HostName ${host}\n  Port ${outer.port}`,
        `Host *\n  User ${user}\n  IdentityFile ~/keys/mine\n  UserKnownHostsFile ${join(home, '.ssh/known_hosts')}`,
      ].join('\n'),
    );
    const tunnel = await open({ host: 'inside' }, echo.port);
    expect(await ask(tunnel.localPort, 'alias')).toBe('ALIAS');
  });

  test('rejects an unknown server with its fingerprint, on every hop', async () => {
    const { start, trust, open, keyFile } = createScene();
    const [outerKey, innerKey] = [createKey(), createKey()];
    const [outer, inner] = [await start([outerKey]), await start([innerKey])];
    const hop = (port: number) => ({ host, port, user, privateKey: keyFile });
    await expect(open(hop(outer.port), 1)).rejects.toMatchObject({
      code: 'E_SSH_HOST_UNKNOWN',
      message: expect.stringContaining(outerKey.fingerprint),
    });
    trust([outer, outerKey]);
    await expect(open({ ...hop(inner.port), jump: [hop(outer.port)] }, 1)).rejects.toMatchObject({
      code: 'E_SSH_HOST_UNKNOWN',
      hint: expect.stringContaining(`[${host}]:${inner.port} ${innerKey.public}`),
    });
  });

  test('rejects a changed key, and requests the known one of several keys', async () => {
    const { start, trust, open, keyFile } = createScene();
    const [ed25519, rsa, echo] = [createKey(), createKey('rsa'), await startEcho()];
    const sshd = await start([ed25519, rsa]);
    const ssh = { host, port: sshd.port, user, privateKey: keyFile };
    trust([sshd, createKey()]);
    await expect(open(ssh, echo.port)).rejects.toMatchObject({
      code: 'E_SSH_HOST_CHANGED',
      message: expect.stringContaining(ed25519.fingerprint),
    });
    trust([sshd, rsa]);
    expect(await ask((await open(ssh, echo.port)).localPort, 'rsa')).toBe('RSA');
  });

  test('rejects a key that the server does not authorize', async () => {
    const { start, trust, open, write } = createScene();
    const hostKey = createKey();
    const sshd = await start([hostKey]);
    trust([sshd, hostKey]);
    const stranger = write('stranger', createKey().private);
    await expect(open({ host, port: sshd.port, user, privateKey: stranger }, 1)).rejects.toMatchObject({
      code: 'E_SSH_AUTH',
      message: expect.stringContaining(`key ${stranger}`),
    });
  });

  test('reconnects on the next use after the server was killed', async () => {
    const { start, trust, keyFile } = createScene();
    const [hostKey, echo] = [createKey(), await startEcho()];
    const sshd = await start([hostKey]);
    const knownHosts = trust([sshd, hostKey]);
    const registry = createSampleRegistry();
    const ssh = { host, port: sshd.port, user, privateKey: keyFile, knownHosts };
    await registry.add(lake('a', { host, port: echo.port, ssh }));
    const manager = new Manager(registry, { log: silentLog, createBackend: openLine });
    onTestFinished(() => manager.dispose());
    const say = (text: string) => manager.use('a', (backend) => backend.say(text));

    expect(await say('before')).toBe('BEFORE');
    const dropped = await manager.acquire('a');
    await sshd.kill();
    await until(() => dropped.backend.isClosed());
    dropped.release();
    await expect(say('meanwhile')).rejects.toMatchObject({ code: 'E_SSH_CONNECT' });
    await start([hostKey], { port: sshd.port });
    expect(await say('after')).toBe('AFTER');
    expect(dropped.backend.target.serverName).toBe(host);
    await manager.dispose();
    await until(() => echo.sockets.size === 0);
  });
});

/** A minimal backend over one socket. */
async function openLine(target: BackendTarget<SampleConnection>) {
  const socket = connect({ host: target.connectHost, port: target.connectPort, noDelay: true });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return {
    target,
    isClosed: () => socket.destroyed,
    async say(text: string): Promise<string> {
      socket.write(text);
      const [answer] = await once(socket, 'data');
      return String(answer);
    },
    async dispose(): Promise<void> {
      socket.destroy();
    },
  };
}
