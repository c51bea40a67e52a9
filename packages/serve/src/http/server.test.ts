import { createServer } from 'node:net';
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
  expect(await response.json()).toMatchObject({ code: 'E_NOT_FOUND' });
});

test('gives the page a cookie for the token, and the API for the cookie', async () => {
  const api = new Hono().get('/hello', (c) => c.text('hello'));
  const { url } = await serve({ api });
  expect((await fetch(new URL('/api/hello', url))).status).toBe(401);
  const session = await fetch(new URL('/session', url), { method: 'POST', headers });
  expect(session.status).toBe(204);
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(await (await fetch(new URL('/api/hello', url), { headers: { cookie } })).text()).toBe('hello');
});

test('serves pages without authentication', async () => {
  const { url } = await serve({ pages: new Hono().get('/', (c) => c.text('the page')) });
  expect(await (await fetch(url)).text()).toBe('the page');
});

test('answers an unexpected failure with E_INTERNAL and logs it', async () => {
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, error: (fields) => logged.push(fields.err) };
  const broken = new Error('deep inside');
  const api = new Hono().get('/broken', () => {
    throw broken;
  });
  const { url } = await serve({ api, log });
  const response = await fetch(new URL('/api/broken', url), { headers });
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ code: 'E_INTERNAL' });
  expect(text).not.toContain('deep inside');
  expect(logged).toEqual([broken]);
});

test('serves services with the token only', async () => {
  const services = new Hono().get('/tables/:name', (c) => c.text(c.req.param('name')));
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
