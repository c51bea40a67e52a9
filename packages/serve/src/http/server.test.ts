import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { type Log, silentLog } from '@molehill/core/log';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import type { FixtureState } from '@molehill/core/testing/fixture-state';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { mcpFactory } from '../mcp.ts';
import { type ProtocolMode, protocolEras } from '../testing/mcp-client.ts';
import { PageAccess } from './page-access.ts';
import type { HttpRoute, ServiceEnv } from './route.ts';
import { type HttpOptions, serveHttp } from './server.ts';

const TOKEN = 'a-token-for-this-test';
const headers = { authorization: `Bearer ${TOKEN}` };

async function serve(options: Partial<HttpOptions> = {}) {
  const state: FixtureState = { stopped: 0, done: [] };
  const { endpoint, calls } = createTestEndpoint(createFixtureServer(state).server);
  const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
  const serving = await serveHttp(factories, { port: 0, token: TOKEN, log: silentLog, ...options });
  onTestFinished(() => serving.close());
  return { ...serving, calls, state };
}

async function connect(transport: Transport, mode: ProtocolMode): Promise<Client> {
  const client = new Client(
    { name: 'over-http', version: '1.0.0' },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { confirm: true } }));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const streamable = (url: string) =>
  new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
const sse = (url: string) => new SSEClientTransport(new URL('/sse', url), { requestInit: { headers } });

const frontends = [
  ...protocolEras.map(({ era, mode }) => ({
    name: `/mcp in ${era}`,
    mode,
    open: streamable,
    frontend: 'http',
  })),
  { name: '/sse', mode: 'legacy', open: sse, frontend: 'sse' },
] as const;

test.each(frontends)('lists and calls tools through $name', async ({ mode, open, frontend }) => {
  const { url, calls } = await serve();
  const client = await connect(open(url), mode);
  expect((await client.listTools()).tools).toHaveLength(12);
  const result = await client.callTool({ name: 'echo', arguments: { text: 'hi' } });
  expect(result.content).toEqual([{ type: 'text', text: 'text: hi' }]);
  expect(calls).toMatchObject([{ tool: 'echo', frontend, client: 'over-http', outcome: 'ok' }]);
});

test.each(frontends)('asks a person through $name', async ({ mode, open }) => {
  const { url, state } = await serve();
  const client = await connect(open(url), mode);
  const result = await client.callTool({ name: 'confirming', arguments: { what: 'it', twice: true } });
  expect(result.structuredContent).toMatchObject({ ok: true });
  expect(state.done).toEqual(['it']);
});

test('a request over /sse that is cancelled before it arrives is not run', async () => {
  const { url, calls } = await serve();
  const transport = sse(url);
  const client = await connect(transport, 'legacy');
  const method = 'notifications/cancelled';
  const cancel = () => transport.send({ jsonrpc: '2.0', method, params: { requestId: 'early' } });
  const params = { name: 'slow', arguments: { ms: 600_000 } };
  await cancel();
  await transport.send({ jsonrpc: '2.0', id: 'early', method: 'tools/call', params });
  // If it runs, this one ends it, and it is found among the calls.
  await cancel();
  await client.callTool({ name: 'echo', arguments: { text: 'hi' } });
  expect(calls).toMatchObject([{ tool: 'echo' }]);
});

test('rejects an unknown session so that the client opens a new one', async () => {
  const { url } = await serve();
  const response = await fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      ...headers,
      'mcp-session-id': 'gone',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: -32_001 } });
});

test('rejects a message to an unknown SSE session', async () => {
  const { url } = await serve();
  const response = await fetch(new URL('/message?sessionId=none', url), {
    method: 'POST',
    headers,
    body: '{}',
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'E_NOT_SERVED' });
});

const hello: HttpRoute = {
  method: 'GET',
  path: '/api/hello',
  access: ['agent', 'person'],
  handle: (c, who) => c.text(`hello ${who?.kind}`),
};
const decide: HttpRoute = {
  method: 'POST',
  path: '/api/decide',
  access: ['person'],
  handle: (c) => c.text('decided'),
};

async function serveWithPage() {
  const page = new PageAccess();
  const { url } = await serve({ page, routes: [hello, decide] });
  const post = (path: string, more: Record<string, string>, body: unknown = {}) =>
    fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    });
  const redeem = (code: string) => post('/session', {}, { code });
  return { page, url, post, redeem };
}

test('exchanges a code for a session once, and sets no cookie', async () => {
  const { page, url, post, redeem } = await serveWithPage();
  const code = page.issueCode();
  const exchanged = await redeem(code);
  expect(exchanged.headers.get('set-cookie')).toBeNull();
  expect(exchanged.headers.get('cache-control')).toBe('no-store');
  const { session } = (await exchanged.json()) as { session: string };
  const person = { 'molehill-session': session };
  expect(await (await fetch(new URL('/api/hello', url), { headers: person })).text()).toBe('hello person');
  expect(await (await post('/api/decide', person)).text()).toBe('decided');
  const again = await redeem(code);
  expect([again.status, await again.json()]).toMatchObject([401, { code: 'E_CODE_REFUSED' }]);
  expect(await (await redeem('')).json()).toMatchObject({ code: 'E_CODE_REFUSED' });
  expect((await post('/session', {}, { token: TOKEN })).status).toBe(400);
});

