export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

export type ProgressListener = (progress: Progress) => void;

/** Small enough that heartbeats never exceed the handler's next report. */
const HEARTBEAT_STEP = 1e-6;

/**
 * Forwards a handler's progress, and sends heartbeats while it reports none. MCP requires every report to
 * increase, so a smaller one is raised above the last. Nothing is sent after the end.
 */
export function startProgress(listener: ProgressListener | undefined, heartbeatMs: number) {
  if (!listener) return { report: () => {}, stop: () => {} };
  const started = Date.now();
  let last: number | undefined;
  let total: number | undefined;
  let stopped = false;

  const send = (done: number, message: string | undefined) => {
    last = isUsable(done) && (last === undefined || done > last) ? done : justAbove(last);
    listener({
      done: last,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    });
  };
  const beat = () =>
    send(justAbove(Math.max(last ?? 0, 0)), `still working, ${Math.round((Date.now() - started) / 1000)} s`);
  const timer = setInterval(beat, heartbeatMs);
  timer.unref();
  return {
    report(done: number, of?: number, message?: string) {
      if (stopped) return;
      if (of !== undefined && isUsable(of)) total = of;
      timer.refresh();
      send(done, message);
    },
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
}

function isUsable(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Adding a tiny step to a large number would not change it, so the step grows with the number. */
function justAbove(value: number | undefined): number {
  if (value === undefined) return 0;
  return value + Math.max(HEARTBEAT_STEP, Math.abs(value) * Number.EPSILON);
}
