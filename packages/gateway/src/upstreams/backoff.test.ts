import { expect, test } from 'vitest';
import { Backoff } from './backoff.ts';

const pauses = (random: () => number) => {
  const backoff = new Backoff({ random });
  return Array.from({ length: 8 }, () => backoff.failed());
};

test('pauses grow from one second to thirty, with half of each left to chance', () => {
  expect(pauses(() => 0)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000]);
  expect(pauses(() => 1)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
});

test('what went well for a while begins anew', () => {
  const backoff = new Backoff({ random: () => 0 });
  backoff.failed();
  backoff.failed();
  backoff.reset();
  expect(backoff.failed()).toBe(1_000);
});
