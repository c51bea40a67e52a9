import type { IncomingMessage } from 'node:http';
import { bridgeErrors } from '../errors.ts';

export interface Asked {
  readonly port: number;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

const HOST = '127.0.0.1';

/**
 * Resolves with the head of the answer; E_BRIDGE_UNAVAILABLE means that the request never left. Each request has a connection of its own, so none is sent into one that the
 * host is just closing; and there is no limit on the wait for the head, because a tool may work for as long as it may.
 */
export async function ask(asked: Asked): Promise<IncomingMessage> {
  const { port, path, method, headers, body, signal } = asked;
  // Loading it costs 30 ms, and most programs that could ask never do.
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const options = { host: HOST, port, path, method, headers: { ...headers }, agent: false as const };
    const sent = request(signal ? { ...options, signal } : options, resolve);
    let connected = false;
    sent.once('socket', (socket) => socket.once('connect', () => (connected = true)));
    sent.on('error', (error) => reject(signal?.aborted || connected ? error : unreachable(port, error)));
    sent.end(body);
  });
}

export async function readText(answer: IncomingMessage, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) {
      answer.destroy();
      throw bridgeErrors.fail('E_HOST_ANSWER', `The host answered with more than ${mostBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const MAX_BYTES = 16 * 1024 * 1024;

export interface JsonRequest {
  readonly port: number;
  /** Send it only where `checkHealth` has verified the host. */
  readonly token: string;
  readonly path: string;
  /** Makes it a POST. */
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

/** The body is undefined when it is not JSON. */
export async function requestJson({ port, token, path, body, signal }: JsonRequest) {
  const text = body && JSON.stringify(body);
  const headers = { authorization: `Bearer ${token}`, ...(text ? jsonHeaders(text) : {}) };
  const method = text ? 'POST' : 'GET';
  const response = await ask({ port, path, method, headers, signal, ...(text ? { body: text } : {}) });
  return { status: response.statusCode, body: parseJson(await readText(response, MAX_BYTES)) };
}

export function jsonHeaders(body: string): Readonly<Record<string, string>> {
  return { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
}

export async function getJson(request: Omit<JsonRequest, 'body'>): Promise<unknown> {
  const { status, body } = await requestJson(request);
  if (status === 200 && body !== undefined) return body;
  throw bridgeErrors.fail('E_HOST_ANSWER', `The host answered ${request.path} with status ${status}.`);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreachable(port: number, cause: Error) {
  const message = `Nobody answers at port ${port}: ${cause.message}`;
  return bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', message, {
    cause,
    details: { port, reason: 'unreachable' },
  });
}
