export interface BackoffOptions {
  readonly leastMs?: number;
  readonly mostMs?: number;
  /** Between 0 and 1; injected by tests. */
  readonly random?: () => number;
}

const LEAST_MS = 1_000;
const MOST_MS = 30_000;

/**
 * How long to leave a failing server alone. The pause doubles with each failure in a row; half of it is left to
 * chance, so that many gateways that lost the same server do not come back at the same moment.
 */
export class Backoff {
  readonly #leastMs: number;
  readonly #mostMs: number;
  readonly #random: () => number;
  #failures = 0;

  constructor({ leastMs = LEAST_MS, mostMs = MOST_MS, random = Math.random }: BackoffOptions = {}) {
    this.#leastMs = leastMs;
    this.#mostMs = mostMs;
    this.#random = random;
  }

  /** What ran at least this long did not fail because it was started. */
  get stableMs(): number {
    return this.#mostMs;
  }

  failed(): number {
    this.#failures += 1;
    const full = Math.min(this.#mostMs, this.#leastMs * 2 ** this.#failures);
    return Math.round(full * (0.5 + this.#random() / 2));
  }

  reset(): void {
    this.#failures = 0;
  }
}
