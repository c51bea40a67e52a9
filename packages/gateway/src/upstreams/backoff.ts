export interface BackoffOptions {
  readonly minMs?: number;
  readonly maxMs?: number;
  /** Between 0 and 1; injected by tests. */
  readonly random?: () => number;
}

const defaults: Required<BackoffOptions> = { minMs: 1_000, maxMs: 30_000, random: Math.random };

/** A server that ran this long had started well. */
const STABLE_MS = 5_000;
/** More crashes in a row do not lengthen the delay. */
const COUNTED_CRASHES = 3;

/**
 * Exponential backoff: after a single failure a server is started again at once; then the delay doubles with each failure
 * in a row. Half of it is random (jitter), so that many gateways that lost the same server do not reconnect at the same
 * moment.
 */
export class Backoff {
  readonly #options: Required<BackoffOptions>;
  #failures = 0;

  constructor(options: BackoffOptions = {}) {
    this.#options = { ...defaults, ...options };
  }

  /** The failure of a server that ran at least this long is a first one. */
  get stableMs(): number {
    return STABLE_MS;
  }

  /** Returns the delay in milliseconds. It stays short for a server that had started: calls wait for that one. */
  failed({ hadStarted = false } = {}): number {
    const { minMs, maxMs, random } = this.#options;
    this.#failures += 1;
    if (this.#failures === 1) return 0;
    const counted = hadStarted ? Math.min(this.#failures, COUNTED_CRASHES) : this.#failures;
    const full = Math.min(maxMs, minMs * 2 ** (counted - 1));
    return Math.round(full * (0.5 + random() / 2));
  }

  reset(): void {
    this.#failures = 0;
  }
}
