import { silentLog } from '@molehill/core/log';
import { createTestEndpoint } from '@molehill/core/testing/endpoint';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import { expect, onTestFinished, test } from 'vitest';
import { mcpFactory } from '../mcp.ts';
import { serveHttp } from './server.ts';

const HEADERS = {
  authorization: 'Bearer secret',
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** A session as a client before 2026-07-28 opens it. */
async function openSession() {
  const state = { stopped: 0, done: [] as string[] };
  const { endpoint, calls } = createTestEndpoint(createFixtureServer(state).server);
  const factories = { streamable: mcpFactory(endpoint, 'http'), sse: mcpFactory(endpoint, 'sse') };
  const serving = await serveHttp(factories, { port: 0, token: 'secret', log: silentLog });
  onTestFinished(() => serving.close());
  const post = (message: object, headers = {}) =>
    fetch(`${serving.url}/mcp`, {
      method: 'POST',
      headers: { ...HEADERS, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const opened = await post(initialize);
  await opened.text();
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  return { post: (message: object) => post(message, session), calls };
}

const messagesOf = (body: string) =>
  body.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []));
const slow = (id: number) => ({
  id,
  method: 'tools/call',
  params: { name: 'slow', arguments: { ms: 600_000 } },
});
const echo = { method: 'tools/call', params: { name: 'echo', arguments: { text: 'hi' } } };
const cancel = (id: number) => ({ method: 'notifications/cancelled', params: { requestId: id } });

test('the response of a cancelled request ends', async () => {
  const { post } = await openSession();
  const responses = await Promise.all([1, 2, 3].map((id) => post(slow(id))));
  const bodies = responses.map((response) => response.text());
  for (const id of [1, 2, 3]) await post(cancel(id));
  for (const [index, body] of bodies.entries())
    expect(messagesOf(await body)).toEqual([
      { jsonrpc: '2.0', id: index + 1, error: { code: -32_800, message: expect.any(String) } },
    ]);
});

test('a cancellation after the answer changes nothing', async () => {
  const { post } = await openSession();
  const first = await (await post({ id: 1, ...echo })).text();
  expect(messagesOf(first)).toMatchObject([{ id: 1, result: {} }]);
  await post(cancel(1));
  await post(cancel(99));
  expect(messagesOf(await (await post({ id: 2, ...echo })).text())).toMatchObject([{ id: 2, result: {} }]);
});

test('a request that is cancelled before it arrives is not run, and its response ends', async () => {
  const { post, calls } = await openSession();
  await post(cancel(1));
  expect(messagesOf(await (await post(slow(1))).text())).toMatchObject([{ id: 1, error: { code: -32_800 } }]);
  expect(messagesOf(await (await post({ id: 2, ...echo })).text())).toMatchObject([{ id: 2, result: {} }]);
  expect(calls).toMatchObject([{ tool: 'echo' }]);
});

test('a request and its cancellation that arrive at the same time leave nothing running', async () => {
  const { post } = await openSession();
  const ids = Array.from({ length: 100 }, (_, index) => index + 1);
  const bodies = ids.map(async (id) => {
    const [answer] = await Promise.all(
      id % 2 === 0 ? [post(slow(id)), post(cancel(id))] : [post(cancel(id)), post(slow(id))].reverse(),
    );
    return messagesOf((await answer?.text()) ?? '');
  });
  expect(await Promise.all(bodies)).toMatchObject(ids.map((id) => [{ id, error: { code: -32_800 } }]));
});

test('a cancellation after the answer does not cancel another request with the same id', async () => {
  const { post } = await openSession();
  for (let round = 0; round < 2; round++) {
    expect(messagesOf(await (await post({ id: 1, ...echo })).text())).toMatchObject([{ id: 1, result: {} }]);
    await post(cancel(1));
  }
});

test.each([
  ['not JSON', '{"jsonrpc":"2.0","id":5,"method":"tools/list",', 5],
  ['not JSON and without an id', 'hello', null],
  ['without a version', '{"id":5,"method":"tools/list"}', 5],
  ['with params that are a list', '{"jsonrpc":"2.0","id":"a","method":"tools/list","params":[]}', 'a'],
  ['with an id that is not usable', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', null],
])('a body %s is refused with the id of the request', async (_, body, id) => {
  const { post } = await openSession();
  const answer = await post({ id: 1, method: 'ping' });
  await answer.text();
  const refused = await fetch(answer.url, { method: 'POST', headers: HEADERS, body });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ jsonrpc: '2.0', id, error: { code: expect.any(Number) } });
});
