import { Client, type Notification, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { coreErrors } from '@molehill/core/errors';
import { silentLog } from '@molehill/core/log';
import type { Relay } from '@molehill/core/relay';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import { catalogueOf, relayedToolThat, showTools } from '@molehill/core/testing/upstream-server';
import { type Peer, UpstreamError, type WireResult } from '@molehill/core/upstream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { serveHttp } from './http/server.ts';
import { mcpFactory } from './mcp.ts';
import { connectInMemory } from './memory.ts';
import { type ProtocolMode, protocolEras } from './testing/mcp-client.ts';

const anything = z.looseObject({});
const odd = {
  content: [{ type: 'text', text: 'x', unknown: 1, annotations: { unknown: 2 } }],
  structuredContent: { sum: 1 },
  unknown: { kept: true },
};

/** Without these, clients of 2026 accept no result. */
const requiredFields = {
  prompts: [],
  messages: [],
  resources: [],
  contents: [],
  completion: { values: [] },
};

/** Somebody else's server as far as an endpoint sees it, and who used it how. */
function createRelay(more: Partial<Relay> = {}) {
  const peers: Peer[] = [];
  const watched: string[][] = [];
  const left: string[] = [];
  const told: string[] = [];
  const relay: Relay = {
    describe: async () => ({
      serverInfo: { name: 'other', version: '9.9.9' },
      instructions: 'Of the other.',
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        completions: {},
        logging: {},
        experimental: { kept: {} },
      },
      passesUnknownMethods: true,
    }),
    handle: async (method, params) => ({ method, params, unknown: 'kept', ...requiredFields }),
    addSession: (peer) => {
      peers.push(peer);
      return { notify: (method) => told.push(method), close: () => left.push(peer.session) };
    },
    watchResources: (uris) => {
      watched.push([...uris]);
      return () => watched.push([]);
    },
    ...more,
  };
  return { relay, peers, watched, left, told };
}

type Call = Parameters<typeof relayedToolThat>[1];

function served(call: Call = async () => odd, more: Partial<Relay> = {}) {
  const used = createRelay(more);
  const catalogue = catalogueOf(relayedToolThat('sum', call));
  const { endpoint, calls } = createTestEndpoint(createFixtureServer().server, {
    catalogue,
    relay: used.relay,
  });
  return { ...used, catalogue, endpoint, calls };
}

function newClient(mode: ProtocolMode) {
  const heard: Notification[] = [];
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    {
      versionNegotiation: { mode },
      capabilities: { elicitation: { form: {} }, roots: { listChanged: true } },
    },
  );
  client.setRequestHandler('elicitation/create', { params: anything }, () => ({ action: 'accept', kept: 1 }));
  client.fallbackNotificationHandler = async (notification) => {
    heard.push(notification);
  };
  return { client, heard };
}

async function connect(mode: ProtocolMode, ...options: Parameters<typeof served>) {
  const service = served(...options);
  const connection = connectInMemory(mcpFactory(service.endpoint, 'memory'));
  const { client, heard } = newClient(mode);
  await client.connect(connection.transport);
  onTestFinished(async () => {
    await client.close();
    await connection.close();
  });
  const raw = (method: string, params?: WireResult) =>
    client.request({ method, ...(params ? { params: { ...params } } : {}) }, anything);
  return { ...service, client, heard, raw, connection };
}

const called = { name: 'other__sum', arguments: { a: 1 } };

