import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { dirname, join, sep } from 'node:path';

export interface FileWatchOptions {
  /** Files are polled too, because watching folders misses changes on some file systems. */
  readonly pollMs?: number;
  /** A folder with constant writes: its files are only polled. */
  readonly busyFolder?: string;
  /** Debounce: programs write a file in several steps. */
  readonly debounceMs?: number;
}

const POLL_MS = 1_000;
const DEBOUNCE_MS = 100;

/** Calls back when one of the watched files is created, removed or changed. */
export class FileWatch {
  readonly #onChange: () => void;
  readonly #debounceMs: number;
  readonly #busyFolder: string | undefined;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #poll: NodeJS.Timeout;
  /** The watched files and their state at the last check. */
  #stamps: ReadonlyMap<string, string> = new Map();
  #debounce: NodeJS.Timeout | undefined;

  constructor(onChange: () => void, options: FileWatchOptions = {}) {
    this.#onChange = onChange;
    this.#debounceMs = options.debounceMs ?? DEBOUNCE_MS;
    this.#busyFolder = options.busyFolder;
    this.#poll = setInterval(() => this.#scheduleCheck(), options.pollMs ?? POLL_MS).unref();
  }

  /** Replaces the watched files. */
  watch(files: readonly string[]): void {
    this.#stamps = new Map(files.map((file) => [file, this.#stamps.get(file) ?? stampOf(file)]));
    this.#watchFolders();
  }

  /** Checks now instead of at the next event. */
  check(): void {
    if (!this.#isChanged()) return;
    this.#stamps = new Map([...this.#stamps.keys()].map((file) => [file, stampOf(file)]));
    this.#watchFolders();
    this.#onChange();
  }

  close(): void {
    clearInterval(this.#poll);
    clearTimeout(this.#debounce);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #isChanged(): boolean {
    return [...this.#stamps].some(([file, stamp]) => stampOf(file) !== stamp);
  }

  #scheduleCheck(): void {
    if (!this.#isChanged()) return;
    clearTimeout(this.#debounce);
    this.#debounce = setTimeout(() => this.check(), this.#debounceMs).unref();
  }

  /** A folder that does not exist yet is detected by watching its nearest existing parent. */
  #watchFolders(): void {
    const folders = new Set([...this.#stamps.keys()].map((file) => nearestFolder(dirname(file))));
    if (this.#busyFolder !== undefined) folders.delete(this.#busyFolder);
    for (const [folder, watcher] of this.#watchers) if (!folders.has(folder)) this.#unwatch(folder, watcher);
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#watchFolder(folder);
  }

  #watchFolder(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (this.#affectsFile(folder, name)) this.#scheduleCheck();
      });
      watcher.on('error', () => this.#unwatch(folder, watcher));
      this.#watchers.set(folder, watcher);
    } catch {
      // No watches left, or none on this file system: polling detects the change.
    }
  }

  #affectsFile(folder: string, name: string | null): boolean {
    if (name === null) return true;
    const path = join(folder, name);
    return [...this.#stamps.keys()].some((file) => file === path || file.startsWith(path + sep));
  }

  #unwatch(folder: string, watcher: FSWatcher): void {
    watcher.close();
    this.#watchers.delete(folder);
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

function nearestFolder(folder: string): string {
  const above = dirname(folder);
  return existsSync(folder) || above === folder ? folder : nearestFolder(above);
}
