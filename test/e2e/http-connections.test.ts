import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { endEverything } from './support/cleanup.ts';
import {
  ask,
  bearer,
  connectTo,
  exchange,
  type HttpAnswer,
  mcpRequest,
  messagesOf,
  modernRequest,
  open,
  openSession,
  responseTo,
} from './support/http.ts';
import { type HttpServer, startFixture, startUp } from './support/molehill.ts';
import { initializeParams } from './support/raw-client.ts';
import { until } from './support/until.ts';

afterEach(endEverything);

/** Status, headers and body of a raw response. */
function parse(bytes: string): { status: number; json: unknown } {
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(bytes)?.[1]);
  return { status, json: JSON.parse(bytes.slice(bytes.indexOf('\r\n\r\n') + 4)) };
}

const refusal = (code: string) => ({
  error: expect.any(String),
  code,
  message: expect.stringMatching(/\w/),
  hint: expect.stringMatching(/\w/),
});

async function echoes(server: HttpServer, said: string): Promise<void> {
  const request = modernRequest(server, 'tools/call', { name: 'echo', arguments: { text: said } });
  const answer = await ask(server, '/mcp', request);
  expect(messagesOf(answer).at(-1)).toMatchObject({
    result: { structuredContent: { data: { text: said } } },
  });
}

