import { once } from 'node:events';
import { connect } from 'node:net';
import { silentLog } from '@molehill/core/log';
import { runModule } from '@molehill/core/testing/child';
import { expectHelpful, readByAgent } from '@molehill/core/testing/error-text';
import { onTestFinished, test } from 'vitest';
import type { BackendTarget } from './backend.ts';
import type { connectionErrors } from './errors.ts';
import { Manager } from './manager.ts';
import type { RegistryOptions } from './registry.ts';
import type { SshConfig } from './ssh/schema.ts';
import { createHome, createKey, startServer } from './ssh/testing/server.ts';
import { byPassword, freePort, PASSWORD, user } from './ssh/testing/tunnel.ts';
import { createSampleRegistry, createSetting, lake, type SampleConnection } from './testing/registry.ts';

type ConnectionCode = keyof typeof connectionErrors.table;

const HOST = '127.0.0.1';

const registryWith = (options: Partial<RegistryOptions<SampleConnection>> = {}) =>
  createSampleRegistry(createSetting(), options);

/** Uses a connection as a server does, through its tunnel, with a socket as the backend. */
function used(definition: Readonly<Record<string, unknown>>): Promise<string> {
  return readByAgent(async () => {
    const registry = registryWith();
    await registry.add(lake('a', { host: HOST, ...definition }));
    const manager = new Manager(registry, { log: silentLog, createBackend: dial });
    onTestFinished(() => manager.dispose());
    await manager.use('a', async () => {});
  });
}

/** Waits for the first data of the server, which a tunnel without a target never delivers. */
async function dial({ connectHost, connectPort }: BackendTarget<SampleConnection>) {
  const socket = connect(connectPort, connectHost);
  onTestFinished(() => {
    socket.destroy();
  });
  await Promise.race([
    once(socket, 'data'),
    once(socket, 'close').then(() => Promise.reject(new Error('closed'))),
  ]);
  return { dispose: async () => void socket.destroy() };
}

/** The failure of a tunnel through an SSH server of this process. */
async function tunnelled(
  known: (name: string, key: string) => string,
  ssh: Partial<SshConfig> = {},
  port = 1,
): Promise<string> {
  const server = await startServer(byPassword);
  const { write } = createHome();
  const knownHosts = write('known', known(`[${HOST}]:${server.port}`, server.hostKey.public));
  return used({ port, ssh: { host: HOST, port: server.port, user, password: PASSWORD, knownHosts, ...ssh } });
}

const asItIs = (name: string, key: string) => `${name} ${key}\n`;

/** The native library reads the environment of its process, which a test must not change for others. */
async function noKeychain(): Promise<string> {
  const { lines } = await runModule(`
    process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent/bus';
    const { systemKeychain } = await import(${JSON.stringify(new URL('./keychain.ts', import.meta.url).href)});
    const { errorText } = await import('@molehill/core/errors');
    console.log(await systemKeychain('nobody-used-this-name').catch(errorText));`);
  return lines[0] ?? 'nothing said';
}

async function addedTwice(): Promise<string> {
  const registry = registryWith();
  await registry.add(lake('a'));
  return readByAgent(() => registry.add(lake('a')));
}

async function changedMeanwhile(): Promise<string> {
  const registry = registryWith();
  await registry.add(lake('a'));
  const planned = await registry.planUpdate('a', { host: 'b' });
  await registry.update('a', { password: 'p' });
  return readByAgent(() => registry.update('a', { host: 'b' }, planned));
}

async function secretMissing(): Promise<string> {
  const registry = registryWith();
  return readByAgent(async () =>
    registry.resolve(await registry.add(lake('a', { password: `\${env:NOWHERE}` }))),
  );
}

async function commandInsteadOfJump(): Promise<string> {
  const { home, write } = createHome();
  write('.ssh/config', 'ProxyCommand nc %h %p');
  const { openTunnel } = await import('./ssh/tunnel.ts');
  return readByAgent(() =>
    openTunnel({ host: HOST }, { host: HOST, port: 1 }, { log: silentLog, home, env: {} }),
  );
}

const provocations = {
  E_UNKNOWN_CONNECTION: () => readByAgent(() => registryWith().get('nowhere')),
  E_CONNECTION_EXISTS: addedTwice,
  E_CONNECTION_INVALID: () => readByAgent(() => registryWith().add({ name: 'a' })),
  E_CONNECTION_READONLY_SOURCE: () =>
    readByAgent(() => registryWith({ env: { SAMPLE_CONNECTIONS: JSON.stringify([lake('a')]) } }).remove('a')),
  E_CONNECTION_CHANGED: changedMeanwhile,
  E_SECRET_MISSING: secretMissing,
  E_KEYCHAIN_UNAVAILABLE: noKeychain,
  E_CONNECT_FAILED: async () => used({ port: await freePort() }),
  E_SSH_CONFIG: commandInsteadOfJump,
  E_SSH_CONNECT: async () =>
    used({ port: 1, ssh: { host: HOST, port: await freePort(), user, password: PASSWORD } }),
  E_SSH_AUTH: () => tunnelled(asItIs, { password: 'another' }),
  E_SSH_HOST_UNKNOWN: () => tunnelled(() => ''),
  E_SSH_HOST_CHANGED: () => tunnelled((name) => asItIs(name, createKey().public)),
  E_SSH_HOST_REVOKED: () => tunnelled((name, key) => `@revoked ${name} ${key}\n`),
  E_TUNNEL: async () => tunnelled(asItIs, {}, await freePort()),
} satisfies Record<ConnectionCode, () => Promise<string>>;

/** Other platforms always have a keychain. */
const possible = Object.entries(provocations).filter(
  ([code]) => process.platform === 'linux' || code !== 'E_KEYCHAIN_UNAVAILABLE',
);

test.each(possible)('%s says what happened and what to do', async (code, provoke) => {
  expectHelpful(await provoke(), code);
});
