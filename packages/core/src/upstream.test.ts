import { expect, test, vi } from 'vitest';
import type { CallRequest } from './dispatch.ts';
import { effectsFromHints } from './effects.ts';
import { coreErrors } from './errors.ts';
import { toolSummary } from './summary.ts';
import { createTestEndpoint, type TestEndpointOptions, testCaller } from './testing/endpoint.ts';
import { createFixtureServer } from './testing/fixture-server.ts';
import { catalogueOf, relayedToolThat } from './testing/upstream-server.ts';
import { UpstreamError, type UpstreamTool, upstreamErrors } from './upstream.ts';

const raw = {
  content: [
    { type: 'text', text: 'one', unknown: 1 },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'x://y', text: 'two' } },
    { type: 'resource_link', uri: 'x://z', name: 'z' },
  ],
  structuredContent: { sum: 3 },
  unknown: 'kept',
};

function endpoint(tool: UpstreamTool, options: TestEndpointOptions = {}) {
  const catalogue = catalogueOf(tool);
  const created = createTestEndpoint(createFixtureServer().server, { ...options, catalogue });
  const call = (input: unknown, more: Partial<CallRequest> = {}) =>
    created.dispatcher.call({
      entry: catalogue.find(`other__${tool.name}`),
      input,
      caller: testCaller(),
      ...more,
    });
  return { ...created, call };
}

test('passes a result unchanged, with a text and an envelope', async () => {
  const { call, calls } = endpoint(relayedToolThat('sum', async () => raw));
  const answer = await call({ a: 1 });
  expect(answer.raw).toBe(raw);
  expect(answer.envelope).toMatchObject({ ok: true, data: { sum: 3 } });
  expect(answer.text).toBe('one\n[image image/png 3 bytes]\ntwo\n[resource_link x://z]');
  const outputBytes = Buffer.byteLength(answer.text) + 4;
  expect(calls).toMatchObject([{ server: 'other', tool: 'sum', outcome: 'ok', outputBytes }]);
});

test('passes input and other parameters without validation', async () => {
  const tool = relayedToolThat('sum', async (params) => ({ content: [], params }));
  const { call } = endpoint(tool);
  const params = { _meta: { trace: 1 }, task: { ttl: 1 } };
  expect((await call({ a: 'no integer' }, { params })).raw).toMatchObject({
    params: { ...params, arguments: { a: 'no integer' } },
  });
  expect((await call(undefined)).raw).toMatchObject({ params: {} });
});

test('passes a failure of the tool as its result and as an error of the envelope', async () => {
  const failed = { content: [{ type: 'text', text: 'no luck' }], isError: true };
  const { call, calls } = endpoint(relayedToolThat('sum', async () => failed));
  const { raw: passed, text, envelope } = await call({});
  expect(passed).toBe(failed);
  expect(text).toBe('no luck');
  expect(envelope).toMatchObject({ ok: false, error: { code: 'E_UPSTREAM_FAILURE', message: 'no luck' } });
  expect(calls).toMatchObject([{ outcome: 'error', code: 'E_UPSTREAM_FAILURE' }]);
});

test('keeps a protocol error unchanged', async () => {
  const tool = relayedToolThat('sum', async () => {
    throw new UpstreamError(-32_050, 'not now', { until: 'noon' });
  });
  const { call, calls } = endpoint(tool);
  const { refusal, envelope } = await call({});
  expect(refusal).toEqual({ code: -32_050, message: 'not now', data: { until: 'noon' } });
  expect(envelope).toMatchObject({
    error: { code: 'E_UPSTREAM_REFUSAL', message: 'not now', details: { code: -32_050 } },
  });
  expect(calls).toMatchObject([{ outcome: 'error', code: 'E_UPSTREAM_REFUSAL' }]);
});

test('returns our own errors with our codes', async () => {
  const tool = relayedToolThat('sum', async () => {
    throw coreErrors.fail('E_CONFIG', 'broken');
  });
  const answer = await endpoint(tool).call({});
  expect(answer.envelope).toMatchObject({ error: { code: 'E_CONFIG' } });
  expect(answer).not.toHaveProperty('raw');
});

