import { createServer, type Server, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { ClientChannel } from 'ssh2';
import type { Tunnel } from '../backend.ts';
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

export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

const LOCALHOST = '127.0.0.1';
const READY_TIMEOUT_MS = 15_000;
const KEEPALIVE_MS = 15_000;

/** Listens on a local port and forwards to the target, which the last SSH server resolves. */
export async function openTunnel(
  ssh: SshConfig,
  target: TunnelTarget,
  options: TunnelOptions,
): Promise<Tunnel> {
  const { home = homedir(), env = process.env, signal = new AbortController().signal } = options;
  const { readyTimeoutMs = READY_TIMEOUT_MS, keepaliveMs = KEEPALIVE_MS } = options;
  const sessions: SshSession[] = [];
  try {
    for (const hop of resolveRoute(ssh, { home, env })) {
      signal.throwIfAborted();
      sessions.push(await openSession(hop, sessions.at(-1), { readyTimeoutMs, keepaliveMs }, signal));
    }
    const tunnel = new ListeningTunnel(sessions, target, options.log);
    await tunnel.listen();
    return tunnel;
  } catch (error) {
    await closeAll(sessions);
    throw error;
  }
}

/** Last hop first, because each session runs through the previous one. */
async function closeAll(sessions: readonly SshSession[]): Promise<void> {
  for (const session of sessions.toReversed()) await session.close();
}

class ListeningTunnel implements Tunnel {
  readonly localHost = LOCALHOST;
  readonly #sessions: readonly SshSession[];
  readonly #target: TunnelTarget;
  readonly #log: Log;
  readonly #forwardr: Server;
  readonly #sockets = new Set<Socket>();
  #localPort = 0;
  #forwardingError: string | undefined;
  #disposing: Promise<void> | undefined;

  constructor(sessions: readonly SshSession[], target: TunnelTarget, log: Log) {
    this.#sessions = sessions;
    this.#target = target;
    this.#log = log;
    this.#forwardr = createServer(
      { allowHalfOpen: true, noDelay: true },
      (socket) => void this.#forward(socket),
    );
    for (const session of sessions) session.onClose(() => void this.dispose());
  }

  get localPort(): number {
    return this.#localPort;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#forwardr.once('error', (cause) =>
        reject(connectionErrors.fail('E_TUNNEL', `No local port can be opened: ${cause.message}`, { cause })),
      );
      this.#forwardr.listen(0, LOCALHOST, resolve);
    });
    const address = this.#forwardr.address();
    if (typeof address === 'object' && address !== null) this.#localPort = address.port;
  }

  isClosed(): boolean {
    return this.#disposing !== undefined || this.#sessions.some((session) => session.isClosed());
  }

  forwardingError(): string | undefined {
    return this.#forwardingError;
  }

  dispose(): Promise<void> {
    this.#disposing ??= this.#close();
    return this.#disposing;
  }

  async #close(): Promise<void> {
    const stopped = new Promise<void>((resolve) => this.#forwardr.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closeAll(this.#sessions);
    await stopped;
  }

  async #forward(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    try {
      const channel = await this.#sessions.at(-1)?.forward(this.#target.host, this.#target.port);
      if (channel) pipeBothWays(socket, channel);
      this.#forwardingError = undefined;
    } catch (error) {
      this.#forwardingError = messageOf(error);
      this.#log.debug({ err: error }, 'an SSH server could not forward a connection');
      socket.destroy();
    }
  }
}

function pipeBothWays(socket: Socket, channel: ClientChannel): void {
  channel.on('error', () => socket.destroy());
  channel.on('close', () => socket.destroySoon());
  socket.on('close', () => channel.destroy());
  if (socket.destroyed) channel.destroy();
  else socket.pipe(channel).pipe(socket);
}
