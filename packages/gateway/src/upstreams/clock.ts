/** Time as the lifecycle of upstreams sees it, so that tests can make it pass. */
export interface Clock {
  now(): number;
  /** Runs something later, unless the returned function is called first. Keeps no process alive. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
