import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { AuditFile } from './support/audit.ts';
import { endEverything } from './support/cleanup.ts';
import { connectClient, sseTransport, streamableTransport } from './support/clients.ts';
import { homeWithLongHistory, searchInVain } from './support/history.ts';
import {
  answerOf,
  ask,
  bearer,
  mcpRequest,
  messagesOf,
  modernRequest,
  open,
  openSession,
} from './support/http.ts';
import { type HttpServer, spawnFixture, spawnMolehill, startFixture, startUp } from './support/molehill.ts';
import { envelope, type Params, RawClient } from './support/raw-client.ts';

const CANCELLED = 'E_CANCELLED';

const slow = (extra: Params = {}) => ({ name: 'slow', arguments: { ms: 600_000, ...extra } });
const quick = { name: 'echo', arguments: { text: 'x' } };
const answered = { result: { structuredContent: { ok: true } } };
const failedWith = (code: string) => ({
  result: {
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining(`[${code}]`) }],
    structuredContent: { ok: false, error: { code } },
  },
});

afterEach(endEverything);

async function expectQuick(server: HttpServer): Promise<void> {
  const answer = await ask(server, '/mcp', modernRequest(server, 'tools/call', quick));
  expect(messagesOf(answer).at(-1)).toMatchObject(answered);
}

describe('a cancelled call stops working', () => {
  test('over stdio, by notification', async () => {
    const audit = new AuditFile();
    const client = new RawClient(spawnFixture(['--audit', audit.path]));
    await client.handshake();
    const { id } = client.send('tools/call', slow());
    await client.request('tools/call', quick);
    client.notify('notifications/cancelled', { requestId: id, reason: 'changed my mind' });
    expect(await audit.outcomes('slow', 1)).toEqual([CANCELLED]);
    expect(await client.request('tools/call', quick)).toMatchObject(answered);
    expect(client.lines.filter((line) => line.includes(`"id":${id}`))).toEqual([]);
  });

  test('over stdio, by notification of a client of 2026-07-28', async () => {
    const audit = new AuditFile();
    const client = new RawClient(spawnFixture(['--audit', audit.path]));
    const { id } = client.send('tools/call', { ...slow(), ...envelope() });
    await client.request('tools/call', { ...quick, ...envelope() });
    client.notify('notifications/cancelled', { requestId: id, ...envelope() });
    expect(await audit.outcomes('slow', 1)).toEqual([CANCELLED]);
  });

  test('over HTTP, by a notification in the session', async () => {
    const audit = new AuditFile();
    const server = await startFixture(['--audit', audit.path]);
    const session = await openSession(server);
    open(
      server,
      '/mcp',
      mcpRequest(server, { id: 7, method: 'tools/call', params: slow() }, session.headers),
    );
    await session.post({ id: 8, method: 'tools/call', params: quick });
    await session.post({ method: 'notifications/cancelled', params: { requestId: 7 } });
    expect(await audit.outcomes('slow', 1)).toEqual([CANCELLED]);
    await expectQuick(server);
  });

  test('over HTTP, by closing the request of a client of 2026-07-28', async () => {
    const audit = new AuditFile();
    const server = await startFixture(['--audit', audit.path]);
    const call = open(server, '/mcp', modernRequest(server, 'tools/call', slow()));
    call.on('error', () => {});
    await expectQuick(server);
    call.destroy();
    expect(await audit.outcomes('slow', 1)).toEqual([CANCELLED]);
    await expectQuick(server);
  });

  test('over HTTP, by closing the session', async () => {
    const audit = new AuditFile();
    const server = await startFixture(['--audit', audit.path]);
    const session = await openSession(server);
    open(
      server,
      '/mcp',
      mcpRequest(server, { id: 7, method: 'tools/call', params: slow() }, session.headers),
    );
    await session.post({ id: 8, method: 'tools/call', params: quick });
    await ask(server, '/mcp', { method: 'DELETE', headers: { ...bearer(server), ...session.headers } });
    expect(await audit.outcomes('slow', 1)).toEqual([CANCELLED]);
  });

  test('over legacy SSE, by closing the stream', async () => {
    const audit = new AuditFile();
    const client = await connectClient(sseTransport(await startFixture(['--audit', audit.path])));
    const call = client.callTool(slow());
    await client.callTool(quick);
    await client.close();
    await expect(call).rejects.toThrow();
    expect(await audit.outcomes('slow', 1)).toEqual([CANCELLED]);
  });

  test('from the page, by closing the request', async () => {
    const home = homeWithLongHistory({ megabytes: 100 });
    const server = await startUp(['--port', '0'], { home });
    const headers = { ...bearer(server), 'Content-Type': 'application/json' };
    const call = (body: unknown) =>
      open(server, '/api/call', { method: 'POST', headers, body: JSON.stringify(body) });
    const search = call({ tool: searchInVain.name, input: searchInVain.arguments }).on('error', () => {});
    await answerOf(call({ tool: 'molehill__status', input: {} }));
    search.destroy();
    const audit = new AuditFile(join(home, 'audit.jsonl'));
    expect(await audit.outcomes('call_history', 1)).toEqual([CANCELLED]);
  });

  test.each(['legacy', 'auto'] as const)('over HTTP, by the official client, mode %s', async (mode) => {
    const audit = new AuditFile();
    const server = await startFixture(['--audit', audit.path]);
    const client = await connectClient(streamableTransport(server), mode);
    const controller = new AbortController();
    const call = client.callTool(slow(), { signal: controller.signal });
    await client.callTool(quick);
    controller.abort();
    await expect(call).rejects.toThrow();
    expect(await audit.outcomes('slow', 1)).toEqual([CANCELLED]);
  });

  test('in call_history, during a search through a long history', async () => {
    const home = homeWithLongHistory();
    const client = new RawClient(spawnMolehill(['mcp'], { home }));
    await client.handshake();
    const { id } = client.send('tools/call', searchInVain);
    client.notify('notifications/cancelled', { requestId: id });
    const audit = new AuditFile(join(home, 'audit.jsonl'));
    expect(await audit.outcomes('call_history', 1)).toEqual([CANCELLED]);
    const history = await client.call('molehill__call_history', { code: CANCELLED });
    expect(history).toMatchObject({
      result: { structuredContent: { data: { calls: [{ tool: 'call_history', code: CANCELLED }] } } },
    });
  });

  test('without affecting other calls in flight', async () => {
    const audit = new AuditFile();
    const client = new RawClient(spawnFixture(['--audit', audit.path]));
    await client.handshake();
    const doomed = client.send('tools/call', slow());
    const other = client.send('tools/call', { name: 'progressing', arguments: { steps: 50, ms: 5 } });
    client.notify('notifications/cancelled', { requestId: doomed.id });
    client.notify('notifications/cancelled', { requestId: 4_711 });
    expect(await other.reply).toMatchObject(answered);
    expect(await audit.outcomes('slow', 1)).toEqual([CANCELLED]);
  });
});

