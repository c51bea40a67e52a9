import { once } from 'node:events';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { at } from '../../clients/json.ts';
import { afterwards } from './cleanup.ts';
import type { HttpServer } from './molehill.ts';
import { envelope, initializeParams, modernVersion, type Params } from './raw-client.ts';

export interface HttpRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request on its own connection with arbitrary headers, some of which fetch forbids. */
export function open(
  server: Pick<HttpServer, 'port'>,
  path: string,
  options: HttpRequest = {},
): ClientRequest {
  const { method = 'GET', headers = {}, body } = options;
  const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers, agent: false });
  afterwards(() => sent.destroy());
  sent.end(body);
  return sent;
}

export async function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (!response) throw new Error('no response');
  return response;
}

export async function answerOf(sent: ClientRequest): Promise<HttpAnswer> {
  const response = await responseTo(sent);
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

export function ask(
  server: Pick<HttpServer, 'port'>,
  path: string,
  options?: HttpRequest,
): Promise<HttpAnswer> {
  return answerOf(open(server, path, options));
}

export function bearer(server: Pick<HttpServer, 'token'>): { Authorization: string } {
  return { Authorization: `Bearer ${server.token}` };
}

/** A raw connection, for bytes that no HTTP client would send. */
export async function connectTo(port: number, host = '127.0.0.1'): Promise<Socket> {
  const socket = connect(port, host);
  afterwards(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes and reads until the server closes the connection. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const socket = await connectTo(port);
  socket.write(bytes);
  return text(socket);
}

const jsonHeaders = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

export interface McpMessage {
  readonly id?: number;
  readonly method: string;
  readonly params?: Params;
}

export function mcpRequest(
  server: HttpServer,
  message: McpMessage,
  headers: Readonly<Record<string, string>> = {},
): HttpRequest {
  return {
    method: 'POST',
    headers: { ...jsonHeaders, ...bearer(server), ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  };
}

/** A stateless request of protocol 2026-07-28. */
export function modernRequest(
  server: HttpServer,
  method: string,
  params: Params = {},
  meta: Params = {},
): HttpRequest {
  const message = { id: 1, method, params: { ...params, ...envelope(meta) } };
  const name = at(params, 'name');
  return mcpRequest(server, message, {
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
  });
}

/** The messages of a response, from a JSON body or an event stream. */
export function messagesOf(answer: HttpAnswer): unknown[] {
  if (!answer.headers['content-type']?.startsWith('text/event-stream')) return [JSON.parse(answer.body)];
  const data = answer.body.split('\n').filter((line) => line.startsWith('data: ') && line.length > 6);
  return data.map((line): unknown => JSON.parse(line.slice(6)));
}

/** Opens a session as a client before 2026-07-28. */
export async function openSession(server: HttpServer, version = '2025-11-25') {
  const hello = await ask(
    server,
    '/mcp',
    mcpRequest(server, { id: 0, method: 'initialize', params: initializeParams(version) }),
  );
  const headers = {
    'Mcp-Session-Id': String(hello.headers['mcp-session-id']),
    'MCP-Protocol-Version': version,
  };
  const post = (message: McpMessage) => ask(server, '/mcp', mcpRequest(server, message, headers));
  await post({ method: 'notifications/initialized' });
  return { hello, headers, post };
}
