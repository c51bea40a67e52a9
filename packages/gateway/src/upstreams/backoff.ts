export interface BackoffOptions {
  readonly minMs?: number;
  readonly maxMs?: number;
  /** Between 0 and 1; injected by tests. */
  readonly random?: () => number;
}

const defaults: Required<BackoffOptions> = { minMs: 1_000, maxMs: 30_000, random: Math.random };

/**
 * Exponential backoff: the delay before the next start doubles with each failure in a row. Half of it is random
 * (jitter), so that many gateways that lost the same server do not reconnect at the same moment.
 */
export class Backoff {
  readonly #options: Required<BackoffOptions>;
  #failures = 0;

  constructor(options: BackoffOptions = {}) {
    this.#options = { ...defaults, ...options };
  }

  /** A server that ran at least this long had started well: its failure resets the backoff. */
  get stableMs(): number {
    return this.#options.maxMs;
  }

  /** Returns the delay in milliseconds. */
  failed(): number {
    const { minMs, maxMs, random } = this.#options;
    this.#failures += 1;
    const full = Math.min(maxMs, minMs * 2 ** this.#failures);
    return Math.round(full * (0.5 + random() / 2));
  }

  reset(): void {
    this.#failures = 0;
  }
}
