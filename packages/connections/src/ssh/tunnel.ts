import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { CreateTunnel, Tunnel } from '../backend.ts';
import { connectionErrors } from '../errors.ts';
import { resolveRoute } from './route.ts';
import type { SshConfig } from './schema.ts';
import { openSession, type SshSession } from './session.ts';

export interface TunnelOptions {
  readonly signal?: AbortSignal | undefined;
  readonly log: Log;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly readyTimeoutMs?: number;
  readonly keepaliveMs?: number;
}

type Target = Parameters<CreateTunnel>[1];

const LOCALHOST = '127.0.0.1';
const READY_TIMEOUT_MS = 15_000;
const KEEPALIVE_MS = 15_000;

/** Listens on a local port and forwards to the target, which the last SSH server resolves. */
export async function openTunnel(ssh: SshConfig, target: Target, options: TunnelOptions): Promise<Tunnel> {
  const { home = homedir(), env = process.env, signal = new AbortController().signal } = options;
  const { readyTimeoutMs = READY_TIMEOUT_MS, keepaliveMs = KEEPALIVE_MS } = options;
  const sessions: SshSession[] = [];
  try {
    for (const hop of resolveRoute(ssh, { home, env })) {
      signal.throwIfAborted();
      sessions.push(await openSession(hop, sessions.at(-1), { readyTimeoutMs, keepaliveMs }, signal));
    }
    return await listen(sessions, target, options.log);
  } catch (error) {
    await closeAll(sessions);
    throw error;
  }
}

/** Last hop first, because each session runs through the previous one. */
async function closeAll(sessions: readonly SshSession[]): Promise<void> {
  for (const session of sessions.toReversed()) await session.close();
}

async function listen(sessions: readonly SshSession[], target: Target, log: Log): Promise<Tunnel> {
  const sockets = new Set<Socket>();
  let forwardingError: string | undefined;
  let disposing: Promise<void> | undefined;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, async (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    try {
      await forward(socket, sessions.at(-1), target);
      forwardingError = undefined;
    } catch (error) {
      forwardingError = messageOf(error);
      log.debug({ err: error }, 'an SSH server could not forward a connection');
      socket.destroy();
    }
  });
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closeAll(sessions);
    await closed;
  };
  const dispose = () => (disposing ??= close());
  server.on('error', dispose);
  for (const session of sessions) session.onClose(dispose);
  await once(server.listen(0, LOCALHOST), 'listening').catch((cause: unknown) => {
    const message = `No local port can be opened: ${messageOf(cause)}`;
    throw connectionErrors.fail('E_TUNNEL', message, { cause });
  });
  return {
    localHost: LOCALHOST,
    localPort: (server.address() as AddressInfo).port,
    isClosed: () => disposing !== undefined || sessions.some((session) => session.isClosed()),
    forwardingError: () => forwardingError,
    dispose,
  };
}

async function forward(socket: Socket, session: SshSession | undefined, { host, port }: Target) {
  socket.on('error', () => socket.destroy());
  const channel = await session?.forward(host, port);
  if (!channel) return;
  channel.on('error', () => socket.destroy());
  channel.on('close', () => socket.destroySoon());
  socket.on('close', () => channel.destroy());
  if (socket.destroyed) channel.destroy();
  else socket.pipe(channel).pipe(socket);
}
