import {
  Client,
  type Notification,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { silentLog } from '@molehill/core/log';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import type { FixtureState } from '@molehill/core/testing/fixture-state';
import { DONE_URI } from '@molehill/core/testing/stateful-tools';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { serveHttp } from './http/server.ts';
import { mcpFactory } from './mcp.ts';
import { connectInMemory } from './memory.ts';
import { type ProtocolMode, protocolEras } from './testing/mcp-client.ts';

const TOKEN = 'a-token-for-this-test';
const headers = { authorization: `Bearer ${TOKEN}` };

async function serve(more: Partial<FixtureState> = {}) {
  const onDisposed = vi.fn();
  const state: FixtureState = { stopped: 0, done: [], onDisposed, ...more };
  const { endpoint, calls, handles } = createTestEndpoint(createFixtureServer(state).server);
  const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
  const http = await serveHttp(factories, { port: 0, token: TOKEN, log: silentLog });
  onTestFinished(() => http.close());
  const memory = mcpFactory(endpoint, 'memory');
  return { url: http.url, memory, onDisposed, state, calls, handles };
}

type Served = Awaited<ReturnType<typeof serve>>;

const [legacy, modern] = protocolEras;
const streamable = ({ url }: Served) =>
  new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
const sse = ({ url }: Served) => new SSEClientTransport(new URL('/sse', url), { requestInit: { headers } });
const memory = (served: Served) => {
  const connection = connectInMemory(served.memory);
  onTestFinished(() => connection.close());
  return connection.transport;
};

interface Frontend {
  readonly name: string;
  readonly mode: ProtocolMode;
  open(served: Served): Transport;
}

const connected: readonly Frontend[] = [
  { name: 'memory, 2025', mode: legacy.mode, open: memory },
  { name: 'memory, 2026', mode: modern.mode, open: memory },
  { name: '/mcp, 2025', mode: legacy.mode, open: streamable },
  { name: '/sse, 2025', mode: legacy.mode, open: sse },
];
const stateless: Frontend = { name: '/mcp, 2026', mode: modern.mode, open: streamable };

async function connect(served: Served, { mode, open }: Frontend, name = 'a-client') {
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode } });
  const notified: Notification[] = [];
  client.fallbackNotificationHandler = async (notification) => void notified.push(notification);
  const transport = open(served);
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (tool: string, input: Record<string, unknown> = {}) => {
    const { structuredContent } = await client.callTool({ name: tool, arguments: input });
    return structuredContent as { data?: { handle?: string; value?: number }; error?: { code: string } };
  };
  const openCounter = async () => (await call('counter_open')).data?.handle ?? '';
  return { client, transport, call, openCounter, notified };
}

describe.each([...connected, stateless])('over $name', (frontend) => {
  test('a handle outlives its call, and is refused to another client', async () => {
    const served = await serve();
    const mine = await connect(served, frontend);
    const other = await connect(served, frontend, 'another-client');
    const handle = await mine.openCounter();
    expect((await mine.call('counter_next', { handle })).data).toEqual({ value: 1 });
    expect((await mine.call('counter_next', { handle })).data).toEqual({ value: 2 });
    expect((await other.call('counter_next', { handle })).error?.code).toBe('E_STALE_REFERENCE');
    expect(served.onDisposed).not.toHaveBeenCalled();
  });

  test('an idle handle is disposed', async () => {
    const served = await serve({ counterIdleMs: 5 });
    const mine = await connect(served, frontend);
    const handle = await mine.openCounter();
    await vi.waitFor(() => expect(served.onDisposed).toHaveBeenCalledOnce());
    expect((await mine.call('counter_next', { handle })).error?.code).toBe('E_STALE_REFERENCE');
  });

  test('a resource of a built-in server is listed and read, and the audit records it', async () => {
    const served = await serve();
    const { client, call } = await connect(served, frontend);
    await call('noting', { what: 'one' });
    expect((await client.listResources()).resources).toMatchObject([{ uri: DONE_URI, name: 'done' }]);
    const { contents } = await client.readResource({ uri: DONE_URI });
    expect(contents).toMatchObject([{ uri: DONE_URI, text: '["one"]' }]);
    await expect(client.readResource({ uri: 'molehill://fixture/nothing' })).rejects.toThrow('not found');
    expect(served.calls.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['noting', 'ok'],
      ['resources/list', 'ok'],
      ['resources/read', 'ok'],
      ['resources/read', 'error'],
    ]);
  });

  test('an event reaches the client that subscribed to its resource, and no other', async () => {
    const served = await serve();
    const mine = await connect(served, frontend);
    const other = await connect(served, frontend, 'another-client');
    await subscribe(mine.client, frontend.mode);
    await other.call('noting', { what: 'one' });
    const updates = () => mine.notified.filter(({ method }) => method === 'notifications/resources/updated');
    await vi.waitFor(() => expect(updates()).toMatchObject([{ params: { uri: DONE_URI } }]));
    expect(other.notified).toEqual([]);
  });
});

async function subscribe(client: Client, mode: ProtocolMode): Promise<void> {
  if (mode === 'legacy') await client.subscribeResource({ uri: DONE_URI });
  else await client.listen({ resourceSubscriptions: [DONE_URI] });
}

test.each(connected)('over $name, handles are disposed when the client disconnects', async (frontend) => {
  const served = await serve();
  const mine = await connect(served, frontend);
  await mine.openCounter();
  if (mine.transport instanceof StreamableHTTPClientTransport) await mine.transport.terminateSession();
  await mine.client.close();
  await vi.waitFor(() => expect(served.onDisposed).toHaveBeenCalledOnce());
});

test.each([...connected, stateless])(
  'over $name, handles are disposed when the process ends',
  async (frontend) => {
    const served = await serve();
    await (await connect(served, frontend)).openCounter();
    await served.handles.close();
    expect(served.onDisposed).toHaveBeenCalledOnce();
  },
);

test('content parts follow the text', async () => {
  const { client } = await connect(await serve(), stateless);
  const { content } = await client.callTool({ name: 'noting', arguments: { what: 'one' } });
  expect(content).toEqual([
    { type: 'text', text: 'noted: 1' },
    { type: 'resource_link', uri: DONE_URI, name: 'done' },
  ]);
});