test('a person and the owner get further codes, an agent gets none', async () => {
  const { page, post, redeem } = await serveWithPage();
  const { session } = (await (await redeem(page.issueCode())).json()) as { session: string };
  for (const more of [{ 'molehill-session': session }, { 'molehill-key': page.key }]) {
    const { code } = (await (await post('/session/code', more)).json()) as { code: string };
    expect((await redeem(code)).status).toBe(200);
  }
  expect((await post('/session/code', headers)).status).toBe(403);
  expect((await post('/session/code', {})).status).toBe(401);
});

test('the token of an agent reads, and does not decide', async () => {
  const { url, post } = await serveWithPage();
  expect(await (await fetch(new URL('/api/hello', url), { headers })).text()).toBe('hello agent');
  const refused = await post('/api/decide', headers);
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'E_PERSON_REQUIRED' }]);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
  'a POST of the type "%s" is rejected',
  async (type) => {
    const { page, post, redeem } = await serveWithPage();
    const { session } = (await (await redeem(page.issueCode())).json()) as { session: string };
    const refused = await post('/api/decide', { 'molehill-session': session, 'content-type': type });
    expect([refused.status, await refused.json()]).toMatchObject([415, { code: 'E_CONTENT_TYPE' }]);
  },
);

test('a route answers its own method only', async () => {
  const { url } = await serveWithPage();
  const refused = await fetch(new URL('/api/hello', url), { method: 'PUT', headers });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET']);
});

test('no response may be framed, cached or read by another origin', async () => {
  const { url } = await serveWithPage();
  for (const path of ['/api/hello', '/session', '/nothing', '/mcp']) {
    const { headers: sent } = await fetch(new URL(path, url), { headers });
    expect(sent.get('access-control-allow-origin')).toBeNull();
    expect(sent.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(sent.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(sent.get('cache-control')).toBe('no-store');
  }
});

test('connections without an authorized request are closed for new ones, oldest first', async () => {
  const { url, port } = await serve({ connections: { most: 20, mostUnauthorized: 5 }, routes: [hello] });
  const waiting = await connectMany(port, 12);
  const isOpen = () => waiting.map((socket) => !socket.destroyed);
  await expect.poll(isOpen).toEqual([...Array(7).fill(false), ...Array(5).fill(true)]);
  expect(await (await fetch(new URL('/api/hello', url), { headers })).text()).toBe('hello agent');
});

test('an authorized connection stays open when others wait', async () => {
  const { port, url } = await serve({ connections: { most: 3, mostUnauthorized: 3 }, routes: [hello] });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const first = await getWith(agent, new URL('/api/hello', url));
  await connectMany(port, 8);
  const second = await getWith(agent, new URL('/api/hello', url));
  expect(second).toEqual({ status: 200, localPort: first.localPort });
});

function getWith(
  agent: Agent,
  url: URL,
): Promise<{ status: number | undefined; localPort: number | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers }, (response) => {
      const localPort = response.socket.localPort;
      response.resume().once('end', () => resolve({ status: response.statusCode, localPort }));
    });
    sent.once('error', reject);
  });
}

/** Connections that send half of a request. */
function connectMany(port: number, count: number): Promise<Socket[]> {
  const open = async (): Promise<Socket> => {
    const socket = connectSocket(port, '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => {
      socket.destroy();
    });
    await once(socket, 'connect');
    socket.write('GET /api/hello HTTP/1.1\r\nHost: loc');
    return socket;
  };
  return Array.from({ length: count }).reduce<Promise<Socket[]>>(
    async (opened) => [...(await opened), await open()],
    Promise.resolve([]),
  );
}

test('serves pages without authentication', async () => {
  const { url } = await serve({ pages: new Hono().get('/', (c) => c.text('the page')) });
  expect(await (await fetch(url)).text()).toBe('the page');
});

test('answers an unexpected failure with E_INTERNAL and logs it', async () => {
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, error: (fields) => logged.push(fields.err) };
  const broken = new Error('deep inside');
  const routes: HttpRoute[] = [
    {
      method: 'GET',
      path: '/api/broken',
      access: ['agent'],
      handle: () => {
        throw broken;
      },
    },
  ];
  const { url } = await serve({ routes, log });
  const response = await fetch(new URL('/api/broken', url), { headers });
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ code: 'E_INTERNAL' });
  expect(text).not.toContain('deep inside');
  expect(logged).toEqual([broken]);
});

test('serves services with the token only', async () => {
  const services = new Hono<ServiceEnv>();
  services.get('/tables/:name', (c) => c.text(c.req.param('name')));
  const { url } = await serve({ services });
  const ask = (init: RequestInit) => fetch(new URL('/tables/items', url), init);
  expect((await ask({})).status).toBe(401);
  const answer = await ask({ headers });
  expect([answer.status, await answer.text()]).toEqual([200, 'items']);
});

test('names a port that is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    taken.close();
  });
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(serve({ port })).rejects.toMatchObject({
    code: 'E_PORT_IN_USE',
    message: `Port ${port} is in use on 127.0.0.1.`,
  });
});
