import { runWithTimeout } from '@molehill/core/timeout';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reconnect } from './reconnect.ts';

class Unreachable extends Error {}

const never = new AbortController().signal;
const isTemporary = (error: unknown) => error instanceof Unreachable;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that is away for a while, and counts the attempts to reach it. */
function server(awayMs: number) {
  const backAt = performance.now() + awayMs;
  let attempts = 0;
  return {
    attempts: () => attempts,
    open: async () => {
      attempts += 1;
      if (performance.now() < backAt) throw new Unreachable();
      return 'session';
    },
  };
}

async function reached(): Promise<Reconnect> {
  const reconnect = new Reconnect(isTemporary);
  await reconnect.connect(never, async () => {});
  return reconnect;
}

const outcome = (work: Promise<unknown>) =>
  work.catch((error: unknown) => (error instanceof Unreachable ? 'unreachable' : error));

test('a call waits for a server that was reached before', async () => {
  const { open } = server(4_000);
  const call = (await reached()).connect(never, open);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await call).toBe('session');
});

test('a server that was never reached is tried once', async () => {
  const { open, attempts } = server(1_000);
  expect(await outcome(new Reconnect(isTemporary).connect(never, open))).toBe('unreachable');
  expect(attempts()).toBe(1);
});

test('an error that waiting does not cure is reported at once', async () => {
  const refused = new Error('wrong password');
  const call = (await reached()).connect(never, () => Promise.reject(refused));
  expect(await outcome(call)).toBe(refused);
});

test('a call waits for half of the time it has', async () => {
  const reconnect = await reached();
  const { open } = server(3_000);
  const limits = { timeoutMs: 4_000, graceMs: 0 };
  const call = outcome(runWithTimeout(limits, undefined, (signal) => reconnect.connect(signal, open)));
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await call).toBe('unreachable');
});

test('calls fail at once while a server stays away, and work again when it is back', async () => {
  const reconnect = await reached();
  const { open, attempts } = server(60_000);
  for (let waited = 0; waited < 36_000; waited += 6_000) {
    const call = outcome(reconnect.connect(never, open));
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await call).toBe('unreachable');
  }
  const before = attempts();
  expect(await outcome(reconnect.connect(never, open))).toBe('unreachable');
  expect(attempts() - before).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await reconnect.connect(never, open)).toBe('session');
});

test('a cancelled call stops waiting', async () => {
  const reconnect = await reached();
  const caller = new AbortController();
  const call = outcome(reconnect.connect(caller.signal, server(10_000).open));
  await vi.advanceTimersByTimeAsync(100);
  caller.abort('cancelled');
  expect(await call).toBe('cancelled');
});

test('nobody waits after the end', async () => {
  const reconnect = await reached();
  const call = outcome(reconnect.connect(never, server(10_000).open));
  await vi.advanceTimersByTimeAsync(100);
  reconnect.stop();
  expect(await call).toBe('unreachable');
});
