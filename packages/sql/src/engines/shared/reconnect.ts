import { setTimeout as sleep } from 'node:timers/promises';
import { remainingMs } from '@molehill/core/timeout';

/** For work without a deadline. */
const USUAL_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 15_000;
/** A server that is away for longer is not restarting: calls fail at once until it is back. */
const OUTAGE_MS = 30_000;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 500;

/**
 * Connects again to a server that was reached before. A call waits for it up to half of its remaining time. A server
 * that was never reached is not waited for: its address may be wrong.
 */
export class Reconnect {
  readonly #isTemporary: (error: unknown) => boolean;
  readonly #stopped = new AbortController();
  #wasReached = false;
  #awaySince: number | undefined;

  constructor(isTemporary: (error: unknown) => boolean) {
    this.#isTemporary = isTemporary;
  }

  async connect<T>(signal: AbortSignal, open: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + waitOf(signal);
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const opened = await open();
        this.#wasReached = true;
        this.#awaySince = undefined;
        return opened;
      } catch (error) {
        if (!this.#mayRecover(error) || performance.now() + pause > deadline) throw error;
        await this.#pause(pause, signal);
        if (this.#stopped.signal.aborted) throw error;
      }
    }
  }

  /** Nobody waits any longer. */
  stop(): void {
    this.#stopped.abort();
  }

  #mayRecover(error: unknown): boolean {
    if (!this.#wasReached || !this.#isTemporary(error)) return false;
    this.#awaySince ??= performance.now();
    return performance.now() - this.#awaySince < OUTAGE_MS;
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    const ended = AbortSignal.any([signal, this.#stopped.signal]);
    await sleep(ms, undefined, { signal: ended }).catch(() => {});
    signal.throwIfAborted();
  }
}

function waitOf(signal: AbortSignal): number {
  const left = remainingMs(signal);
  return left === undefined ? USUAL_WAIT_MS : Math.min(left / 2, LONGEST_WAIT_MS);
}
