import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BudgetLimits } from '@molehill/core/budget';
import { silentLog } from '@molehill/core/log';
import { createRedactor } from '@molehill/core/redact';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import type { Person } from '@molehill/serve/testing/mcp-client';
import { onTestFinished } from 'vitest';
import { esServer } from '../server.ts';
import { connectEs, type Input } from './es-client.ts';

/** A request as it arrived, byte for byte in its path. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The SNI of the TLS handshake. */
  readonly serverName?: string | undefined;
}

export type Reply = (response: ServerResponse, request: Received) => void;

export function json(body: unknown, status = 200): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** The first reply whose key is a prefix of `METHOD path`; otherwise 404. */
export function replies(table: Readonly<Record<string, Reply>>): Reply {
  return (response, request) => {
    const asked = `${request.method} ${request.path}`;
    const reply = Object.entries(table).find(([start]) => asked.startsWith(start))?.[1];
    (reply ?? json({ error: 'no handler' }, 404))(response, request);
  };
}

const GREETING = json({
  cluster_name: 'far',
  version: { number: '8.19.5' },
  tagline: 'You Know, for Search',
});

export interface FakeClusterOptions {
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly port?: number;
  readonly greeting?: Reply;
}

/** An HTTP server that answers `GET /` like a cluster, and everything else with `reply`. */
export async function startFakeCluster(reply: Reply, options: FakeClusterOptions = {}) {
  const { tls, port = 0, greeting = GREETING } = options;
  const received: Received[] = [];
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers, socket } = request;
    const serverName: unknown = Reflect.get(socket, 'servername');
    const body = await text(request).catch(() => '');
    const sni = typeof serverName === 'string' ? { serverName } : {};
    const arrived = { method, path: url, headers, body, ...sni };
    if (method === 'GET' && url === '/') return greeting(response, arrived);
    received.push(arrived);
    reply(response, arrived);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { port: (server.address() as AddressInfo).port, received, close };
}

/** A connection without authentication. */
export function connectionTo({ port }: { readonly port: number }, fields: Input = {}): Input {
  return { name: 'far', host: '127.0.0.1', port, scheme: 'http', auth: 'none', ...fields };
}

export interface EsOptions {
  readonly connections?: readonly Input[];
  readonly env?: Readonly<Record<string, string>>;
  readonly budget?: Partial<BudgetLimits>;
  readonly timeoutMs?: number;
}

/** The real server and the official client, until the test ends. */
export async function openEs({ connections = [], env = {}, budget = {}, ...limits }: EsOptions) {
  const workspace = mkdtempSync(join(tmpdir(), 'molehill-es-'));
  const redactor = createRedactor();
  const server = esServer({
    env: { ESMOLE_CONNECTIONS: JSON.stringify(connections), ...env },
    stateRoot: join(workspace, '.state'),
    workspace,
    log: silentLog,
    redactor,
  });
  const { endpoint, calls, handles } = createTestEndpoint(server, { redactor, budget, ...limits });
  const answers: string[] = [];
  const close = async () => {
    await handles.close();
    await server.close?.();
    rmSync(workspace, { recursive: true, force: true });
  };
  onTestFinished(close);
  const output = () => [...answers, JSON.stringify(calls)].join('\n');
  const connect = (person?: Person) => connectEs({ endpoint, answers, output, close }, person);
  return { endpoint, workspace, output, close, connect, ...(await connect()) };
}
