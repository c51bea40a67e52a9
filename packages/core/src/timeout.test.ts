import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defineErrors } from './errors.ts';
import { remainingMs, runWithTimeout } from './timeout.ts';

const LONG = 60_000;
const patient = { timeoutMs: LONG, graceMs: LONG };
const hasty = { timeoutMs: 1, graceMs: LONG };

/** Work that ends when it is told to, and keeps what it was told by. */
function obedient() {
  const seen: { signal?: AbortSignal } = {};
  const work = async (signal: AbortSignal) => {
    seen.signal = signal;
    await sleep(LONG, undefined, { signal });
  };
  return { seen, work };
}

/** Work that hears nothing and ends when the test says so. */
function deaf<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((...ends) => {
    [resolve, reject] = ends;
  });
  return { work: () => promise, resolve, reject };
}

/** Counts what is set while the test runs; timers of others in the process do not matter. */
function countTimers(): () => number {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return () => vi.getTimerCount();
}

test('returns the value of work that ends in time', async () => {
  await expect(runWithTimeout(patient, undefined, async () => 'done')).resolves.toBe('done');
});

test('propagates an error of the work', async () => {
  const error = new TypeError('broken');
  await expect(runWithTimeout(patient, undefined, () => Promise.reject(error))).rejects.toBe(error);
  const throwing = () => {
    throw error;
  };
  await expect(runWithTimeout(patient, undefined, throwing)).rejects.toBe(error);
});

test('aborts the work on cancellation with E_CANCELLED', async () => {
  const { seen, work } = obedient();
  const caller = new AbortController();
  const running = runWithTimeout(patient, caller.signal, work);
  caller.abort();
  await expect(running).rejects.toMatchObject({ code: 'E_CANCELLED', retryable: true });
  expect(seen.signal?.aborted).toBe(true);
  expect(seen.signal?.reason).toMatchObject({ code: 'E_CANCELLED' });
});

test('aborts the work on timeout with E_TIMEOUT', async () => {
  const { seen, work } = obedient();
  await expect(runWithTimeout(hasty, undefined, work)).rejects.toMatchObject({
    code: 'E_TIMEOUT',
    message: 'The call took longer than 1 ms and was stopped.',
  });
  expect(seen.signal?.reason).toMatchObject({ code: 'E_TIMEOUT' });
});

test('ignores what aborted work throws', async () => {
  const work = async (signal: AbortSignal) => {
    await sleep(LONG, undefined, { signal }).catch(() => {});
    throw new Error('connection reset while stopping');
  };
  await expect(runWithTimeout(hasty, undefined, work)).rejects.toMatchObject({ code: 'E_TIMEOUT' });
});

test('abandons work that ignores its signal after the grace period', async () => {
  const { work, reject } = deaf<string>();
  const limits = { timeoutMs: 1, graceMs: 1 };
  await expect(runWithTimeout(limits, undefined, work)).rejects.toMatchObject({ code: 'E_TIMEOUT' });
  reject(new Error('far too late'));
  await sleep(1);
});

test('abandons cancelled work that ignores its signal', async () => {
  const caller = new AbortController();
  const running = runWithTimeout({ timeoutMs: LONG, graceMs: 1 }, caller.signal, deaf<string>().work);
  caller.abort();
  await expect(running).rejects.toMatchObject({ code: 'E_CANCELLED' });
});

test('returns a value that arrives in the grace period after a timeout', async () => {
  const { work, resolve } = deaf<string>();
  const running = runWithTimeout(hasty, undefined, (signal) => {
    signal.addEventListener('abort', () => resolve('just in time'));
    return work();
  });
  await expect(running).resolves.toBe('just in time');
});

test('discards a value that arrives after a cancellation', async () => {
  const { work, resolve } = deaf<string>();
  const caller = new AbortController();
  const running = runWithTimeout(patient, caller.signal, work);
  caller.abort();
  resolve('nobody waits for this');
  await expect(running).rejects.toMatchObject({ code: 'E_CANCELLED' });
});

test('does not start work of an aborted caller', async () => {
  let begun = false;
  const work = async () => {
    begun = true;
  };
  await expect(runWithTimeout(patient, AbortSignal.abort(), work)).rejects.toMatchObject({
    code: 'E_CANCELLED',
  });
  expect(begun).toBe(false);
});

test.each([
  ['success', patient, async () => 'done'],
  ['failure', patient, () => Promise.reject(new Error('broken'))],
  ['timeout', hasty, (signal: AbortSignal) => sleep(LONG, undefined, { signal })],
  ['being left behind', { timeoutMs: 1, graceMs: 1 }, () => new Promise<void>(() => {})],
] as const)('leaves no timer and no listener after %s', async (_, limits, work) => {
  const timers = countTimers();
  const caller = new AbortController();
  await runWithTimeout<unknown>(limits, caller.signal, work).catch(() => {});
  expect(timers()).toBe(0);
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
});

test('leaves no timer and no listener after a cancellation', async () => {
  const timers = countTimers();
  const caller = new AbortController();
  const running = runWithTimeout(patient, caller.signal, obedient().work);
  caller.abort();
  await running.catch(() => {});
  expect(timers()).toBe(0);
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
});

test('returns an outcome that outranks the cancellation', async () => {
  const errors = defineErrors({
    E_HALF_DONE: { when: 'Never.', hint: '', retryable: false, outranksAbort: true },
  });
  const caller = new AbortController();
  const work = runWithTimeout({ timeoutMs: 60_000, graceMs: 60_000 }, caller.signal, async () => {
    caller.abort();
    throw errors.fail('E_HALF_DONE', 'Half of it is done.');
  });
  await expect(work).rejects.toMatchObject({ code: 'E_HALF_DONE' });
});

test('tells work how long its call may still take', async () => {
  const left = await runWithTimeout(patient, undefined, async (signal) => remainingMs(signal));
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(LONG);
  expect(remainingMs(new AbortController().signal)).toBeUndefined();
});
