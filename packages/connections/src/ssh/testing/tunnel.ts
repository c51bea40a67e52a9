import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '@molehill/core/log';
import type { AuthContext } from 'ssh2';
import { onTestFinished } from 'vitest';
import { knownHostsName } from '../known-hosts.ts';
import type { SshConfig } from '../schema.ts';
import { openTunnel, type TunnelOptions } from '../tunnel.ts';
import { createHome, type InProcessServer, listen } from './server.ts';

export const PASSWORD = 'planted-ssh-password';
export const user = 'mole';

export function byPassword(context: AuthContext): void {
  if (context.method === 'password' && context.password === PASSWORD) context.accept();
  else context.reject(['password']);
}

export function byQuestion(context: AuthContext): void {
  if (context.method !== 'keyboard-interactive') {
    context.reject(['keyboard-interactive']);
    return;
  }
  context.prompt([{ prompt: 'Password: ', echo: false }], (answers) =>
    answers[0] === PASSWORD ? context.accept() : context.reject(),
  );
}

/** Opens a tunnel with the given servers in known_hosts and defaults for everything else. */
export async function tunnelTo(
  port: number,
  servers: readonly InProcessServer[],
  ssh: Partial<SshConfig> = {},
  options: Partial<TunnelOptions> = {},
) {
  const { home, write } = createHome();
  const lines = servers.map(
    (server) => `${knownHostsName('127.0.0.1', server.port)} ${server.hostKey.public}`,
  );
  write('.ssh/known_hosts', lines.join('\n'));
  const [first, second] = servers;
  const jump =
    second && first ? { jump: [{ host: '127.0.0.1', port: first.port, user, password: PASSWORD }] } : {};
  const last = second ?? first;
  const config = { host: '127.0.0.1', port: last?.port ?? 0, user, password: PASSWORD, ...jump, ...ssh };
  const tunnel = await openTunnel(
    config,
    { host: '127.0.0.1', port },
    { log: silentLog, home, env: {}, ...options },
  );
  onTestFinished(() => tunnel.dispose());
  return tunnel;
}

/** A port on which no process listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

export const until = async (condition: () => boolean) => {
  while (!condition()) await sleep(2);
};
