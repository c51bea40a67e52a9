import type { UpstreamConfig } from '../config/upstream-config.ts';
import type { Clock } from './clock.ts';

type IsApproved = (config: UpstreamConfig) => boolean;

const HOLDS_MS = 250;

/** Whether a server may run. It is looked up on disk, and so not for each of a thousand calls; a new configuration is at once. */
export class Approval {
  readonly #isApproved: IsApproved | undefined;
  readonly #clock: Clock;
  #last: { readonly config: UpstreamConfig; readonly at: number } | undefined;

  /** Without a question to ask, everything may. */
  constructor(isApproved: IsApproved | undefined, clock: Clock) {
    this.#isApproved = isApproved;
    this.#clock = clock;
  }

  holds(config: UpstreamConfig): boolean {
    if (!this.#isApproved) return true;
    const now = this.#clock.now();
    if (this.#last?.config === config && now - this.#last.at < HOLDS_MS) return true;
    const approved = this.#isApproved(config);
    this.#last = approved ? { config, at: now } : undefined;
    return approved;
  }
}
