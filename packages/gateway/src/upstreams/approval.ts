import type { UpstreamConfig } from '../config/upstream-config.ts';
import type { Clock } from './clock.ts';

type IsApproved = (config: UpstreamConfig) => boolean;

const CACHED_MS = 250;

/** Caches a positive answer for a moment, because approvals are read from disk. A new configuration is checked at once. */
export class Approval {
  readonly #isApproved: IsApproved | undefined;
  readonly #clock: Clock;
  #last: { readonly config: UpstreamConfig; readonly at: number } | undefined;

  /** Without `isApproved`, every server may run. */
  constructor(isApproved: IsApproved | undefined, clock: Clock) {
    this.#isApproved = isApproved;
    this.#clock = clock;
  }

  holds(config: UpstreamConfig): boolean {
    if (!this.#isApproved) return true;
    const now = this.#clock.now();
    if (this.#last?.config === config && now - this.#last.at < CACHED_MS) return true;
    const approved = this.#isApproved(config);
    this.#last = approved ? { config, at: now } : undefined;
    return approved;
  }
}
