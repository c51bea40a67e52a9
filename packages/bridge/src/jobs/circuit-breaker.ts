import { bridgeErrors } from '../errors.ts';

const MAX_FAILURES = 10;
const WINDOW_MS = 60_000;
const OPEN_MS = 10_000;

/** After many failures in a short time, calls fail at once for a while instead of each waiting for its own timeout. */
export class CircuitBreaker {
  #failures: number[] = [];
  #openedAt: number | undefined;

  /** Throws while the circuit is open. A host that started since then closes it early. */
  async check(newestHost: () => Promise<number>, now: number = Date.now()): Promise<void> {
    const since = this.#openedAt;
    if (since === undefined) return;
    const remainingMs = since + OPEN_MS - now;
    if (remainingMs > 0 && (await newestHost()) <= since) throw circuitOpen(remainingMs);
    // Half-open: the next failure opens it again.
    this.#failures = this.#failures.slice(1 - MAX_FAILURES);
    this.#openedAt = undefined;
  }

  succeeded(): void {
    this.#failures = [];
    this.#openedAt = undefined;
  }

  failed(now: number = Date.now()): void {
    this.#failures = [...this.#failures, now].filter((at) => now - at <= WINDOW_MS).slice(-MAX_FAILURES);
    if (this.#failures.length >= MAX_FAILURES) this.#openedAt = now;
  }
}

function circuitOpen(remainingMs: number) {
  const seconds = Math.ceil(remainingMs / 1_000);
  const message = `${MAX_FAILURES} calls failed within ${WINDOW_MS / 1_000} s; none is sent for the next ${seconds} s.`;
  return bridgeErrors.fail('E_CIRCUIT_OPEN', message, { details: { retryAfterMs: remainingMs } });
}
