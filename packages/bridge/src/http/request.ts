import type { IncomingMessage } from 'node:http';
import { bridgeErrors } from '../errors.ts';

export interface HostRequest {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends it as JSON with POST. */
  readonly body?: object | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Carries the key of the running process, which its owner can read in the state directory. */
export const KEY_HEADER = 'molehill-key';

const HOST = '127.0.0.1';
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Resolves with the head of the response; E_BRIDGE_UNAVAILABLE means that the request was not sent. Each request opens
 * its own connection, so that none is sent over one that the host is closing. The wait for the head is unlimited.
 */
export async function sendRequest(request: HostRequest): Promise<IncomingMessage> {
  const { port, path, body, signal } = request;
  const text = body && JSON.stringify(body);
  const length = text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const method = text === undefined ? 'GET' : 'POST';
  // Loading it takes 30 ms, and most processes send no request.
  const http = await import('node:http');
  return new Promise((resolve, reject) => {
    const headers = { ...request.headers, ...length };
    const options = { host: HOST, port, path, method, headers, agent: false as const };
    const sent = http.request(signal ? { ...options, signal } : options, resolve);
    let connected = false;
    sent.once('socket', (socket) => socket.once('connect', () => (connected = true)));
    sent.on('error', (error) => reject(signal?.aborted || connected ? error : unreachable(port, error)));
    sent.end(text);
  });
}

export async function readText(response: IncomingMessage, maxBytes = MAX_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      response.destroy();
      throw bridgeErrors.fail('E_HOST_ANSWER', `The host answered with more than ${maxBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface AuthorizedRequest extends Omit<HostRequest, 'headers'> {
  /** Send it only where `checkHealth` has verified the host. */
  readonly token: string;
  /** Says that a person has agreed, where the request needs it. */
  readonly key?: string | undefined;
}

export function authorization({ token, key }: Pick<AuthorizedRequest, 'token' | 'key'>) {
  return { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { [KEY_HEADER]: key }) };
}

/** The body is undefined when it is not JSON. */
export async function requestJson({ token, key, ...request }: AuthorizedRequest) {
  const response = await sendRequest({ ...request, headers: authorization({ token, key }) });
  return { status: response.statusCode, body: parseJson(await readText(response)) };
}

export async function getJson(request: Omit<AuthorizedRequest, 'body'>): Promise<unknown> {
  const { status, body } = await requestJson(request);
  if (status === 200 && body !== undefined) return body;
  throw bridgeErrors.fail('E_HOST_ANSWER', `The host answered ${request.path} with status ${status}.`);
}

function unreachable(port: number, cause: Error) {
  const message = `Nothing answers at port ${port}: ${cause.message}`;
  return bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', message, {
    cause,
    details: { port, reason: 'unreachable' },
  });
}
