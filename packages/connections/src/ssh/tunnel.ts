import { createServer, type Server, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { ClientChannel } from 'ssh2';
import type { Tunnel } from '../backend.ts';
import { connectionErrors } from '../errors.ts';
import { type Link, openLink } from './link.ts';
import { type Hop, resolveRoute } from './route.ts';
import type { SshConfig } from './schema.ts';

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

/** A port on this machine that leads to the target as the last SSH server sees it. */
export async function openTunnel(
  ssh: SshConfig,
  target: TunnelTarget,
  options: TunnelOptions,
): Promise<Tunnel> {
  const { home = homedir(), env = process.env } = options;
  const signal = options.signal ?? new AbortController().signal;
  const links: Link[] = [];
  try {
    for (const hop of resolveRoute(ssh, { home, env }))
      links.push(await nextLink(hop, links.at(-1), options, signal));
    const tunnel = new ListeningTunnel(links, target, options.log);
    await tunnel.listen();
    return tunnel;
  } catch (error) {
    await closeAll(links);
    throw error;
  }
}

async function nextLink(
  hop: Hop,
  before: Link | undefined,
  options: TunnelOptions,
  signal: AbortSignal,
): Promise<Link> {
  signal.throwIfAborted();
  const { readyTimeoutMs = READY_TIMEOUT_MS, keepaliveMs = KEEPALIVE_MS } = options;
  return openLink(hop, before, { readyTimeoutMs, keepaliveMs }, signal);
}

/** From the far end to the near one: each goes over the one before it. */
async function closeAll(links: readonly Link[]): Promise<void> {
  for (const link of links.toReversed()) await link.close();
}

class ListeningTunnel implements Tunnel {
  readonly localHost = LOCALHOST;
  readonly #links: readonly Link[];
  readonly #target: TunnelTarget;
  readonly #log: Log;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #localPort = 0;
  #forwardingError: string | undefined;
  #disposing: Promise<void> | undefined;

  constructor(links: readonly Link[], target: TunnelTarget, log: Log) {
    this.#links = links;
    this.#target = target;
    this.#log = log;
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void this.#serve(socket));
    for (const link of links) link.onClose(() => void this.dispose());
  }

  get localPort(): number {
    return this.#localPort;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (cause) =>
        reject(connectionErrors.fail('E_TUNNEL', `No local port can be opened: ${cause.message}`, { cause })),
      );
      this.#server.listen(0, LOCALHOST, resolve);
    });
    const address = this.#server.address();
    if (typeof address === 'object' && address !== null) this.#localPort = address.port;
  }

  isClosed(): boolean {
    return this.#disposing !== undefined || this.#links.some((link) => link.isClosed());
  }

  forwardingError(): string | undefined {
    return this.#forwardingError;
  }

  dispose(): Promise<void> {
    this.#disposing ??= this.#close();
    return this.#disposing;
  }

  async #close(): Promise<void> {
    const stopped = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closeAll(this.#links);
    await stopped;
  }

  async #serve(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    try {
      const channel = await this.#links.at(-1)?.forward(this.#target.host, this.#target.port);
      if (channel) join(socket, channel);
      this.#forwardingError = undefined;
    } catch (error) {
      this.#forwardingError = messageOf(error);
      this.#log.debug({ err: error }, 'an SSH server could not forward a connection');
      socket.destroy();
    }
  }
}

function join(socket: Socket, channel: ClientChannel): void {
  channel.on('error', () => socket.destroy());
  channel.on('close', () => socket.destroySoon());
  socket.on('close', () => channel.destroy());
  if (socket.destroyed) channel.destroy();
  else socket.pipe(channel).pipe(socket);
}
