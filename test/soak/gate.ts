/** Lets the load pass, or holds it back until nothing is in flight. */
export class Gate {
  #inFlight = 0;
  #opened: Promise<void> | undefined;
  #open = () => {};
  #onIdle = () => {};

  async pass<T>(work: () => Promise<T>): Promise<T> {
    while (this.#opened) await this.#opened;
    this.#inFlight += 1;
    try {
      return await work();
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#onIdle();
    }
  }

  /** Runs work while nothing else is in flight. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
    try {
      if (this.#inFlight > 0)
        await new Promise<void>((resolve) => {
          this.#onIdle = resolve;
        });
      return await work();
    } finally {
      this.#onIdle = () => {};
      this.#opened = undefined;
      this.#open();
    }
  }
}
