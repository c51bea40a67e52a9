import { readFileSync } from 'node:fs';

export interface Lifecycle {
  /** Shuts the process down; only the first call counts. */
  stop(reason: string): void;
  readonly stopped: Promise<string>;
}

export interface LifecycleOptions {
  /** Closes all resources. */
  close(reason: string): Promise<void>;
  /** Timeout of `close`, after which the process exits anyway. */
  readonly closeWithinMs?: number;
  readonly exit?: (code: number) => void;
}

const CLOSE_WITHIN_MS = 1_200;
const PARENT_CHECK_MS = 400;
const INIT = 1;

/** Shuts the process down within two seconds after the client disconnects, the parent dies or a signal arrives. */
export function startLifecycle(options: LifecycleOptions): Lifecycle {
  const exit = options.exit ?? ((code) => process.exit(code));
  let stopping = false;
  let settle: (reason: string) => void = () => {};
  const stopped = new Promise<string>((resolve) => {
    settle = resolve;
  });

  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    const force = setTimeout(() => exit(0), options.closeWithinMs ?? CLOSE_WITHIN_MS);
    options
      .close(reason)
      .catch(() => {})
      .finally(() => {
        clearTimeout(force);
        settle(reason);
        exit(0);
      });
  };

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => stop(signal));
  watchParent(() => stop('the parent process is gone'));
  return { stop, stopped };
}

/** A parent killed with SIGKILL sends no signal, but its children get another parent. */
function watchParent(onGone: () => void): void {
  const family = ancestors();
  if (process.ppid <= INIT) return;
  setInterval(() => {
    if (ancestors() !== family) onGone();
  }, PARENT_CHECK_MS).unref();
}

/** npm starts a shell that outlives npm, so under npm the grandparent is watched too. */
function ancestors(): string {
  const parent = process.ppid;
  return process.env.npm_lifecycle_event ? `${parent} ${parentOf(parent)}` : `${parent}`;
}

/** Linux only; elsewhere constant. */
function parentOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    return '';
  }
}
