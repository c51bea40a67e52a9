import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

const never = new AbortController().signal;

test('who finds the queue full is told so, and the others are served in order', async () => {
  const slots = new Slots({ most: 1, mostWaiting: 2 });
  const order: number[] = [];
  let finish: () => void = () => {};
  const first = slots.run(never, () => new Promise<void>((resolve) => (finish = resolve)));
  const waiting = [1, 2].map((n) => slots.run(never, async () => void order.push(n)));
  await expect(slots.run(never, async () => {})).rejects.toMatchObject({ code: 'E_BUSY', retryable: true });
  finish();
  await Promise.all([first, ...waiting]);
  expect(order).toEqual([1, 2]);
});

test('who leaves the queue gives its place to the next, and a failure frees its own', async () => {
  const slots = new Slots({ most: 1, mostWaiting: 2 });
  const leaving = new AbortController();
  let fail: (error: Error) => void = () => {};
  const first = slots.run(never, () => new Promise<void>((_, reject) => (fail = reject)));
  const second = slots.run(leaving.signal, async () => 'second');
  const third = slots.run(never, async () => 'third');
  leaving.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  fail(new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  expect(await third).toBe('third');
  expect(await slots.run(never, async () => 'free')).toBe('free');
});
