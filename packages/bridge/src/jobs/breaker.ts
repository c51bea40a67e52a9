import { bridgeErrors } from '../errors.ts';

const MOST_FAILURES = 10;
const WINDOW_MS = 60_000;
const REST_MS = 10_000;

/** After many failures in a short time calls fail at once for a while, rather than each after its own wait. */
export class Breaker {
  #failures: number[] = [];
  #openedAt: number | undefined;

  /** Throws while it is open. A host that began since then is worth a try, and so is anybody after the rest. */
  async check(newestHost: () => Promise<number | undefined>, now: number = Date.now()): Promise<void> {
    const since = this.#openedAt;
    if (since === undefined) return;
    const rested = now - since >= REST_MS;
    if (!rested && ((await newestHost()) ?? 0) <= since) throw open(since + REST_MS - now);
    // One failure more, and it is open again.
    this.#failures = this.#failures.slice(1 - MOST_FAILURES);
    this.#openedAt = undefined;
  }

  succeeded(): void {
    this.#failures = [];
    this.#openedAt = undefined;
  }

  failed(now: number = Date.now()): void {
    this.#failures = [...this.#failures, now].filter((at) => now - at <= WINDOW_MS).slice(-MOST_FAILURES);
    if (this.#failures.length >= MOST_FAILURES) this.#openedAt = now;
  }
}

function open(forMs: number) {
  const seconds = Math.ceil(forMs / 1_000);
  const message = `${MOST_FAILURES} calls failed within ${WINDOW_MS / 1_000} s, so none is sent for ${seconds} s.`;
  return bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', message);
}
