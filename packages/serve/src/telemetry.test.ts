import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type CallRecord, createCallFeed } from '@molehill/core/calls';
import { type Log, silentLog } from '@molehill/core/log';
import { expect, onTestFinished, test } from 'vitest';
import { startTelemetry, tracesEndpoint } from './telemetry.ts';

const call: CallRecord = {
  id: 'c1',
  at: '2026-01-02T03:04:05.678Z',
  server: 'sql',
  tool: 'query',
  frontend: 'stdio',
  client: 'agent',
  durationMs: 1.5,
  outcome: 'error',
  code: 'E_SYNTAX',
  inputBytes: 10,
  outputBytes: 20,
  arguments: { sql: 'planted-argument' },
};

/** A collector that keeps what it is sent. */
async function collector(status = 200) {
  const received: { readonly request: IncomingMessage; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ request, body: await text(request) });
    response.writeHead(status).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, received };
}

function listeningLog() {
  const warned: string[] = [];
  const log: Log = {
    ...silentLog,
    warn: (_: unknown, message?: string) => warned.push(message ?? ''),
  } as Log;
  return { log, warned };
}

test('reads the endpoint from OpenTelemetry variables', () => {
  expect(tracesEndpoint({})).toBeUndefined();
  expect(tracesEndpoint({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' })).toBe('http://c:4318/v1/traces');
  const both = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/x' };
  expect(tracesEndpoint(both)).toBe('http://t/x');
});

test('sends a finished call as a span without arguments', async () => {
  const { url, received } = await collector();
  const feed = createCallFeed();
  const env = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b', OTEL_SERVICE_NAME: 'mine' };
  const telemetry = startTelemetry(`${url}/v1/traces`, { env, feed, log: silentLog });
  feed.publish({ kind: 'finished', call });
  await telemetry.close();
  expect(received).toHaveLength(1);
  const [{ request, body } = { request: undefined, body: '' }] = received;
  expect(request).toMatchObject({ method: 'POST', url: '/v1/traces', headers: { 'x-key': 'a b' } });
  expect(body).not.toContain('planted-argument');
  const { resource, scopeSpans } = JSON.parse(body).resourceSpans[0];
  expect(resource.attributes).toEqual([{ key: 'service.name', value: { stringValue: 'mine' } }]);
  expect(scopeSpans[0].spans).toEqual([
    expect.objectContaining({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: 'tools/call sql__query',
      startTimeUnixNano: '1767323045678000000',
      endTimeUnixNano: '1767323045679500000',
      status: { code: 2, message: 'E_SYNTAX' },
      attributes: expect.arrayContaining([
        { key: 'gen_ai.tool.name', value: { stringValue: 'query' } },
        { key: 'molehill.output.bytes', value: { intValue: '20' } },
      ]),
    }),
  ]);
});

test.each([
  ['refuses', () => collector(500).then(({ url }) => url)],
  ['is not there', async () => 'http://127.0.0.1:1'],
])('logs once about a collector that %s', async (_, place) => {
  const feed = createCallFeed();
  const { log, warned } = listeningLog();
  const telemetry = startTelemetry(await place(), { env: {}, feed, log, intervalMs: 5 });
  feed.publish({ kind: 'finished', call });
  await expect.poll(() => warned).toEqual(['traces cannot be sent']);
  feed.publish({ kind: 'finished', call });
  await telemetry.close();
  expect(warned).toHaveLength(1);
});

test('bounds the queue for the collector', async () => {
  const { url, received } = await collector();
  const feed = createCallFeed();
  const telemetry = startTelemetry(url, { env: {}, feed, log: silentLog, intervalMs: 60_000 });
  for (let index = 0; index < 3_000; index++) feed.publish({ kind: 'finished', call });
  await telemetry.close();
  expect(JSON.parse(received[0]?.body ?? '{}').resourceSpans[0].scopeSpans[0].spans).toHaveLength(512);
});
