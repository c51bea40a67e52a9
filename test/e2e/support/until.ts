import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** Polls until a condition holds, and fails with its name on a timeout. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await sleep(POLL_MS);
  }
}
