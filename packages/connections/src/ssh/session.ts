import { connect, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type MolehillError, messageOf } from '@molehill/core/errors';
import ssh2, { type Client, type ClientChannel, type ClientErrorExtensions } from 'ssh2';
import { connectionErrors } from '../errors.ts';
import { type AuthMethod, authMethodsOf } from './authentication.ts';
import { hostKeyError, knownKeysOf, preferredAlgorithms } from './known-hosts.ts';
import type { Hop } from './route.ts';

export interface SessionOptions {
  readonly readyTimeoutMs: number;
  readonly keepaliveMs: number;
}

/** A session with one SSH server. */
export interface SshSession {
  isClosed(): boolean;
  onClose(listener: () => void): void;
  /** Opens a channel to an address that is resolved by the SSH server. */
  forward(host: string, port: number): Promise<ClientChannel>;
  close(): Promise<void>;
}

const UNANSWERED_KEEPALIVES = 3;
const CLOSE_TIMEOUT_MS = 300;

/** Connects and authenticates, through the previous hop where there is one. */
export async function openSession(
  hop: Hop,
  previous: SshSession | undefined,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<SshSession> {
  const methods = authMethodsOf(hop);
  const socket = await dial(hop, previous);
  const client = new ssh2.Client();
  const abort = () => socket.destroy(new Error('aborted'));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    await handshake(client, socket, hop, methods, options);
    return sessionOf(client, socket);
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function dial(hop: Hop, previous: SshSession | undefined): Promise<Duplex> {
  if (!previous) return connect({ host: hop.host, port: hop.port, noDelay: true, keepAlive: true });
  try {
    return await previous.forward(hop.host, hop.port);
  } catch (cause) {
    throw unreachable(hop, cause);
  }
}

function handshake(
  client: Client,
  socket: Duplex,
  hop: Hop,
  methods: readonly AuthMethod[],
  options: SessionOptions,
): Promise<void> {
  const known = knownKeysOf(hop);
  let rejection: MolehillError | undefined;
  return new Promise((resolve, reject) => {
    const fail = (error: Error & Partial<ClientErrorExtensions>) => {
      if (error.level !== 'client-authentication') return reject(rejection ?? unreachable(hop, error));
      const message = `${hop.label} accepts none of these: ${methods.map(({ label }) => label).join(', ')}.`;
      reject(connectionErrors.fail('E_SSH_AUTH', message, { cause: error }));
    };
    socket.on('error', fail);
    client.on('error', fail);
    client.once('close', () => fail(new Error('it closed the connection')));
    client.once('ready', resolve);
    client.connect({
      sock: socket,
      username: hop.user,
      authHandler: methods.map(({ method }) => method),
      algorithms: { serverHostKey: preferredAlgorithms(known) },
      hostVerifier: (key: Buffer) => {
        rejection = hostKeyError(hop, known, key);
        return rejection === undefined;
      },
      readyTimeout: options.readyTimeoutMs,
      keepaliveInterval: options.keepaliveMs,
      keepaliveCountMax: UNANSWERED_KEEPALIVES,
    });
  });
}

function unreachable(hop: Hop, cause: unknown): MolehillError {
  const message = `${hop.label} cannot be reached: ${messageOf(cause)}`;
  return connectionErrors.fail('E_SSH_CONNECT', message, { cause });
}

function sessionOf(client: Client, socket: Duplex): SshSession {
  let closed = false;
  client.once('close', () => {
    closed = true;
  });
  return {
    isClosed: () => closed || socket.destroyed,
    onClose: (listener) => void client.once('close', listener),
    forward: (host, port) =>
      new Promise((resolve, reject) => {
        client.forwardOut('127.0.0.1', 0, host, port, (error, channel) =>
          error ? reject(notForwarded(error)) : resolve(channel),
        );
      }),
    close: () => closeSession(client, socket),
  };
}

const PROHIBITED = 1;

/** The protocol's message does not say whether forwarding failed or is prohibited; its reason code does. */
function notForwarded(error: Error): Error {
  const message = error.message.replace(/^\(SSH\) Channel open failure: /, '');
  const prohibited = 'reason' in error && error.reason === PROHIBITED;
  const reason = prohibited ? `it is not allowed to forward there (${message})` : message;
  return new Error(reason, { cause: error });
}

/** Disconnects, and waits only briefly for the other side. */
function closeSession(client: Client, socket: Duplex): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    client.end();
    if (socket instanceof Socket) socket.destroySoon();
    else socket.destroy();
  });
}
