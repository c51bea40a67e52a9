import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

const noHost = async () => 0;

function failedTimes(times: number, at = 0): CircuitBreaker {
  const breaker = new CircuitBreaker();
  for (let n = 0; n < times; n++) breaker.failed(at);
  return breaker;
}

test('opens after ten failures within a minute, not after nine', async () => {
  await expect(failedTimes(9).check(noHost, 0)).resolves.toBeUndefined();
  await expect(failedTimes(10).check(noHost, 0)).rejects.toMatchObject({
    code: 'E_CIRCUIT_OPEN',
    retryable: true,
    details: { retryAfterMs: 10_000 },
  });
});

test('ignores failures older than a minute', async () => {
  const breaker = failedTimes(9);
  breaker.failed(60_001);
  await expect(breaker.check(noHost, 60_001)).resolves.toBeUndefined();
});

test('is half-open after ten seconds: the next failure opens it again', async () => {
  const breaker = failedTimes(10);
  await expect(breaker.check(noHost, 9_999)).rejects.toThrow();
  await expect(breaker.check(noHost, 10_000)).resolves.toBeUndefined();
  breaker.failed(10_001);
  await expect(breaker.check(noHost, 10_002)).rejects.toThrow();
});

test('closes after a success, and when a new host starts', async () => {
  const breaker = failedTimes(10);
  await expect(breaker.check(async () => 1, 5)).resolves.toBeUndefined();
  breaker.succeeded();
  breaker.failed(6);
  await expect(breaker.check(noHost, 6)).resolves.toBeUndefined();
});
