export interface BackoffOptions {
  readonly minMs?: number;
  readonly maxMs?: number;
  /** Between 0 and 1; injected by tests. */
  readonly random?: () => number;
}

const MIN_MS = 1_000;
const MAX_MS = 30_000;

/**
 * Exponential backoff: the delay before the next start doubles with each failure in a row. Half of it is random
 * (jitter), so that many gateways that lost the same server do not reconnect at the same moment.
 */
export class Backoff {
  readonly #minMs: number;
  readonly #maxMs: number;
  readonly #random: () => number;
  #failures = 0;

  constructor({ minMs = MIN_MS, maxMs = MAX_MS, random = Math.random }: BackoffOptions = {}) {
    this.#minMs = minMs;
    this.#maxMs = maxMs;
    this.#random = random;
  }

  /** A server that ran at least this long had started well: its failure resets the backoff. */
  get stableMs(): number {
    return this.#maxMs;
  }

  /** Returns the delay in milliseconds. */
  failed(): number {
    this.#failures += 1;
    const full = Math.min(this.#maxMs, this.#minMs * 2 ** this.#failures);
    return Math.round(full * (0.5 + this.#random() / 2));
  }

  reset(): void {
    this.#failures = 0;
  }
}
