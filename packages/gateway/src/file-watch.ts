import { statSync } from 'node:fs';

/** Changes take effect after one to two polls. */
const POLL_MS = 400;

/**
 * Calls back when one of the watched files is created, removed or changed. Files are polled, because folder watches
 * miss changes on some file systems.
 */
export function createFileWatch(onChange: () => void, pollMs: number = POLL_MS) {
  /** The watched files and their state when they were last accepted, and at the last poll. */
  let accepted: Stamps = new Map();
  let polled: Stamps = new Map();
  const read = (): Stamps => new Map([...accepted.keys()].map((file) => [file, stampOf(file)]));
  const accept = (now: Stamps) => {
    const isChanged = !isSame(now, accepted);
    accepted = now;
    if (isChanged) onChange();
  };
  // Programs write a file in several steps, so a change counts once two polls find the same (debounce).
  const poll = () => {
    const now = read();
    const isStable = isSame(now, polled);
    polled = now;
    if (isStable) accept(now);
  };
  const timer = setInterval(poll, pollMs).unref();
  return {
    /** Replaces the watched files. */
    watch(files: readonly string[]): void {
      accepted = new Map(files.map((file) => [file, accepted.get(file) ?? stampOf(file)]));
    },
    /** Checks now instead of at the next poll. */
    check: () => accept(read()),
    close: () => clearInterval(timer),
  };
}

type Stamps = ReadonlyMap<string, string>;

function isSame(a: Stamps, b: Stamps): boolean {
  return a.size === b.size && [...a].every(([file, stamp]) => b.get(file) === stamp);
}

/** Changes when the file is created, removed, replaced or written to. Reads only its metadata. */
export function stampOf(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
    return stat ? `${stat.ino}.${stat.mtimeNs}.${stat.ctimeNs}.${stat.size}` : 'absent';
  } catch {
    return 'unreadable';
  }
}
