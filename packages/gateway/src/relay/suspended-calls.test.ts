import type { ProgressListener } from '@molehill/core/progress';
import type { WireResult } from '@molehill/core/upstream';
import { expect, test, vi } from 'vitest';
import { type SuspendedCall, SuspendedCalls } from './suspended-calls.ts';

const never = new AbortController().signal;
const done = { content: [] };

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
  const call = new SuspendedCalls().create('it');
  call.start(async () => done);
  expect(await call.turn({ signal: never })).toBe(done);
});

test('each question takes a turn, and the answers reach the server', async () => {
  const calls = new SuspendedCalls();
  const call = calls.create(['tools/call', { name: 'x', a: 1 }]);
  const { answers } = asking(call, 'One?', 'Two?');
  const first = await call.turn({ signal: never });
  expect(Object.values(first.inputRequests as object)).toEqual([
    { method: 'elicitation/create', params: { message: 'One?' } },
  ]);
  const back = answer(questionsOf(first), { action: 'accept' });
  const second = await calls
    .resume(['tools/call', { a: 1, name: 'x' }], back)
    ?.turn({ signal: never, continuation: back });
  const again = answer(questionsOf(second ?? {}), { action: 'decline' });
  expect(
    await calls
      .resume(['tools/call', { name: 'x', a: 1 }], again)
      ?.turn({ signal: never, continuation: again }),
  ).toBe(done);
  expect(answers).toEqual([{ action: 'accept' }, { action: 'decline' }]);
});

test('a question asked between turns is sent in the next turn', async () => {
  const calls = new SuspendedCalls();
  const call = calls.create('it');
  const answered = call.ask('elicitation/create', { message: 'One?' }, never);
  call.start(async () => {
    await answered;
    return new Promise<WireResult>(() => {});
  });
  const first = questionsOf(await call.turn({ signal: never }));
  const second = call.ask('elicitation/create', { message: 'Two?' }, never);
  const back = answer(first, { action: 'accept' });
  const asked = await calls.resume('it', back)?.turn({ signal: never, continuation: back });
  expect(await answered).toEqual({ action: 'accept' });
  expect(JSON.stringify(asked)).toContain('Two?');
  const again = answer(questionsOf(asked ?? {}), { action: 'cancel' });
  void calls.resume('it', again)?.turn({ signal: never, continuation: again });
  expect(await second).toEqual({ action: 'cancel' });
});

test('a call is resumed once, with the same input and a known request state', async () => {
  const calls = new SuspendedCalls();
  const call = calls.create('it');
  asking(call, 'One?');
  const back = answer(questionsOf(await call.turn({ signal: never })), {});
  expect(() => calls.resume('another', back)).toThrow('Invalid or expired requestState');
  expect(() => calls.resume('it', { requestState: 'molehill-suspended-call.guessed' })).toThrow(
    'Invalid or expired',
  );
  expect(calls.resume('it', { requestState: 'of the upstream server' })).toBeUndefined();
  expect(calls.resume('it', back)).toBe(call);
  expect(() => calls.resume('it', back)).toThrow('Invalid or expired requestState');
});

test('a question without an answer is rejected to the server', async () => {
  const calls = new SuspendedCalls();
  const call = calls.create('it');
  const { answers } = asking(call, 'One?');
  const { requestState } = questionsOf(await call.turn({ signal: never }));
  expect(
    await calls.resume('it', { requestState })?.turn({ signal: never, continuation: { requestState } }),
  ).toBe(done);
  expect(answers).toEqual(['The question was not answered: the client did not answer.']);
});

test('a question that the server cancels is withdrawn', async () => {
  const call = new SuspendedCalls().create('it');
  const server = new AbortController();
  const asked = call.ask('roots/list', undefined, server.signal);
  server.abort();
  await expect(asked).rejects.toThrow('the server withdrew it');
});

test('cancels a call that is idle for too long', async () => {
  vi.useFakeTimers();
  try {
    const calls = new SuspendedCalls({ most: 10, idleMs: 1_000 });
    const call = calls.create('it');
    const { stopped } = asking(call, 'One?');
    const back = answer(questionsOf(await call.turn({ signal: never })), {});
    vi.advanceTimersByTime(1_001);
    expect(stopped).toHaveBeenCalledOnce();
    expect(() => calls.resume('it', back)).toThrow('Invalid or expired requestState');
  } finally {
    vi.useRealTimers();
  }
});

test('cancels the oldest call above the limit, and all on close', async () => {
  const calls = new SuspendedCalls({ most: 2, idleMs: 60_000 });
  const works = await Promise.all(
    ['a', 'b', 'c'].map(async (identity) => {
      const call = calls.create(identity);
      const { stopped } = asking(call, 'One?');
      await call.turn({ signal: never });
      return stopped;
    }),
  );
  expect(works.map((stopped) => stopped.mock.calls.length)).toEqual([1, 0, 0]);
  calls.close();
  expect(works.map((stopped) => stopped.mock.calls.length)).toEqual([1, 1, 1]);
});

test('cancels the call when the client cancels a turn', async () => {
  const call = new SuspendedCalls().create('it');
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
  const turn = call.turn({ signal: client.signal });
  client.abort();
  await expect(turn).rejects.toThrow();
  expect(stopped).toHaveBeenCalledOnce();
});

test('progress goes to the current turn; between turns it waits for the next', async () => {
  const calls = new SuspendedCalls();
  const call = calls.create('it');
  const told: string[] = [];
  const hears =
    (turn: string): ProgressListener =>
    ({ done }) =>
      told.push(`${turn} ${done}`);
  asking(call, 'How?');
  const turn = call.turn({ signal: never, progress: hears('first') });
  call.report({ done: 1 });
  const back = answer(questionsOf(await turn), {});
  call.report({ done: 2 });
  expect(told).toEqual(['first 1']);
  await calls.resume('it', back)?.turn({ signal: never, continuation: back, progress: hears('second') });
  expect(told).toEqual(['first 1', 'second 2']);
});
