import { connect, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { MolehillError } from '@molehill/core/errors';
import ssh2, { type Client, type ClientChannel, type ClientErrorExtensions } from 'ssh2';
import { connectionErrors } from '../errors.ts';
import { knownKeysOf, refuseHostKey } from './host-key.ts';
import { preferredAlgorithms } from './known-hosts.ts';
import type { Hop } from './route.ts';
import { type WayToSignIn, waysToSignIn } from './sign-in.ts';

export interface LinkOptions {
  readonly readyTimeoutMs: number;
  readonly keepaliveMs: number;
}

/** A connection to one SSH server. */
export interface Link {
  isClosed(): boolean;
  onClose(listener: () => void): void;
  /** A stream to an address as that server sees it. */
  forward(host: string, port: number): Promise<ClientChannel>;
  close(): Promise<void>;
}

const UNANSWERED_KEEPALIVES = 3;
const GOODBYE_MS = 300;

/** Connects and signs in, over the stream of the hop before where there is one. */
export async function openLink(
  hop: Hop,
  before: Link | undefined,
  options: LinkOptions,
  signal: AbortSignal,
): Promise<Link> {
  const ways = waysToSignIn(hop);
  const socket = await dial(hop, before);
  const client = new ssh2.Client();
  const abort = () => socket.destroy(asError(signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    await signIn(client, socket, hop, ways, options);
    return linkOf(client, socket);
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function dial(hop: Hop, before: Link | undefined): Promise<Duplex> {
  if (!before) return connect({ host: hop.host, port: hop.port, noDelay: true, keepAlive: true });
  try {
    return await before.forward(hop.host, hop.port);
  } catch (cause) {
    throw unreachable(hop, cause);
  }
}

function signIn(
  client: Client,
  socket: Duplex,
  hop: Hop,
  ways: readonly WayToSignIn[],
  options: LinkOptions,
): Promise<void> {
  const known = knownKeysOf(hop);
  let refusal: MolehillError | undefined;
  return new Promise((resolve, reject) => {
    const fail = (error: Error & Partial<ClientErrorExtensions>) =>
      reject(refusal ?? explain(error, hop, ways));
    socket.on('error', fail);
    client.on('error', fail);
    client.once('close', () => fail(new Error('it closed the connection')));
    client.once('ready', resolve);
    client.connect({
      sock: socket,
      username: hop.user,
      authHandler: ways.map(({ method }) => method),
      algorithms: { serverHostKey: preferredAlgorithms(known) },
      hostVerifier: (key: Buffer) => {
        refusal = refuseHostKey(hop, known, key);
        return refusal === undefined;
      },
      readyTimeout: options.readyTimeoutMs,
      keepaliveInterval: options.keepaliveMs,
      keepaliveCountMax: UNANSWERED_KEEPALIVES,
    });
  });
}

function explain(
  error: Error & Partial<ClientErrorExtensions>,
  hop: Hop,
  ways: readonly WayToSignIn[],
): MolehillError {
  if (error.level !== 'client-authentication') return unreachable(hop, error);
  const tried = ways.map(({ label }) => label).join(', ');
  return connectionErrors.fail('E_SSH_AUTH', `${hop.label} accepts none of these: ${tried}.`, {
    cause: error,
  });
}

function unreachable(hop: Hop, cause: unknown): MolehillError {
  const reason = asError(cause).message;
  return connectionErrors.fail('E_SSH_CONNECT', `${hop.label} cannot be reached: ${reason}`, { cause });
}

function linkOf(client: Client, socket: Duplex): Link {
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
    close: () => closeLink(client, socket),
  };
}

const PROHIBITED = 1;

/** In the words of the protocol a server that must not forward and one that cannot sound alike. */
function notForwarded(error: Error): Error {
  const said = error.message.replace(/^\(SSH\) Channel open failure: /, '');
  const prohibited = 'reason' in error && error.reason === PROHIBITED;
  return new Error(prohibited ? `it is not allowed to forward there (${said})` : said, { cause: error });
}

/** Says goodbye, and does not wait long for the other side to do so. */
function closeLink(client: Client, socket: Duplex): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), GOODBYE_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    client.end();
    if (socket instanceof Socket) socket.destroySoon();
    else socket.destroy();
  });
}

function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
