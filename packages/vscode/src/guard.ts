import type { Log } from '@molehill/core/log';

/** Runs what VS Code calls. An error is logged and ends there: other parts of the window go on. */
export class Guard {
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The function without its errors: it returns undefined in place of them. */
  wrap<A extends readonly unknown[], R>(
    part: string,
    work: (...args: A) => R,
  ): (...args: A) => R | Promise<Awaited<R> | undefined> | undefined {
    return (...args) => {
      try {
        const result = work(...args);
        return result instanceof Promise
          ? result.catch((error: unknown) => this.#report(part, error))
          : result;
      } catch (error) {
        return this.#report(part, error);
      }
    };
  }

  #report(part: string, error: unknown): undefined {
    this.#log.error({ err: error }, `${part} failed`);
  }
}
