import { expect, test, vi } from 'vitest';
import type { CallEvent } from './calls.ts';
import type { CallRequest } from './dispatch.ts';
import type { Ask, Question } from './question.ts';
import { createTestEndpoint, testCaller } from './testing/endpoint.ts';
import { createFixtureServer } from './testing/fixture-server.ts';
import type { FixtureState } from './testing/fixture-state.ts';
import { DONE_URI } from './testing/stateful-tools.ts';

function endpoint() {
  const onDisposed = vi.fn();
  const state: FixtureState = { stopped: 0, done: [], onDisposed };
  const created = createTestEndpoint(createFixtureServer(state).server, { prefixed: true });
  const call = async (name: string, input: unknown, more: Partial<CallRequest> = {}) => {
    const entry = created.catalogue.find(`fixture__${name}`);
    return created.dispatcher.call({ entry, input, caller: testCaller(), ...more });
  };
  return { ...created, state, onDisposed, call };
}

test('a handle outlives its call, and is refused to another caller with a hint it can follow', async () => {
  const { call, handles, onDisposed } = endpoint();
  const { envelope } = await call('counter_open', {});
  const { handle } = (envelope.ok ? envelope.data : {}) as { handle: string };
  expect((await call('counter_next', { handle })).envelope).toMatchObject({ data: { value: 1 } });
  expect((await call('counter_next', { handle })).envelope).toMatchObject({ data: { value: 2 } });
  const refused = await call('counter_next', { handle }, { caller: testCaller({ id: 'other' }) });
  expect(refused.envelope).toMatchObject({ error: { code: 'E_STALE_REFERENCE' } });
  expect(refused.text).toContain('Call fixture__counter_open for another one.');
  await handles.disposeCaller('test');
  expect(onDisposed).toHaveBeenCalledOnce();
});

test('a question with a schema is answered with fields of that schema', async () => {
  const { call } = endpoint();
  const asked: Question[] = [];
  const ask: Ask = async (question) => {
    asked.push(question);
    return { action: 'accept', content: { name: 'Ann', count: 2 } };
  };
  expect((await call('asking', {}, { ask })).envelope).toMatchObject({ data: { name: 'Ann', count: 2 } });
  expect(asked).toMatchObject([
    { message: 'Who, and how many?', schema: { type: 'object', required: ['name', 'count'] } },
  ]);
});

test.each<[string, Ask | undefined, string]>([
  ['declines', async () => ({ action: 'decline' }), 'E_DECLINED'],
  [
    'answers with something else',
    async () => ({ action: 'accept', content: { name: 1 } }),
    'E_INVALID_PARAMS',
  ],
  ['cannot be asked', undefined, 'E_CONFIRMATION_REQUIRED'],
])('a question to a person who %s fails', async (_, ask, code) => {
  const { call } = endpoint();
  expect((await call('asking', {}, { ask })).envelope).toMatchObject({ error: { code } });
});

test('work that ends in time is answered as usual', async () => {
  const { call } = endpoint();
  expect((await call('working', { ms: 0, waitMs: 100 })).envelope).toMatchObject({ data: { worked: 0 } });
});

test('work that outlasts its call answers running, and is waited for by its handle', async () => {
  const { call, state } = endpoint();
  let finish = () => {};
  state.gate = new Promise((resolve) => {
    finish = resolve;
  });
  const first = await call('working', { ms: 30, waitMs: 0 });
  expect(first.envelope).toMatchObject({ ok: true, type: 'running', running: { title: 'counting sheep' } });
  const handle = first.envelope.ok ? first.envelope.running?.handle : undefined;
  expect(first.text).toContain(`Call fixture__wait with handle: "${handle}" to wait for it.`);
  expect((await call('wait', { handle, waitMs: 0 })).envelope).toMatchObject({ type: 'running' });
  finish();
  expect((await call('wait', { handle })).envelope).toMatchObject({ type: 'success', data: { worked: 30 } });
  const again = await Promise.all([call('wait', { handle }), call('wait', { handle })]);
  expect(again.map(({ text }) => text)).toEqual(['worked: 30', 'worked: 30']);
  expect((await call('wait', { handle, cancel: true })).text).toBe('cancelled: counting sheep');
  expect((await call('wait', { handle })).envelope).toMatchObject({ error: { code: 'E_STALE_REFERENCE' } });
});

test('work of a caller that ends with its call is not left running', async () => {
  const { call } = endpoint();
  const caller = testCaller({ isTransient: true });
  const { envelope } = await call('working', { ms: 20, waitMs: 0 }, { caller });
  expect(envelope).toMatchObject({ type: 'success', data: { worked: 20 } });
});

test('running work stops when its caller disconnects, and when the call that started it is cancelled', async () => {
  const { call, handles, state } = endpoint();
  await call('working', { ms: 60_000, waitMs: 0 }, { caller: testCaller({ id: 'gone' }) });
  await handles.disposeCaller('gone');
  await vi.waitFor(() => expect(state.stopped).toBe(1));
  const caller = new AbortController();
  const cancelled = call('working', { ms: 60_000, waitMs: 100 }, { signal: caller.signal });
  caller.abort();
  expect((await cancelled).envelope).toMatchObject({ error: { code: 'E_CANCELLED' } });
  await vi.waitFor(() => expect(state.stopped).toBe(2));
});

test('an unexpected failure of another request reaches the client as a log id only', async () => {
  const { dispatcher } = endpoint();
  const operation = { method: 'resources/read', params: {}, server: 'fixture', caller: testCaller() };
  const failing = dispatcher.perform({
    ...operation,
    run: () => Promise.reject(new Error('postgres://u:pw@h')),
  });
  await expect(failing).rejects.toMatchObject({
    code: 'E_INTERNAL',
    message: expect.not.stringContaining('postgres'),
  });
});

test('an event goes to the feed without secrets, and content parts go with the answer', async () => {
  const { call, feed, redactor } = endpoint();
  redactor.add('hunter2-hunter2');
  const events: CallEvent[] = [];
  feed.subscribe((event) => events.push(event));
  const answer = await call('noting', { what: 'hunter2-hunter2' });
  expect(answer.parts).toEqual([{ type: 'resource_link', uri: DONE_URI, name: 'done' }]);
  expect(events.find(({ kind }) => kind === 'event')).toEqual({
    kind: 'event',
    server: 'fixture',
    at: expect.any(String),
    type: 'fixture.noted',
    resource: DONE_URI,
    data: { what: '***' },
  });
});

test('another request of the protocol is recorded, timed out and cancelled like a call', async () => {
  const { dispatcher, calls } = endpoint();
  const operation = {
    method: 'resources/read',
    params: { uri: 'x://y' },
    server: 'fixture',
    caller: testCaller(),
  };
  expect(await dispatcher.perform({ ...operation, run: async () => ({ contents: [] }) })).toEqual({
    contents: [],
  });
  const hanging = dispatcher.perform({
    ...operation,
    signal: AbortSignal.timeout(5),
    run: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  await expect(hanging).rejects.toMatchObject({ code: 'E_CANCELLED' });
  expect(calls).toMatchObject([
    { tool: 'resources/read', outcome: 'ok', arguments: { uri: 'x://y' } },
    { tool: 'resources/read', outcome: 'error', code: 'E_CANCELLED' },
  ]);
});
