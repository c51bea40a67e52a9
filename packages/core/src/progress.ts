export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

export type ProgressListener = (progress: Progress) => void;

/** Small enough that heartbeats between two reports of a handler never overtake the next one. */
const HEARTBEAT_STEP = 1e-6;

/**
 * Passes a handler's progress on and, while it says nothing, tells that it is still at work. MCP wants every report to
 * be larger than the one before, so what is not is lifted above it.
 */
export function startProgress(listener: ProgressListener | undefined, heartbeatMs: number) {
  if (!listener) return { report: () => {}, stop: () => {} };
  const started = Date.now();
  let last = Number.NEGATIVE_INFINITY;
  let total: number | undefined;

  const send = (done: number, message: string | undefined) => {
    last = done > last ? done : last + HEARTBEAT_STEP;
    listener({
      done: last,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    });
  };
  const beat = () =>
    send(Math.max(last, 0) + HEARTBEAT_STEP, `still working, ${Math.round((Date.now() - started) / 1000)} s`);
  const timer = setInterval(beat, heartbeatMs);
  timer.unref();
  return {
    report(done: number, of?: number, message?: string) {
      total = of ?? total;
      timer.refresh();
      send(done, message);
    },
    stop: () => clearInterval(timer),
  };
}