test('a broken stream of a session does not cancel its call', async () => {
  const audit = new AuditFile();
  const server = await startFixture(['--audit', audit.path]);
  const { headers, post } = await openSession(server);
  const params = { name: 'progressing', arguments: { steps: 50, ms: 10 } };
  const call = open(server, '/mcp', mcpRequest(server, { id: 7, method: 'tools/call', params }, headers));
  call.on('error', () => {});
  await post({ id: 8, method: 'tools/call', params: quick });
  call.destroy();
  expect(await audit.outcomes('progressing', 1)).toEqual(['ok']);
});

describe('a call that exceeds its time limit', () => {
  test('is stopped and answered with E_TIMEOUT, over stdio', async () => {
    const client = new RawClient(spawnFixture(['--timeout', '300']));
    await client.handshake();
    const reply = await client.request('tools/call', slow());
    expect(reply).toMatchObject(failedWith('E_TIMEOUT'));
    expect(reply).toMatchObject({ result: { structuredContent: { error: { retryable: true } } } });
    expect(await client.request('tools/call', quick)).toMatchObject(answered);
  });

  test('is stopped and answered with E_TIMEOUT, over HTTP', async () => {
    const server = await startFixture(['--timeout', '300']);
    const answer = await ask(server, '/mcp', modernRequest(server, 'tools/call', slow()));
    expect(messagesOf(answer).at(-1)).toMatchObject(failedWith('E_TIMEOUT'));
  });

  test('is answered even when the tool ignores its signal, and blocks no other call', async () => {
    const client = new RawClient(spawnFixture(['--timeout', '300']));
    await client.handshake();
    const deaf = client.send('tools/call', slow({ deaf: true }));
    for (let call = 0; call < 10; call++) {
      expect(await client.request('tools/call', quick)).toMatchObject(answered);
    }
    expect(await deaf.reply).toMatchObject(failedWith('E_TIMEOUT'));
  });
});
