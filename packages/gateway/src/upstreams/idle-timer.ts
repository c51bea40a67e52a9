import type { Clock } from './clock.ts';

/** Calls back when there has been no lease for a while. */
export class IdleTimer {
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #leases = 0;
  #cancel = () => {};

  constructor(clock: Clock, idleMs: number, onIdle: () => void) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
  }

  /** Returns a function that releases the lease. */
  lease(): () => void {
    this.#leases += 1;
    this.#cancel();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#leases -= 1;
      this.restart();
    };
  }

  restart(): void {
    this.#cancel();
    if (this.#leases === 0) this.#cancel = this.#clock.after(this.#idleMs, this.#onIdle);
  }

  stop(): void {
    this.#cancel();
  }
}