describe('malformed requests', () => {
  test.each([
    ['binary noise', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n'],
    ['plain text', 'hello there, are you a server?\r\n\r\n'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost localhost\r\n\r\n'],
    [
      'two Content-Length headers',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
    ],
    [
      'Content-Length and chunked encoding',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s: rejected with 400 and closed', async (_, bytes) => {
    const server = await startFixture();
    expect(parse(await exchange(server.port, bytes))).toEqual({
      status: 400,
      json: refusal('E_BAD_REQUEST'),
    });
    await echoes(server, 'still here');
  });

  test('headers over 16 KB: rejected with 431 and closed', async () => {
    const server = await startUp();
    const one = `GET / HTTP/1.1\r\nHost: localhost\r\nX-Bomb: ${'x'.repeat(20_000)}\r\n\r\n`;
    const lines = Array.from({ length: 2_000 }, (_, index) => `X-Bomb-${index}: xxxxxxxx`);
    const many = `GET / HTTP/1.1\r\nHost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`;
    for (const bomb of [one, many]) {
      const answer = parse(await exchange(server.port, bomb));
      expect(answer).toEqual({ status: 431, json: refusal('E_HEADERS_TOO_LARGE') });
    }
  });

  test.each([
    ['the request line', 'GET /mcp HT'],
    ['the headers', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Le'],
  ])('half of %s: rejected with 408 and closed, without blocking others', async (_, half) => {
    const server = await startFixture(['--headers-timeout', '2500']);
    const halfOpen = await connectTo(server.port);
    let closed = false;
    const answer = text(halfOpen).finally(() => {
      closed = true;
    });
    halfOpen.write(half);
    await echoes(server, 'meanwhile');
    expect(closed).toBe(false);
    expect(parse(await answer)).toEqual({ status: 408, json: refusal('E_REQUEST_TIMEOUT') });
    await echoes(server, 'afterwards');
  });

  test('a silent connection is closed', async () => {
    const server = await startFixture(['--headers-timeout', '500']);
    const silent = await connectTo(server.port);
    expect(parse(await text(silent))).toMatchObject({ status: 408 });
  });

  test('200 idle connections and 50 half requests do not block other clients', async () => {
    const server = await startFixture(['--headers-timeout', '30000']);
    const idle = await Promise.all(Array.from({ length: 250 }, () => connectTo(server.port)));
    for (const socket of idle.slice(0, 50)) socket.write('POST /mcp HTTP/1.1\r\nHost: local');
    for (let call = 0; call < 20; call++) await echoes(server, `call ${call}`);
    expect(idle.filter((socket) => !socket.destroyed)).toHaveLength(250);
  });

  test('1,010 half requests without a token do not turn a client away', async () => {
    const server = await startFixture(['--headers-timeout', '30000']);
    const half: Socket[] = [];
    for (let batch = 0; batch < 10; batch++)
      half.push(...(await Promise.all(Array.from({ length: 101 }, () => connectTo(server.port)))));
    for (const socket of half) {
      socket.on('error', () => {});
      socket.write('POST /mcp HTTP/1.1\r\nHost: local');
    }
    for (let call = 0; call < 20; call++) await echoes(server, `call ${call}`);
    const session = await openSession(server);
    expect(session.hello.status).toBe(200);
    await until('the oldest half is closed', () => half.filter(({ destroyed }) => !destroyed).length <= 500);
    expect(half.slice(0, 500).every(({ destroyed }) => destroyed)).toBe(true);
  });

  test('an endless body is rejected with 413 and blocks no other client', async () => {
    const server = await startFixture();
    const socket = await connectTo(server.port);
    const answer = text(socket);
    socket.on('error', () => {});
    const head = ['POST /mcp HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${server.token}`];
    socket.write(
      `${head.join('\r\n')}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    for (let sent = 0; sent < 80; sent++) {
      if (!socket.write(chunk)) await once(socket, 'drain');
    }
    await echoes(server, 'meanwhile');
    socket.end('0\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('sessions', () => {
  const hello = (server: HttpServer): Promise<HttpAnswer> =>
    ask(
      server,
      '/mcp',
      mcpRequest(server, { id: 0, method: 'initialize', params: initializeParams('2025-11-25') }),
    );

  /** A stream that the server sends to: the session is in use while it is open. */
  async function openStream(server: HttpServer, session: Awaited<ReturnType<typeof openSession>>) {
    const headers = { ...bearer(server), ...session.headers, Accept: 'text/event-stream' };
    const stream = open(server, '/mcp', { headers });
    expect(await responseTo(stream)).toMatchObject({ statusCode: 200 });
    return stream;
  }

  test('200 abandoned sessions do not turn a client away', async () => {
    const server = await startFixture();
    const first = await openSession(server);
    for (let batch = 0; batch < 10; batch++)
      await Promise.all(Array.from({ length: 20 }, () => hello(server)));
    const own = await openSession(server);
    expect(await own.post({ id: 1, method: 'tools/list' })).toMatchObject({ status: 200 });
    expect(await first.post({ id: 1, method: 'tools/list' })).toMatchObject({ status: 404 });
  });

  test('the least recently used session is evicted, and none that is in use', async () => {
    const server = await startFixture(['--most-sessions', '3']);
    const inUse = await openSession(server);
    await openStream(server, inUse);
    const [recent, older] = [await openSession(server), await openSession(server)];
    await recent.post({ id: 1, method: 'tools/list' });
    const added = await openSession(server);
    const statusOf = async (session: typeof recent) =>
      (await session.post({ id: 2, method: 'tools/list' })).status;
    expect(await statusOf(older)).toBe(404);
    for (const session of [inUse, recent, added]) expect(await statusOf(session)).toBe(200);
  });

  test('a session is rejected with 503 while all are in use', async () => {
    const server = await startFixture(['--most-sessions', '2']);
    const sessions = [await openSession(server), await openSession(server)];
    for (const session of sessions) await openStream(server, session);
    const refused = await hello(server);
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    expect(JSON.parse(refused.body)).toEqual(refusal('E_TOO_MANY_SESSIONS'));
    await echoes(server, 'without a session there is room');
    const headers = { ...bearer(server), ...sessions[0]?.headers };
    expect(await ask(server, '/mcp', { method: 'DELETE', headers })).toMatchObject({ status: 200 });
    expect(await hello(server)).toMatchObject({ status: 200 });
  });

  test('the limit holds for concurrent requests', async () => {
    const server = await startFixture(['--most-sessions', '3']);
    const streams = Array.from({ length: 12 }, () => open(server, '/sse', { headers: bearer(server) }));
    const responses = await Promise.all(streams.map(responseTo));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
  });

  test('a legacy SSE stream above the limit is rejected with 503 until one is closed', async () => {
    const server = await startFixture(['--most-sessions', '2']);
    const sse = { headers: bearer(server) };
    const streams = [open(server, '/sse', sse), open(server, '/sse', sse)];
    for (const stream of streams) expect(await responseTo(stream)).toMatchObject({ statusCode: 200 });
    const refused = await ask(server, '/sse', sse);
    expect(refused).toMatchObject({ status: 503 });
    expect(JSON.parse(refused.body)).toEqual(refusal('E_TOO_MANY_SESSIONS'));
    streams[0]?.destroy();
    await until('the place of a closed stream is free', async () => {
      const again = open(server, '/sse', sse);
      const { statusCode } = await responseTo(again);
      if (statusCode !== 200) again.destroy();
      return statusCode === 200;
    });
  });

  test('a request without a session does not count towards the limit', async () => {
    const server = await startFixture(['--most-sessions', '1']);
    for (let attempt = 0; attempt < 5; attempt++) {
      const answer = await ask(server, '/mcp', mcpRequest(server, { id: 1, method: 'tools/list' }));
      expect(answer.status).toBe(400);
    }
    expect(await hello(server)).toMatchObject({ status: 200 });
  });
});

describe('listening', () => {
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address));

  test('only 127.0.0.1 accepts connections', async () => {
    const server = await startUp();
    for (const host of [...others, '::1', '127.0.0.2']) {
      const socket = connect(server.port, host);
      await expect(once(socket, 'connect'), host).rejects.toThrow();
      socket.destroy();
    }
  });

  test.runIf(process.platform === 'linux')('the kernel lists only loopback sockets', async () => {
    const server = await startUp();
    const hexPort = server.port.toString(16).toUpperCase().padStart(4, '0');
    const sockets = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
      readFileSync(table, 'utf8').split('\n'),
    );
    const listening = sockets
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state]) => state === '0A');
    const ours = listening.map(([, local]) => local).filter((local) => local?.endsWith(`:${hexPort}`));
    expect(ours).toEqual([`0100007F:${hexPort}`]);
  });
});
