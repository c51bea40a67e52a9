import { bridgeErrors } from '../errors.ts';

export interface SlotLimits {
  readonly most: number;
  readonly mostWaiting: number;
}

/** Lets so many in at a time and the others in the order they came. Who no longer wants to wait leaves by its signal. */
export class Slots {
  #inside = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #limits: SlotLimits;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw signal.reason;
    if (this.#inside < this.#limits.most) {
      this.#inside++;
      return;
    }
    if (this.#waiting.length >= this.#limits.mostWaiting) throw busy(this.#limits);
    await this.#wait(signal);
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const admit = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1);
        reject(signal.reason);
      };
      this.#waiting.push(admit);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** The place goes straight to the next one, so nobody who comes just now gets in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#inside--;
  }
}

function busy({ most, mostWaiting }: SlotLimits) {
  return bridgeErrors.fail('E_BUSY', `${most} calls are running and ${mostWaiting} are waiting.`);
}
