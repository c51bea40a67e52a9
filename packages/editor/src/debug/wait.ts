export interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Listeners that are called after each change. */
export class Changes {
  readonly #listeners = new Set<() => void>();

  notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * The first value that the condition has, now or after a change; undefined where the time is over first.
   * Rejects with the reason of the signal.
   */
  wait<T>(condition: () => T | undefined, { timeoutMs, signal }: WaitOptions): Promise<T | undefined> {
    const now = condition();
    if (now !== undefined) return Promise.resolve(now);
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        unsubscribe();
        signal.removeEventListener('abort', abort);
        settle();
      };
      const abort = () => finish(() => reject(signal.reason));
      const timer = setTimeout(() => finish(() => resolve(undefined)), timeoutMs);
      const unsubscribe = this.subscribe(() => {
        const value = condition();
        if (value !== undefined) finish(() => resolve(value));
      });
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
    });
  }
}