describe.each(protocolEras)('client of $era', ({ mode, era }) => {
  test("sees the upstream server's identity", async () => {
    const { client } = await connect(mode);
    expect(client.getServerVersion()).toMatchObject({ name: 'other', version: '9.9.9' });
    expect(client.getInstructions()).toBe('Of the other.');
    expect(client.getServerCapabilities()).toMatchObject({ logging: {}, resources: { subscribe: true } });
  });

  test('lists a tool with all its fields', async () => {
    const { raw, catalogue } = await connect(mode);
    const [tool] = catalogue.entries.map((entry) => entry.tool);
    const { tools } = await raw('tools/list');
    expect(tools).toEqual([{ ...(tool && 'definition' in tool ? tool.definition : {}), name: 'other__sum' }]);
  });

  test('receives a result with all its fields', async () => {
    const { raw, calls } = await connect(mode);
    expect(await raw('tools/call', called)).toMatchObject(odd);
    expect(calls).toMatchObject([{ server: 'other', client: 'test-client', outcome: 'ok' }]);
  });

  test.each([-32_050, -32_602, 17])('receives the error %i unchanged', async (code) => {
    const refuse = () => Promise.reject(new UpstreamError(code, 'as it was', { data: 1 }));
    const { raw } = await connect(mode, refuse, { handle: refuse });
    const refusal = { code, message: 'as it was', data: { data: 1 } };
    await expect(raw('tools/call', called)).rejects.toMatchObject(refusal);
    await expect(raw('resources/read', { uri: 'x://y' })).rejects.toMatchObject(refusal);
  });

  test("receives its era's code for a missing resource", async () => {
    const handle = () => Promise.reject(new UpstreamError(-32_002, 'not there'));
    const { raw } = await connect(mode, undefined, { handle });
    const code = era === '2025' ? -32_002 : -32_602;
    await expect(raw('resources/read', { uri: 'x://y' })).rejects.toMatchObject({ code });
  });

  test('receives our own failures as text only', async () => {
    const { raw } = await connect(mode, async () => {
      throw coreErrors.fail('E_CONFIG', 'broken');
    });
    const result = await raw('tools/call', called);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('[E_CONFIG]') }],
    });
    expect(result).not.toHaveProperty('structuredContent');
  });

  test.each([
    'prompts/list',
    'prompts/get',
    'resources/list',
    'resources/read',
    'completion/complete',
    'made/up',
  ])('gets what the other server answers to %s', async (method) => {
    const { raw } = await connect(mode);
    const params = { any: { thing: 1 }, uri: 'x://y' };
    expect(await raw(method, params)).toMatchObject({ method, params, unknown: 'kept' });
  });

  test('passes client info and request metadata without the progress token', async () => {
    const seen: unknown[] = [];
    const { client } = await connect(mode, async ({ _meta }, { peer, progress }) => {
      progress?.({ done: 1 });
      seen.push({ _meta, capabilities: peer?.capabilities, name: peer?.info?.name, era: peer?.era });
      return odd;
    });
    const told: unknown[] = [];
    const options = { onprogress: (each: unknown) => told.push(each) };
    await client.request(
      { method: 'tools/call', params: { ...called, _meta: { trace: 'x' } } },
      anything,
      options,
    );
    expect(seen).toEqual([
      {
        _meta: { trace: 'x' },
        capabilities: { elicitation: { form: {} }, roots: { listChanged: true } },
        name: 'test-client',
        era: era === '2025' ? 'legacy' : 'modern',
      },
    ]);
    await vi.waitFor(() => expect(told).toEqual([{ progress: 1 }]));
  });

  test('passes questions and request state of a modern server unchanged', async () => {
    const continuation: unknown[] = [];
    const { client } = await connect(mode, async (_, context) => {
      continuation.push(context.continuation);
      if (context.continuation) return odd;
      const params = { message: 'Sure?', requestedSchema: { type: 'object', properties: {} } };
      return {
        resultType: 'input_required',
        inputRequests: { one: { method: 'elicitation/create', params } },
        requestState: 'only the other server reads this',
      };
    });
    expect(await client.callTool(called)).toMatchObject({ structuredContent: { sum: 1 } });
    expect(continuation).toEqual([
      undefined,
      {
        inputResponses: { one: expect.objectContaining({ action: 'accept' }) },
        requestState: 'only the other server reads this',
      },
    ]);
  });

  test('is notified of changed tools', async () => {
    const { client, heard, catalogue, raw } = await connect(mode);
    if (era === '2026') await client.listen({ toolsListChanged: true });
    showTools(catalogue, [relayedToolThat('new', async () => odd)]);
    await vi.waitFor(() =>
      expect(heard.map(({ method }) => method)).toContain('notifications/tools/list_changed'),
    );
    expect(await raw('tools/list')).toMatchObject({ tools: [{ name: 'other__new' }] });
  });

  test('ends its session when it disconnects', async () => {
    const { client, peers, left, connection } = await connect(mode);
    await client.listTools();
    await vi.waitFor(() => expect(peers).not.toHaveLength(0));
    await connection.close();
    await vi.waitFor(() => expect(left).toHaveLength(peers.length));
  });
});

