import { statSync } from 'node:fs';

/** Changes take effect after one to two polls. */
const POLL_MS = 400;

/**
 * Calls back when one of the watched files is created, removed or changed. Files are polled, because folder watches
 * miss changes on some file systems.
 */
export function createFileWatch(onChange: () => void, pollMs: number = POLL_MS) {
  /** The watched files and their state at the last check. */
  let stamps: ReadonlyMap<string, string> = new Map();
  let polled = '';
  const check = () => {
    const now = new Map([...stamps.keys()].map((file) => [file, stampOf(file)]));
    const isChanged = [...stamps].some(([file, stamp]) => now.get(file) !== stamp);
    stamps = now;
    if (isChanged) onChange();
  };
  // Programs write a file in several steps, so a change counts once two polls find the same (debounce).
  const poll = () => {
    const before = polled;
    polled = [...stamps.keys()].map(stampOf).join();
    if (polled === before) check();
  };
  const timer = setInterval(poll, pollMs).unref();
  return {
    /** Replaces the watched files. */
    watch(files: readonly string[]): void {
      stamps = new Map(files.map((file) => [file, stamps.get(file) ?? stampOf(file)]));
    },
    /** Checks now instead of at the next poll. */
    check,
    close: () => clearInterval(timer),
  };
}

/** Changes when the file is created, removed, replaced or written to. */
function stampOf(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
    return stat ? `${stat.ino}.${stat.mtimeNs}.${stat.size}` : 'absent';
  } catch {
    return 'unreadable';
  }
}
