/** A listener that throws does not keep the others from being called. */
export class Listeners<T> {
  readonly #listeners = new Set<(value: T) => void>();

  /** Returns a function that removes the listener. */
  readonly add = (listener: (value: T) => void): (() => void) => {
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  };

  notify(value: T, onError: (error: unknown) => void): void {
    for (const listener of this.#listeners) {
      try {
        listener(value);
      } catch (error) {
        onError(error);
      }
    }
  }
}