test('records a question as outcome "asked"', async () => {
  const asked = { resultType: 'input_required', inputRequests: {} };
  const { call, calls } = endpoint(relayedToolThat('sum', async () => asked));
  expect((await call({})).raw).toBe(asked);
  expect(calls).toMatchObject([{ outcome: 'asked' }]);
});

test('forwards progress unchanged, and requests it only if the client did', async () => {
  const told: unknown[] = [];
  const listened: boolean[] = [];
  const tool = relayedToolThat('sum', async (_, { progress }) => {
    listened.push(progress !== undefined);
    for (const done of [5, 5, 1]) progress?.({ done, message: 'password=secret1' });
    return raw;
  });
  const { call } = endpoint(tool, { heartbeatMs: 1 });
  await call({}, { onProgress: (progress) => told.push(progress) });
  await call({});
  expect(told).toEqual([5, 5, 1].map((done) => ({ done, message: 'password=secret1' })));
  expect(listened).toEqual([true, false]);
});

test('aborts a call on timeout and on cancellation', async () => {
  const stopped = vi.fn();
  const hang: UpstreamTool['call'] = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        stopped(signal.reason.code);
        reject(signal.reason);
      });
    });
  const timed = await endpoint(relayedToolThat('sum', hang, { timeoutMs: 1 })).call({});
  expect(timed.envelope).toMatchObject({ error: { code: 'E_TIMEOUT' } });
  const caller = new AbortController();
  const running = endpoint(relayedToolThat('sum', hang)).call({}, { signal: caller.signal });
  caller.abort();
  expect((await running).envelope).toMatchObject({ error: { code: 'E_CANCELLED' } });
  expect(stopped.mock.calls).toEqual([['E_TIMEOUT'], ['E_CANCELLED']]);
});

test.each([
  ['nothing at all', {}, ''],
  ['structure alone', { structuredContent: { a: 1 } }, 'a: 1'],
  ['parts that are none', { content: [null, 'x', { type: 'text', text: 'kept' }] }, 'kept'],
  ['a part that says nothing', { content: [{}] }, '[]'],
])('renders a result with %s as text', async (_, result, text) => {
  expect((await endpoint(relayedToolThat('sum', async () => result)).call({})).text).toBe(text);
});

test('summarises built-in and upstream tools alike', () => {
  const catalogue = catalogueOf(relayedToolThat('sum', async () => raw));
  expect(toolSummary(catalogue.find('other__sum'))).toEqual({
    name: 'other__sum',
    server: 'other',
    title: 'sum',
    description: '',
    effects: { worst: 'reads', idempotent: false, openWorld: true },
    inputSchema: { type: 'object', properties: { a: { type: 'integer' } } },
    outputSchema: { type: 'object', required: ['sum'] },
  });
  const own = createTestEndpoint(createFixtureServer().server).catalogue.find('echo');
  expect(toolSummary(own)).toMatchObject({ name: 'echo', server: 'fixture', title: 'Echo' });
});

test('assumes the worst effect without annotations', () => {
  expect(effectsFromHints({})).toEqual({ worst: 'destroys', idempotent: false, openWorld: true });
});

test.each(Object.entries(upstreamErrors.table))('%s documents when it is returned', (_, { when }) => {
  expect(when).not.toBe('');
});

const codeOf = async (answer: UpstreamTool['call']) => {
  const { envelope } = await endpoint(relayedToolThat('sum', answer)).call({});
  return envelope.ok ? 'no error' : envelope.error.code;
};

const provocations = {
  E_UPSTREAM_FAILURE: () => codeOf(async () => ({ content: [], isError: true })),
  E_UPSTREAM_REFUSAL: () => codeOf(() => Promise.reject(new UpstreamError(-32_050, 'not now'))),
} satisfies Record<keyof typeof upstreamErrors.table, () => Promise<string>>;

test.each(Object.entries(provocations))('%s is reachable', async (code, provoke) => {
  expect(await provoke()).toBe(code);
});
