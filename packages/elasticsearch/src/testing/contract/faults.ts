import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../../test/engines/daemon.ts';
import { administer, prepare } from '../cluster.ts';
import { connectEs, type EsEndpoint } from '../es-client.ts';
import { LOGS } from '../logs.ts';
import type { ClusterFixture } from './fixture.ts';

const HEALTH = { connection: 'it', method: 'GET', path: '/_cluster/health' };
/** The tasks a node is running. */
const WAITING = '/_tasks?actions=cluster:monitor/health';
const nowhere = { name: 'it', type: 'elasticsearch', scheme: 'http', host: '127.0.0.1', auth: 'none' };

async function failureOf(endpoint: EsEndpoint, input: Readonly<Record<string, unknown>> = HEALTH) {
  const { call } = await connectEs(endpoint);
  const { ok, error } = await call('es_request', input);
  expect(ok).toBe(false);
  expect(error?.hint).not.toBe('');
  return error;
}

/** Accepts connections and never responds. */
async function startSilence(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export function describeErrors(fixture: () => ClusterFixture): void {
  describe('an error status is a response', () => {
    test.each([
      ['an index that is not there', 'GET', '/no-such-index/_search', 404, undefined],
      ['a query that is none', 'POST', `/${LOGS}/_search`, 400, { query: { no_such_query: {} } }],
      ['a method that is not for it', 'POST', '/_cluster/health', 405, undefined],
    ])('%s', async (_, method, path, status, body) => {
      const { request } = await connectEs(fixture().endpoint);
      const answer = await request('rw', method, path, body ? { body } : {});
      expect(answer).toMatchObject({ status, body: { status } });
    });

    test('unassigned shards: 503, and the health gives the reason', async () => {
      const { endpoint, node } = fixture();
      const settings = { number_of_replicas: 0, 'index.routing.allocation.require.name': 'nowhere' };
      await prepare(node, 'PUT', '/lost?wait_for_active_shards=0', { settings });
      onTestFinished(async () => {
        await administer(node, 'DELETE', '/lost');
      });
      const { request, ask } = await connectEs(endpoint);
      expect(await request('ro', 'POST', '/lost/_search')).toMatchObject({ status: 503 });
      const health = JSON.stringify(await ask('es_cluster_health', { connection: 'ro' }));
      expect(health).toContain('red');
      expect(health).toContain('lost');
    });
  });
}

export function describeFaults(fixture: () => ClusterFixture): void {
  describe('an unreachable cluster', () => {
    test('connection refused', async () => {
      const endpoint = fixture().open([{ ...nowhere, port: await freePort() }]);
      expect(await failureOf(endpoint)).toMatchObject({ code: 'E_CONNECT_FAILED', retryable: true });
    });

    test('unknown host name', async () => {
      const endpoint = fixture().open([{ ...nowhere, host: 'no-such-host.invalid' }]);
      const error = await failureOf(endpoint);
      expect(error).toMatchObject({
        code: 'E_CONNECT_FAILED',
        message: expect.stringContaining('no-such-host.invalid'),
      });
    });

    test('the server does not speak TLS', async () => {
      const { recorder } = fixture();
      const plain = { ...nowhere, scheme: 'https', port: recorder.port };
      expect(await failureOf(fixture().open([plain]))).toMatchObject({ code: 'E_ES_TLS' });
    });

    test('the server never responds', async () => {
      const silent = { ...nowhere, port: await startSilence(), readonly: true };
      const endpoint = fixture().open([silent], { timeoutMs: 500 });
      expect(await failureOf(endpoint)).toMatchObject({ code: 'E_TIMEOUT', retryable: true });
    });
  });

  describe('an interrupted response', () => {
    const some = { path: `/${LOGS}/_search`, params: { size: 20 } };

    test('of a read fails, and the next call works', async () => {
      const { endpoint, recorder } = fixture();
      recorder.cutAfter(3_000);
      onTestFinished(() => recorder.cutAfter(Number.POSITIVE_INFINITY));
      const error = await failureOf(endpoint, { ...some, connection: 'wire', method: 'GET' });
      expect(error).toMatchObject({ code: 'E_ES_BROKEN', retryable: true });
      recorder.cutAfter(Number.POSITIVE_INFINITY);
      const { request } = await connectEs(endpoint);
      expect(await request('wire', 'GET', some.path)).toMatchObject({ status: 200 });
    });

    test('of a write has an unknown outcome, and is not retried', async () => {
      const { endpoint, recorder } = fixture();
      recorder.take();
      recorder.cutAfter(10);
      onTestFinished(() => recorder.cutAfter(Number.POSITIVE_INFINITY));
      const change = { connection: 'wire-rw', method: 'POST', path: '/changes/_doc', body: { n: 1 } };
      const error = await failureOf(endpoint, change);
      expect(error).toMatchObject({ code: 'E_ES_UNKNOWN_OUTCOME', retryable: false });
      const sent = recorder.take().toString('latin1');
      expect(sent.match(/POST \/changes\/_doc/g)).toHaveLength(1);
    });
  });
}

/** Runs last: the node is down for a while. */
export function describeCrash(fixture: () => ClusterFixture): void {
  test('the node is killed during a request, stays down, and restarts', async () => {
    const { endpoint, server, node } = fixture();
    // Waits for nodes that never join.
    const params = { wait_for_nodes: '9', timeout: '50s' };
    const asked = failureOf(endpoint, { ...HEALTH, connection: 'ro', params });
    while (!(await administer(node, 'GET', WAITING)).text.includes('cluster:monitor/health')) await delay(20);
    await server.kill();
    // A read is retried, and the retry may find no node.
    expect(await asked).toMatchObject({
      code: expect.stringMatching(/^(E_ES_BROKEN|E_CONNECT_FAILED)$/),
      retryable: true,
    });
    expect(await failureOf(endpoint, { ...HEALTH, connection: 'ro' })).toMatchObject({
      code: 'E_CONNECT_FAILED',
      retryable: true,
    });
    await server.restart();
    const { request } = await connectEs(endpoint);
    expect(await request('ro', 'GET', '/_cluster/health')).toMatchObject({ status: 200 });
  }, 120_000);
}
