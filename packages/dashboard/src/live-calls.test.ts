import { describe, expect, it } from 'vitest';
import {
  type CallEvent,
  type FinishedCall,
  fractionOf,
  type LiveAction,
  noCalls,
  reduceCalls,
} from './live-calls.ts';

const AT = '2026-11-16T10:00:00.000Z';

function started(id: string): CallEvent {
  return { kind: 'started', id, at: AT, server: 'demo', tool: 'slow', frontend: 'page' };
}

function finished(id: string, durationMs = 5, at = AT): FinishedCall {
  const sizes = { inputBytes: 2, outputBytes: 2 };
  return { id, at, server: 'demo', tool: 'slow', frontend: 'page', durationMs, outcome: 'ok', ...sizes };
}

function after(...actions: readonly LiveAction[]) {
  return actions.reduce(reduceCalls, noCalls);
}

const event = (said: CallEvent, now = 0): LiveAction => ({ type: 'event', event: said, now });
const ids = (calls: readonly { readonly id: string }[]) => calls.map(({ id }) => id);

describe('live calls', () => {
  it('start, report progress and finish', () => {
    const running = after(
      event(started('a'), 100),
      event({ kind: 'progress', id: 'a', done: 1, total: 4 }, 200),
    );
    expect(running.running).toEqual([
      {
        id: 'a',
        server: 'demo',
        tool: 'slow',
        frontend: 'page',
        since: 100,
        progress: { done: 1, total: 4 },
      },
    ]);
    const done = reduceCalls(running, event({ kind: 'finished', call: finished('a') }));
    expect([ids(done.running), ids(done.finished)]).toEqual([[], ['a']]);
  });

  it('are sorted by their end, newest first', () => {
    const state = after(
      { type: 'history', calls: [finished('short', 10), finished('long', 9_000)] },
      event({ kind: 'finished', call: finished('next', 1, '2026-11-16T10:00:05.000Z') }),
    );
    expect(ids(state.finished)).toEqual(['long', 'next', 'short']);
  });

  it('appear once although both history and feed contain them', () => {
    const state = after(
      event({ kind: 'finished', call: finished('a') }),
      { type: 'history', calls: [finished('a'), finished('b')] },
      event(started('a')),
    );
    expect([ids(state.running), ids(state.finished).sort()]).toEqual([[], ['a', 'b']]);
  });

  it('ignore progress of an unknown call', () => {
    expect(after(event({ kind: 'progress', id: 'x', done: 1 }))).toEqual(noCalls);
  });

  it('are limited in number', () => {
    const calls = Array.from({ length: 500 }, (_, index) => finished(`c${index}`, index));
    const state = after({ type: 'history', calls });
    expect(state.finished).toHaveLength(200);
    expect(state.finished[0]?.id).toBe('c499');
  });
});

it('keeps the events of servers, newest first', () => {
  const eventOf = (type: string) =>
    ({ kind: 'event', server: 'sql', type, at: '2026-07-01T10:00:00.000Z' }) as const;
  const state = [eventOf('connection.added'), eventOf('connection.removed')].reduce(
    (calls, event) => reduceCalls(calls, { type: 'event', event, now: 0 }),
    noCalls,
  );
  expect(state.events.map(({ type }) => type)).toEqual(['connection.removed', 'connection.added']);
  expect(state.running).toEqual([]);
});

describe('a lost connection', () => {
  const lost = [
    event(started('gone')),
    event(started('alive')),
    { type: 'reconnected', now: 1_000 },
  ] as const;

  it('ends calls that the history lists as finished', () => {
    const state = after(...lost, { type: 'history', calls: [finished('gone')] });
    expect(ids(state.running)).toEqual(['alive']);
  });

  it('removes calls that stay silent, and keeps those with events', () => {
    const state = after(...lost, event({ kind: 'progress', id: 'alive', done: 1 }, 2_000), {
      type: 'sweep',
      now: 12_999,
    });
    expect(ids(state.running)).toEqual(['alive', 'gone']);
    expect(ids(reduceCalls(state, { type: 'sweep', now: 13_001 }).running)).toEqual(['alive']);
  });

  it('keeps calls that were never disconnected', () => {
    const state = after(event(started('a'), 0));
    expect(reduceCalls(state, { type: 'sweep', now: 1e9 })).toBe(state);
  });
});

it('has a fraction only where the total is known', () => {
  expect(fractionOf(undefined)).toBeUndefined();
  expect(fractionOf({ done: 3 })).toBeUndefined();
  expect(fractionOf({ done: 3, total: 0 })).toBeUndefined();
  expect(fractionOf({ done: 3, total: 4 })).toBe(0.75);
  expect(fractionOf({ done: 5, total: 4 })).toBe(1);
});
