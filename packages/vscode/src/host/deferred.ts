export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** A promise that is settled from outside. */
export function deferred<T>(): Deferred<T> {
  let [resolve, reject]: [(value: T) => void, (error: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((accept, refuse) => {
    [resolve, reject] = [accept, refuse];
  });
  return { promise, resolve, reject };
}
