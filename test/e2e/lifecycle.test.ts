import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { endEverything } from './support/cleanup.ts';
import { homeWithLongHistory, searchInVain } from './support/history.ts';
import { ask, bearer, connectTo, modernRequest, open, responseTo } from './support/http.ts';
import { type HttpServer, spawnFixture, spawnMolehill, startFixture, startUp } from './support/molehill.ts';
import { childOf, descendants, isGone, type Running, type SpawnOptions } from './support/processes.ts';
import { type Params, RawClient } from './support/raw-client.ts';
import { until } from './support/until.ts';

const WITHIN_MS = 2_000;

interface Target {
  readonly name: string;
  /** Starts the process and brings it into the state of its name; `port` is where it listens. */
  launch(options: SpawnOptions): Promise<{ running: Running; port?: number }>;
}

const slow = (deaf: boolean) => ({ name: 'slow', arguments: { ms: 600_000, deaf } });
const quick = { name: 'echo', arguments: { text: 'x' } };
const status = { name: 'molehill__status', arguments: {} };
const searches = Array.from({ length: 20 }, () => searchInVain);

/** Starts calls over stdio; the answer to a later one shows that those before it are in flight. */
async function occupyStdio(running: Running, calls: readonly Params[], last: Params): Promise<void> {
  const client = new RawClient(running);
  await client.handshake();
  for (const call of calls) void client.request('tools/call', call);
  await client.request('tools/call', last);
}

/** The same over HTTP, with an open event stream, an idle connection and half a request. */
async function occupyHttp(server: HttpServer, calls: readonly Params[], last: Params): Promise<void> {
  const stream = open(server, '/sse', { headers: bearer(server) }).on('error', () => {});
  (await responseTo(stream)).resume().on('error', () => {});
  for (const call of calls)
    open(server, '/mcp', modernRequest(server, 'tools/call', call)).on('error', () => {});
  const sockets = [await connectTo(server.port), await connectTo(server.port)];
  for (const socket of sockets) socket.on('error', () => {});
  sockets[0]?.write('POST /mcp HTTP/1.1\r\nHost: local');
  await ask(server, '/mcp', modernRequest(server, 'tools/call', last));
}

const stdioTargets: Target[] = [
  {
    name: 'molehill mcp, idle',
    launch: async (options) => {
      const running = spawnMolehill(['mcp'], options);
      await occupyStdio(running, [], status);
      return { running };
    },
  },
  {
    name: 'molehill mcp, searching a long history',
    launch: async (options) => {
      const running = spawnMolehill(['mcp'], { ...options, home: homeWithLongHistory() });
      await occupyStdio(running, searches, status);
      return { running };
    },
  },
  ...[false, true].map((deaf) => ({
    name: `the fixture with a ${deaf ? 'deaf ' : ''}call running`,
    launch: async (options: SpawnOptions) => {
      const running = spawnFixture([], options);
      await occupyStdio(running, [slow(deaf)], quick);
      return { running };
    },
  })),
];

const httpTargets: Target[] = [
  {
    name: 'molehill up, idle',
    launch: async (options) => {
      const server = await startUp(['--port', '0'], options);
      await occupyHttp(server, [], status);
      return server;
    },
  },
  {
    name: 'molehill up, searching a long history',
    launch: async (options) => {
      const server = await startUp(['--port', '0'], { ...options, home: homeWithLongHistory() });
      await occupyHttp(server, searches, status);
      return server;
    },
  },
  ...[false, true].map((deaf) => ({
    name: `the fixture over HTTP with a ${deaf ? 'deaf ' : ''}call running`,
    launch: async (options: SpawnOptions) => {
      const server = await startFixture([], options);
      await occupyHttp(server, [slow(deaf)], quick);
      return server;
    },
  })),
];

afterEach(endEverything);

/** The process, its children and its listening socket are gone in time. */
async function expectGone(pids: readonly number[], port: number | undefined): Promise<void> {
  await until(`processes ${pids.join(', ')} are gone`, () => pids.every(isGone), WITHIN_MS);
  if (port === undefined) return;
  const successor = createServer().listen(port, '127.0.0.1');
  await once(successor, 'listening');
  successor.close();
}

describe.each(stdioTargets)('$name', ({ launch }) => {
  test('exits within 2 s when its standard input is closed', async () => {
    const { running } = await launch({});
    const pids = [running.pid, ...descendants(running.pid)];
    running.stdin.end();
    await expectGone(pids, undefined);
    expect(await running.ended).toBe(0);
    expect(running.output.stderr).toBe('');
  });

  test('exits within 2 s when its client closes both streams', async () => {
    const { running } = await launch({});
    const pids = [running.pid, ...descendants(running.pid)];
    running.child.stdout.destroy();
    running.stdin.destroy();
    await expectGone(pids, undefined);
  });
});

describe.each([...stdioTargets, ...httpTargets])('$name', ({ launch }) => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('exits within 2 s of %s', async (signal) => {
    const { running, port } = await launch({});
    const pids = [running.pid, ...descendants(running.pid)];
    running.child.kill(signal);
    await expectGone(pids, port);
    expect(await running.ended).toBe(0);
    expect(running.output.stderr).toBe('');
  });

  test('exits within 2 s when its parent is killed while its standard input stays open', async () => {
    const { running, port } = await launch({ behindParent: true });
    const pid = await childOf(running);
    const pids = [pid, ...descendants(pid)];
    expect(pids.filter(isGone)).toEqual([]);
    running.child.kill('SIGKILL');
    await expectGone(pids, port);
  });
});

describe('molehill up', () => {
  test('keeps serving when its standard input is closed', async () => {
    const server = await startUp();
    server.running.stdin.end();
    const call = modernRequest(server, 'tools/call', status);
    for (let times = 0; times < 3; times++)
      expect(await ask(server, '/mcp', call)).toMatchObject({ status: 200 });
    expect(isGone(server.running.pid)).toBe(false);
  });

  test('answers calls in flight when it shuts down', async () => {
    const server = await startFixture();
    const call = open(server, '/mcp', modernRequest(server, 'tools/call', slow(true)));
    const closed = new Promise((resolve) => call.once('close', resolve));
    call.on('error', () => {}).on('response', (response) => response.resume().on('error', () => {}));
    await ask(server, '/mcp', modernRequest(server, 'tools/call', quick));
    server.running.child.kill('SIGTERM');
    await closed;
    expect(await server.running.ended).toBe(0);
  });
});
