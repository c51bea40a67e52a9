import { afterEach, beforeEach, expect, test } from 'vitest';
import { startLifecycle } from './lifecycle.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const before = new Map<string, readonly unknown[]>();

beforeEach(() => {
  for (const signal of SIGNALS) before.set(signal, process.listeners(signal));
});

afterEach(() => {
  for (const signal of SIGNALS)
    for (const listener of process.listeners(signal))
      if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
});

/** A life whose end is written down instead of ending the tests. */
function live(close: (reason: string) => Promise<void>, closeWithinMs = 60_000) {
  const exits: number[] = [];
  let ended = () => {};
  const exited = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const lifecycle = startLifecycle({
    close,
    closeWithinMs,
    exit: (code) => {
      exits.push(code);
      ended();
    },
  });
  return { ...lifecycle, exits, exited };
}

test('closes, reports its reason and exits once', async () => {
  const reasons: string[] = [];
  const { stop, stopped, exits } = live(async (reason) => {
    reasons.push(reason);
  });
  stop('the client is gone');
  stop('another reason');
  expect(await stopped).toBe('the client is gone');
  expect(reasons).toEqual(['the client is gone']);
  expect(exits).toEqual([0]);
});

test('exits although closing fails', async () => {
  const { stop, exited, exits } = live(() => Promise.reject(new Error('stuck')));
  stop('the end');
  await exited;
  expect(exits).toEqual([0]);
});

test('exits although closing never ends', async () => {
  const { stop, exited, exits } = live(() => new Promise(() => {}), 1);
  stop('the end');
  await exited;
  expect(exits).toEqual([0]);
});

test.each(SIGNALS)('shuts down on %s', async (signal) => {
  const { stopped } = live(async () => {});
  process.kill(process.pid, signal);
  expect(await stopped).toBe(signal);
});
