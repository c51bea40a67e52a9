import { readFileSync } from 'node:fs';

export interface Lifecycle {
  /** Ends the process in order; the first reason counts. */
  stop(reason: string): void;
  readonly stopped: Promise<string>;
}

export interface LifecycleOptions {
  /** Closes everything that is open. */
  close(reason: string): Promise<void>;
  /** How long closing may take before the process ends without it. */
  readonly closeWithinMs?: number;
  readonly exit?: (code: number) => void;
}

const CLOSE_WITHIN_MS = 1_200;
const PARENT_CHECK_MS = 400;
const INIT = 1;

/** A closed client, a dead parent or a signal ends this process, with everything it opened, within two seconds. */
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

/** A parent killed with SIGKILL tells nobody; its children are handed to another one, and that shows. */
function watchParent(onGone: () => void): void {
  const family = ancestors();
  if (process.ppid <= INIT) return;
  setInterval(() => {
    if (ancestors() !== family) onGone();
  }, PARENT_CHECK_MS).unref();
}

/** npm puts a shell between itself and what it runs, and the shell outlives npm: there the parent's parent counts too. */
function ancestors(): string {
  const parent = process.ppid;
  return process.env.npm_lifecycle_event ? `${parent} ${parentOf(parent)}` : `${parent}`;
}

/** Known on Linux; elsewhere always the same, so that it never counts as a change. */
function parentOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    return '';
  }
}