test('asks a legacy client during a call and returns its answer unchanged', async () => {
  const { raw } = await connect('legacy', async (_, { peer }) => {
    const answer = await peer?.request('elicitation/create', {
      message: '?',
      requestedSchema: { type: 'object', properties: {} },
    });
    return { content: [], answer };
  });
  expect(await raw('tools/call', called)).toMatchObject({ answer: { action: 'accept', kept: 1 } });
});

test('notifies and asks a legacy client outside of calls', async () => {
  const { peers, heard } = await connect('legacy');
  await vi.waitFor(() => expect(peers).toHaveLength(1));
  peers[0]?.notify('notifications/message', { level: 'info', data: { any: 1 } });
  await vi.waitFor(() => expect(heard).toMatchObject([{ params: { level: 'info', data: { any: 1 } } }]));
  const question = { message: '?', requestedSchema: { type: 'object', properties: {} } };
  expect(await peers[0]?.request('elicitation/create', question)).toEqual({ action: 'accept', kept: 1 });
});

test('forwards changed roots of a legacy client', async () => {
  const { client, told, peers } = await connect('legacy');
  await vi.waitFor(() => expect(peers).toHaveLength(1));
  await client.sendRootsListChanged();
  await vi.waitFor(() => expect(told).toEqual(['notifications/roots/list_changed']));
});

test('watches what a modern client listens to until it stops', async () => {
  const { client, watched, peers, heard } = await connect({ pin: '2026-07-28' });
  const listening = await client.listen({ resourceSubscriptions: ['x://y'] });
  expect(watched).toEqual([['x://y']]);
  for (const uri of ['x://other', 'x://y'])
    for (const peer of peers) peer.notify('notifications/resources/updated', { uri });
  await vi.waitFor(() => expect(heard).toMatchObject([{ params: { uri: 'x://y' } }]));
  await listening.close();
  await vi.waitFor(() => expect(watched).toEqual([['x://y'], []]));
});

test('notifies listening modern clients over HTTP', async () => {
  const { endpoint, peers, watched, catalogue } = served();
  const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
  const serving = await serveHttp(factories, { port: 0, token: undefined, log: silentLog });
  onTestFinished(() => serving.close());
  const { client, heard } = newClient({ pin: '2026-07-28' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', serving.url)));
  onTestFinished(() => client.close());
  const listening = await client.listen({
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    resourceSubscriptions: ['x://y'],
  });
  expect(watched).toEqual([['x://y']]);
  showTools(catalogue, []);
  for (const peer of peers) {
    peer.notify('notifications/prompts/list_changed', undefined);
    peer.notify('notifications/resources/list_changed', undefined);
    peer.notify('notifications/resources/updated', { uri: 'x://y' });
    peer.notify('notifications/message', { level: 'info', data: 'for nobody' });
    await expect(peer.request('roots/list', undefined)).rejects.toThrow('a modern client is asked');
  }
  await vi.waitFor(() =>
    expect(heard.map(({ method }) => method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
      'notifications/resources/updated',
    ]),
  );
  await listening.close();
  await vi.waitFor(() => expect(watched).toHaveLength(2));
});

test('reports a failing relay as a protocol error', async () => {
  const handle = () => Promise.reject(coreErrors.fail('E_CONFIG', 'broken'));
  const { raw } = await connect('legacy', undefined, { handle });
  await expect(raw('prompts/list')).rejects.toMatchObject({
    code: -32_603,
    message: '[E_CONFIG] broken — Correct the named setting.',
  });
});
