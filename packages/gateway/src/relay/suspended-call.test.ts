import { HandleStore } from '@molehill/core/handles';
import type { ProgressListener } from '@molehill/core/progress';
import type { WireResult } from '@molehill/core/upstream';
import { expect, test, vi } from 'vitest';
import { resumeCall, SuspendedCall, suspendedCallKind } from './suspended-call.ts';

const never = new AbortController().signal;
const done = { content: [] };
const handlesOf = () => new HandleStore().forCaller('client');

/** Starts work that asks these questions one after the other. */
function asking(call: SuspendedCall, ...questions: readonly string[]) {
  const answers: unknown[] = [];
  const stopped = vi.fn();
  call.start(async (signal) => {
    signal.addEventListener('abort', stopped);
    for (const message of questions)
      answers.push(
        await call.ask('elicitation/create', { message }, never).catch((error: Error) => error.message),
      );
    return done;
  });
  return { answers, stopped };
}

function questionsOf(result: WireResult): { keys: string[]; requestState: string } {
  expect(result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
  return { keys: Object.keys(result.inputRequests as object), requestState: String(result.requestState) };
}

function answer(asked: { keys: string[]; requestState: string }, value: WireResult) {
  const inputResponses = Object.fromEntries(asked.keys.map((key) => [key, value]));
  return { requestState: asked.requestState, inputResponses };
}

test('a call without questions takes one turn', async () => {
  const call = new SuspendedCall('it');
  call.start(async () => done);
  expect(await call.turn({ handles: handlesOf(), signal: never })).toBe(done);
});

test('each question takes a turn, and the answers reach the server', async () => {
  const handles = handlesOf();
  const call = new SuspendedCall(['tools/call', { name: 'x', a: 1 }]);
  const { answers } = asking(call, 'One?', 'Two?');
  const first = await call.turn({ handles, signal: never });
  expect(Object.values(first.inputRequests as object)).toEqual([
    { method: 'elicitation/create', params: { message: 'One?' } },
  ]);
  const back = answer(questionsOf(first), { action: 'accept' });
  const second = await resumeCall(handles, ['tools/call', { a: 1, name: 'x' }], back)?.turn({
    handles,
    signal: never,
    continuation: back,
  });
  const again = answer(questionsOf(second ?? {}), { action: 'decline' });
  expect(
    await resumeCall(handles, ['tools/call', { name: 'x', a: 1 }], again)?.turn({
      handles,
      signal: never,
      continuation: again,
    }),
  ).toBe(done);
  expect(answers).toEqual([{ action: 'accept' }, { action: 'decline' }]);
});

test('a question asked between turns is sent in the next turn', async () => {
  const handles = handlesOf();
  const call = new SuspendedCall('it');
  const answered = call.ask('elicitation/create', { message: 'One?' }, never);
  call.start(async () => {
    await answered;
    return new Promise<WireResult>(() => {});
  });
  const first = questionsOf(await call.turn({ handles, signal: never }));
  const second = call.ask('elicitation/create', { message: 'Two?' }, never);
  const back = answer(first, { action: 'accept' });
  const asked = await resumeCall(handles, 'it', back)?.turn({ handles, signal: never, continuation: back });
  expect(await answered).toEqual({ action: 'accept' });
  expect(JSON.stringify(asked)).toContain('Two?');
  const again = answer(questionsOf(asked ?? {}), { action: 'cancel' });
  void resumeCall(handles, 'it', again)?.turn({ handles, signal: never, continuation: again });
  expect(await second).toEqual({ action: 'cancel' });
});

test('a call is resumed once, with the same input and a known request state', async () => {
  const handles = handlesOf();
  const call = new SuspendedCall('it');
  asking(call, 'One?');
  const back = answer(questionsOf(await call.turn({ handles, signal: never })), {});
  expect(() => resumeCall(handles, 'another', back)).toThrow('Invalid or expired requestState');
  expect(() => resumeCall(handles, 'it', { requestState: 'suspended-call_guessed' })).toThrow(
    'Invalid or expired',
  );
  expect(resumeCall(handles, 'it', { requestState: 'of the upstream server' })).toBeUndefined();
  expect(resumeCall(handles, 'it', back)).toBe(call);
  expect(() => resumeCall(handles, 'it', back)).toThrow('Invalid or expired requestState');
});

test('a question without an answer is rejected to the server', async () => {
  const handles = handlesOf();
  const call = new SuspendedCall('it');
  const { answers } = asking(call, 'One?');
  const { requestState } = questionsOf(await call.turn({ handles, signal: never }));
  expect(
    await resumeCall(handles, 'it', { requestState })?.turn({
      handles,
      signal: never,
      continuation: { requestState },
    }),
  ).toBe(done);
  expect(answers).toEqual(['The question was not answered: the client did not answer.']);
});

test('a question that the server cancels is withdrawn', async () => {
  const call = new SuspendedCall('it');
  const server = new AbortController();
  const asked = call.ask('roots/list', undefined, server.signal);
  server.abort();
  await expect(asked).rejects.toThrow('the server withdrew it');
});

test('cancels a call that is idle for too long', async () => {
  vi.useFakeTimers();
  try {
    const handles = handlesOf();
    const call = new SuspendedCall('it');
    const { stopped } = asking(call, 'One?');
    const back = answer(questionsOf(await call.turn({ handles, signal: never })), {});
    vi.advanceTimersByTime(10 * 60_000 - 1);
    expect(stopped).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(stopped).toHaveBeenCalledOnce();
    expect(() => resumeCall(handles, 'it', back)).toThrow('Invalid or expired requestState');
  } finally {
    vi.useRealTimers();
  }
});

test('cancels the oldest call of a client above the limit, and all when it disconnects', async () => {
  const store = new HandleStore();
  const handles = store.forCaller('client');
  const identities = Array.from({ length: suspendedCallKind.most + 1 }, (_, index) => index);
  const works = [];
  for (const identity of identities) {
    const call = new SuspendedCall(identity);
    works.push(asking(call, 'One?').stopped);
    await call.turn({ handles, signal: never });
  }
  expect(works.map((stopped) => stopped.mock.calls.length)).toEqual([1, ...identities.slice(1).map(() => 0)]);
  await store.disposeCaller('client');
  expect(works.every((stopped) => stopped.mock.calls.length === 1)).toBe(true);
});

test('another client cannot resume a call', async () => {
  const store = new HandleStore();
  const handles = store.forCaller('client');
  const call = new SuspendedCall('it');
  const { stopped } = asking(call, 'One?');
  const back = answer(questionsOf(await call.turn({ handles, signal: never })), {});
  expect(() => resumeCall(store.forCaller('other'), 'it', back)).toThrow('Invalid or expired requestState');
  expect(resumeCall(handles, 'it', back)).toBe(call);
  await store.disposeCaller('client');
  expect(stopped).not.toHaveBeenCalled();
});

test('cancels the call when the client cancels a turn', async () => {
  const call = new SuspendedCall('it');
  const stopped = vi.fn();
  call.start(
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped();
          reject(signal.reason);
        });
      }),
  );
  const client = new AbortController();
  const turn = call.turn({ handles: handlesOf(), signal: client.signal });
  client.abort();
  await expect(turn).rejects.toThrow();
  expect(stopped).toHaveBeenCalledOnce();
});

test('progress goes to the current turn; between turns it waits for the next', async () => {
  const handles = handlesOf();
  const call = new SuspendedCall('it');
  const reported: string[] = [];
  const listener =
    (turn: string): ProgressListener =>
    ({ done }) =>
      reported.push(`${turn} ${done}`);
  asking(call, 'How?');
  const turn = call.turn({ handles, signal: never, progress: listener('first') });
  call.report({ done: 1 });
  const back = answer(questionsOf(await turn), {});
  call.report({ done: 2 });
  expect(reported).toEqual(['first 1']);
  await resumeCall(handles, 'it', back)?.turn({
    handles,
    signal: never,
    continuation: back,
    progress: listener('second'),
  });
  expect(reported).toEqual(['first 1', 'second 2']);
});
