import { expect, test } from 'vitest';
import { Breaker } from './breaker.ts';

const noHost = async () => undefined;

function failedTimes(times: number, at = 0): Breaker {
  const breaker = new Breaker();
  for (let n = 0; n < times; n++) breaker.failed(at);
  return breaker;
}

test('ten failures within a minute open it, nine do not', async () => {
  await expect(failedTimes(9).check(noHost, 0)).resolves.toBeUndefined();
  await expect(failedTimes(10).check(noHost, 0)).rejects.toMatchObject({ code: 'E_BRIDGE_UNAVAILABLE' });
});

test('failures of more than a minute ago do not count', async () => {
  const breaker = failedTimes(9);
  breaker.failed(60_001);
  await expect(breaker.check(noHost, 60_001)).resolves.toBeUndefined();
});

test('after its rest one call may try, and one more failure opens it again', async () => {
  const breaker = failedTimes(10);
  await expect(breaker.check(noHost, 9_999)).rejects.toThrow();
  await expect(breaker.check(noHost, 10_000)).resolves.toBeUndefined();
  breaker.failed(10_001);
  await expect(breaker.check(noHost, 10_002)).rejects.toThrow();
});

test('a success closes it, and so does a host that began since', async () => {
  const breaker = failedTimes(10);
  await expect(breaker.check(async () => 1, 5)).resolves.toBeUndefined();
  breaker.succeeded();
  breaker.failed(6);
  await expect(breaker.check(noHost, 6)).resolves.toBeUndefined();
});
