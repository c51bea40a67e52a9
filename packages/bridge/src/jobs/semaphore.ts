import { bridgeErrors } from '../errors.ts';

export interface SemaphoreLimits {
  readonly permits: number;
  readonly maxQueued: number;
}

/** Bounds how much work is in flight. Queued work starts in order, and is removed from the queue when its signal aborts. */
export class Semaphore {
  #inFlight = 0;
  readonly #queue: (() => void)[] = [];
  readonly #limits: SemaphoreLimits;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#inFlight < this.#limits.permits) this.#inFlight++;
    else await this.#enqueue(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #enqueue(signal: AbortSignal): Promise<void> {
    const { permits, maxQueued } = this.#limits;
    if (this.#queue.length >= maxQueued)
      throw bridgeErrors.fail('E_CAPACITY', `${permits} calls are running and ${maxQueued} are queued.`);
    await new Promise<void>((resolve, reject) => {
      const admit = () => {
        signal.removeEventListener('abort', abandon);
        resolve();
      };
      const abandon = () => {
        this.#queue.splice(this.#queue.indexOf(admit), 1);
        reject(signal.reason);
      };
      this.#queue.push(admit);
      signal.addEventListener('abort', abandon, { once: true });
    });
  }

  /** Hands the permit directly to the next in the queue, so that a new arrival cannot overtake it. */
  #release(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#inFlight--;
  }
}
