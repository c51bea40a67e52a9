import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

const never = new AbortController().signal;

test('rejects with E_CAPACITY when the queue is full, and runs queued work in order', async () => {
  const semaphore = new Semaphore({ permits: 1, maxQueued: 2 });
  const order: number[] = [];
  let finish: () => void = () => {};
  const first = semaphore.run(never, () => new Promise<void>((resolve) => (finish = resolve)));
  const waiting = [1, 2].map((n) => semaphore.run(never, async () => void order.push(n)));
  await expect(semaphore.run(never, async () => {})).rejects.toMatchObject({
    code: 'E_CAPACITY',
    retryable: true,
  });
  finish();
  await Promise.all([first, ...waiting]);
  expect(order).toEqual([1, 2]);
});

test('an aborted entry is removed from the queue, and a failure releases its permit', async () => {
  const semaphore = new Semaphore({ permits: 1, maxQueued: 2 });
  const abort = new AbortController();
  let fail: (error: Error) => void = () => {};
  const first = semaphore.run(never, () => new Promise<void>((_, reject) => (fail = reject)));
  const second = semaphore.run(abort.signal, async () => 'second');
  const third = semaphore.run(never, async () => 'third');
  abort.abort(new Error('aborted'));
  await expect(second).rejects.toThrow('aborted');
  fail(new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  expect(await third).toBe('third');
  expect(await semaphore.run(never, async () => 'free')).toBe('free');
});
