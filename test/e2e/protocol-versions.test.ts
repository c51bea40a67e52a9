import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { at, items, text } from '../clients/json.ts';
import { endEverything } from './support/cleanup.ts';
import { ask, bearer, messagesOf, modernRequest, open, openSession, responseTo } from './support/http.ts';
import { type HttpServer, spawnMolehill, startUp } from './support/molehill.ts';
import {
  envelope,
  handshakeVersions,
  initializeParams,
  modernVersion,
  RawClient,
} from './support/raw-client.ts';

const tools = ['molehill__status', 'molehill__call_history'];

const toolNames = (reply: unknown) =>
  items(at(reply, 'result', 'tools')).map((tool) => text(at(tool, 'name')));

/** An answer is complete in every revision: text for a model, and the envelope where the revision supports it. */
function expectStatus(reply: unknown): void {
  expect(text(at(reply, 'result', 'content', 0, 'text'))).toMatch(/^version: \d/);
  expect(reply).toMatchObject({
    jsonrpc: '2.0',
    result: { structuredContent: { ok: true, type: 'success', data: { version: expect.any(String) } } },
  });
}

const discovered = { result: { supportedVersions: expect.arrayContaining([modernVersion]) } };

describe('over standard input and output', () => {
  afterEach(endEverything);

  test.each(handshakeVersions)('a client of %s completes the handshake, lists and calls', async (version) => {
    const client = new RawClient(spawnMolehill(['mcp']));
    expect(await client.handshake(version)).toMatchObject({
      result: { protocolVersion: version, serverInfo: { name: 'molehill' }, capabilities: { tools: {} } },
    });
    expect(toolNames(await client.request('tools/list'))).toEqual(expect.arrayContaining(tools));
    expectStatus(await client.call('molehill__status'));
  });

  test(`a client of ${modernVersion} lists and calls without a handshake`, async () => {
    const client = new RawClient(spawnMolehill(['mcp']));
    expect(await client.request('server/discover', envelope())).toMatchObject(discovered);
    expect(toolNames(await client.request('tools/list', envelope()))).toEqual(expect.arrayContaining(tools));
    expectStatus(await client.call('molehill__status', {}, envelope()));
  });

  test(`a client of ${modernVersion} may call without server/discover`, async () => {
    const client = new RawClient(spawnMolehill(['mcp']));
    expectStatus(await client.call('molehill__status', {}, envelope()));
  });

  test('a client of an unknown version is offered a supported one', async () => {
    const client = new RawClient(spawnMolehill(['mcp']));
    expect(await client.handshake('1999-01-01')).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    expectStatus(await client.call('molehill__status'));
  });
});

describe('over HTTP', () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startUp();
  });
  afterAll(endEverything);

  test.each(handshakeVersions)('a client of %s opens a session, lists, calls and closes', async (version) => {
    const session = await openSession(server, version);
    expect(session.hello.status).toBe(200);
    expect(messagesOf(session.hello).at(-1)).toMatchObject({ result: { protocolVersion: version } });
    const list = messagesOf(await session.post({ id: 1, method: 'tools/list' })).at(-1);
    expect(toolNames(list)).toEqual(expect.arrayContaining(tools));
    const call = await session.post({ id: 2, method: 'tools/call', params: { name: 'molehill__status' } });
    expectStatus(messagesOf(call).at(-1));
    const headers = { ...bearer(server), ...session.headers };
    expect(await ask(server, '/mcp', { method: 'DELETE', headers })).toMatchObject({ status: 200 });
    expect(await session.post({ id: 3, method: 'tools/list' })).toMatchObject({ status: 404 });
  });

  test(`a client of ${modernVersion} lists and calls without a session`, async () => {
    const discover = await ask(server, '/mcp', modernRequest(server, 'server/discover'));
    expect(discover.headers).not.toHaveProperty('mcp-session-id');
    expect(messagesOf(discover).at(-1)).toMatchObject(discovered);
    const list = await ask(server, '/mcp', modernRequest(server, 'tools/list'));
    expect(toolNames(messagesOf(list).at(-1))).toEqual(expect.arrayContaining(tools));
    const call = await ask(server, '/mcp', modernRequest(server, 'tools/call', { name: 'molehill__status' }));
    expectStatus(messagesOf(call).at(-1));
  });

  test('a client of 2024-11-05 uses legacy SSE at /sse and /message', async () => {
    const events = await openEvents(server);
    const endpoint = await events.next('endpoint');
    expect(endpoint).toMatch(/^\/message\?sessionId=/);
    let encoding = {};
    const post = (message: unknown) =>
      ask(server, endpoint, {
        method: 'POST',
        headers: { ...bearer(server), 'Content-Type': 'application/json', ...encoding },
        body: JSON.stringify(message),
      });
    const roundTrip = async (id: number, method: string, params: unknown) => {
      expect(await post({ jsonrpc: '2.0', id, method, params })).toMatchObject({ status: 202 });
      return JSON.parse(await events.next('message')) as unknown;
    };
    const hello = await roundTrip(1, 'initialize', initializeParams('2024-11-05'));
    expect(hello).toMatchObject({ id: 1, result: { protocolVersion: '2024-11-05' } });
    expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({
      status: 202,
    });
    expect(toolNames(await roundTrip(2, 'tools/list', {}))).toEqual(expect.arrayContaining(tools));
    expectStatus(await roundTrip(3, 'tools/call', { name: 'molehill__status', arguments: {} }));
    encoding = { 'Transfer-Encoding': 'chunked' };
    expectStatus(await roundTrip(4, 'tools/call', { name: 'molehill__status', arguments: {} }));
  });
});

/** The stream of /sse, event by event. */
async function openEvents(server: HttpServer) {
  const response = await responseTo(open(server, '/sse', { headers: bearer(server) }));
  const lines = createInterface({ input: response })[Symbol.asyncIterator]();
  const nextLine = async (start: string) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('the stream ended');
      if (value.startsWith(start)) return value.slice(start.length);
    }
  };
  return {
    async next(event: string): Promise<string> {
      expect(await nextLine('event: ')).toBe(event);
      return nextLine('data: ');
    },
  };
}
