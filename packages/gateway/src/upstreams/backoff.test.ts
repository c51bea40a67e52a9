import { expect, test } from 'vitest';
import { Backoff } from './backoff.ts';

const delays = (random: () => number) => {
  const backoff = new Backoff({ random });
  return Array.from({ length: 8 }, () => backoff.failed());
};

test('after an immediate start, delays grow from one second to thirty, with jitter for half of each', () => {
  expect(delays(() => 0)).toEqual([0, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  expect(delays(() => 1)).toEqual([0, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test('reset starts again with the shortest delay', () => {
  const backoff = new Backoff({ random: () => 0 });
  backoff.failed();
  backoff.failed();
  backoff.reset();
  expect(backoff.failed()).toBe(0);
});

test('a server that crashes again and again after it started is started within four seconds', () => {
  const backoff = new Backoff({ random: () => 1 });
  const delays = Array.from({ length: 6 }, () => backoff.failed({ hadStarted: true }));
  expect(delays).toEqual([0, 2_000, 4_000, 4_000, 4_000, 4_000]);
});
