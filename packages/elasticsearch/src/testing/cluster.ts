import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** The address of a node on this machine. */
export interface Node {
  readonly port: number;
  readonly secure: boolean;
  /** `user:password`; undefined without authentication. */
  readonly auth?: string | undefined;
}

export interface Plain {
  readonly status: number;
  readonly text: string;
}

/** A request that bypasses the code under test and ignores the certificate. */
export function openRequest(
  { port, secure, auth }: Node,
  options: { readonly method: string; readonly path: string; readonly headers?: Record<string, string> },
) {
  const all = { host: '127.0.0.1', port, ...(auth && { auth }), ...options };
  return secure ? requestHttps({ ...all, rejectUnauthorized: false }) : requestHttp(all);
}

/** Sends a request as the superuser. An array is sent as NDJSON. */
export async function administer(node: Node, method: string, path: string, body?: unknown): Promise<Plain> {
  const [type, payload] = payloadOf(body);
  const request = openRequest(node, { method, path, headers: { 'content-type': type } });
  request.end(payload);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, text: await text(response) };
}

function payloadOf(body: unknown): readonly [string, string] {
  if (!Array.isArray(body)) return ['application/json', body === undefined ? '' : JSON.stringify(body)];
  return ['application/x-ndjson', `${body.join('\n')}\n`];
}

/** A setup request, which must succeed. */
export async function prepare(node: Node, method: string, path: string, body?: unknown): Promise<string> {
  const answer = await administer(node, method, path, body);
  if (answer.status >= 300 || answer.text.includes('"errors":true'))
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
  return answer.text;
}
