import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { stampOf } from './file-stamp.ts';

export interface FileWatchOptions {
  /** Folders are watched, and looked at this often where watching misses something. */
  readonly pollMs?: number;
  /** A folder that is written to all the time: watching it would cost more than looking at the files in it. */
  readonly busyFolder?: string;
  /** Programs write in several steps; this long nothing may happen before the change is told. */
  readonly settleMs?: number;
}

const POLL_MS = 1_000;
const SETTLE_MS = 100;

/** Tells when one of the files it follows came, went, or became another. */
export class FileWatch {
  readonly #onChange: () => void;
  readonly #settleMs: number;
  readonly #busyFolder: string | undefined;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #poll: NodeJS.Timeout;
  /** The files that are followed, as they were when last looked at. */
  #stamps: ReadonlyMap<string, string> = new Map();
  #settling: NodeJS.Timeout | undefined;

  constructor(onChange: () => void, options: FileWatchOptions = {}) {
    this.#onChange = onChange;
    this.#settleMs = options.settleMs ?? SETTLE_MS;
    this.#busyFolder = options.busyFolder;
    this.#poll = setInterval(() => this.#notice(), options.pollMs ?? POLL_MS).unref();
  }

  /** From now on exactly these. */
  follow(files: readonly string[]): void {
    this.#stamps = new Map(files.map((file) => [file, this.#stamps.get(file) ?? stampOf(file)]));
    this.#watchFolders();
  }

  /** Looks at once instead of waiting for the next sign. */
  check(): void {
    if (!this.#isChanged()) return;
    this.#stamps = new Map([...this.#stamps.keys()].map((file) => [file, stampOf(file)]));
    this.#watchFolders();
    this.#onChange();
  }

  close(): void {
    clearInterval(this.#poll);
    clearTimeout(this.#settling);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #isChanged(): boolean {
    return [...this.#stamps].some(([file, stamp]) => stampOf(file) !== stamp);
  }

  #notice(): void {
    if (!this.#isChanged()) return;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.check(), this.#settleMs).unref();
  }

  /** A folder that is not there yet is seen to appear by the one above it. */
  #watchFolders(): void {
    const folders = new Set([...this.#stamps.keys()].map((file) => nearestFolder(dirname(file))));
    if (this.#busyFolder !== undefined) folders.delete(this.#busyFolder);
    for (const [folder, watcher] of this.#watchers) if (!folders.has(folder)) this.#forget(folder, watcher);
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#watch(folder);
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (this.#concerns(folder, name)) this.#notice();
      });
      watcher.on('error', () => this.#forget(folder, watcher));
      this.#watchers.set(folder, watcher);
    } catch {
      // Out of watches, or a file system without them: the poll sees it a little later.
    }
  }

  /** Only what leads to one of the files counts. */
  #concerns(folder: string, name: string | null): boolean {
    if (name === null) return true;
    const path = join(folder, name);
    return [...this.#stamps.keys()].some((file) => file === path || file.startsWith(path + sep));
  }

  #forget(folder: string, watcher: FSWatcher): void {
    watcher.close();
    this.#watchers.delete(folder);
  }
}

function nearestFolder(folder: string): string {
  const above = dirname(folder);
  return existsSync(folder) || above === folder ? folder : nearestFolder(above);
}
