import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Progress, startProgress } from './progress.ts';

const NEVER = 2_000_000_000;

function increases(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value > (values[index - 1] ?? Number.NaN));
}

/** Reports as they come, and a way to wait for a number of them. */
function listen() {
  const seen: Progress[] = [];
  let wake = () => {};
  const listener = (progress: Progress) => {
    seen.push(progress);
    wake();
  };
  const atLeast = async (count: number) => {
    while (seen.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { seen, listener, atLeast };
}

test('forwards a report', () => {
  const { seen, listener } = listen();
  const progress = startProgress(listener, NEVER);
  progress.report(1);
  progress.report(2, 10, 'two');
  progress.report(3);
  progress.stop();
  expect(seen).toEqual([{ done: 1 }, { done: 2, total: 10, message: 'two' }, { done: 3, total: 10 }]);
});

test('sends finite, strictly increasing numbers whatever is reported', () => {
  const number = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.constantFrom(
      0,
      -0,
      1e10,
      1e15,
      Number.MAX_SAFE_INTEGER,
      Number.MAX_VALUE,
      Number.NaN,
      -Infinity,
      Infinity,
    ),
  );
  fc.assert(
    fc.property(fc.array(number, { minLength: 2, maxLength: 30 }), (reports) => {
      const { seen, listener } = listen();
      const progress = startProgress(listener, NEVER);
      for (const done of reports) progress.report(done, done);
      progress.stop();
      const values = seen.map(({ done }) => done);
      expect(values).toHaveLength(reports.length);
      expect(values.every(Number.isFinite)).toBe(true);
      expect(increases(values)).toBe(true);
      expect(seen.every(({ total }) => total === undefined || Number.isFinite(total))).toBe(true);
    }),
  );
});

test('sends heartbeats while the handler reports nothing', async () => {
  const { seen, listener, atLeast } = listen();
  const progress = startProgress(listener, 1);
  await atLeast(3);
  progress.stop();
  expect(seen.every(({ message }) => /^still working, \d+ s$/.test(message ?? ''))).toBe(true);
  expect(increases(seen.map(({ done }) => done))).toBe(true);
});

test('keeps heartbeats below the next report', async () => {
  const { seen, listener, atLeast } = listen();
  const progress = startProgress(listener, 1);
  progress.report(1_000_000_000_000, 5_000_000_000_000);
  await atLeast(5);
  progress.report(1_000_000_000_001);
  progress.stop();
  expect(seen.at(-1)).toEqual({ done: 1_000_000_000_001, total: 5_000_000_000_000 });
  expect(increases(seen.map(({ done }) => done))).toBe(true);
});

test('sends nothing after the end', async () => {
  const { seen, listener, atLeast } = listen();
  const progress = startProgress(listener, 1);
  await atLeast(1);
  progress.stop();
  const count = seen.length;
  progress.report(5, 10, 'still here');
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(seen).toHaveLength(count);
});

test('starts no timer without a listener', () => {
  const before = process.getActiveResourcesInfo().length;
  const progress = startProgress(undefined, 1);
  progress.report(1);
  progress.stop();
  expect(process.getActiveResourcesInfo()).toHaveLength(before);
});
