import { statSync } from 'node:fs';

/** Changes take effect after one to two polls. */
const POLL_MS = 400;

/**
 * Calls back when one of the watched files is created, removed or changed. Files are polled, because folder watches
 * miss changes on some file systems.
 */
export class FileWatch {
  readonly #onChange: () => void;
  readonly #timer: NodeJS.Timeout;
  /** The watched files and their state at the last check. */
  #stamps: ReadonlyMap<string, string> = new Map();
  #polled = '';

  constructor(onChange: () => void, pollMs: number = POLL_MS) {
    this.#onChange = onChange;
    this.#timer = setInterval(() => this.#poll(), pollMs).unref();
  }

  /** Replaces the watched files. */
  watch(files: readonly string[]): void {
    this.#stamps = new Map(files.map((file) => [file, this.#stamps.get(file) ?? stampOf(file)]));
  }

  /** Checks now instead of at the next poll. */
  check(): void {
    const now = new Map([...this.#stamps.keys()].map((file) => [file, stampOf(file)]));
    const isChanged = [...this.#stamps].some(([file, stamp]) => now.get(file) !== stamp);
    this.#stamps = now;
    if (isChanged) this.#onChange();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Programs write a file in several steps, so a change counts once two polls find the same (debounce). */
  #poll(): void {
    const polled = [...this.#stamps.keys()].map(stampOf).join();
    if (polled === this.#polled) this.check();
    this.#polled = polled;
  }
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
