import { type Dirent, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stampFrom } from './file-stamp.ts';

export interface FileChange {
  readonly path: string;
  readonly kind: 'created' | 'changed' | 'deleted';
}

interface Folder {
  /** By name: what changes when the file is written. */
  readonly files: Map<string, string>;
  readonly folders: Set<string>;
  /** Names that an event was received for. */
  readonly touched: Set<string>;
  watcher: FSWatcher | undefined;
  isDirty: boolean;
}

/** Folders of installed and generated files. */
export const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '__pycache__']);
const MOST_ENTRIES = 50_000;
const ENTRIES_PER_TURN = 2_000;
/** The kernel drops events when very many files change at once. */
const FULL_SCAN_MS = 60_000;
/** Linux queues an event before a write returns; other systems report it later, so there all files are compared. */
const canWatch = process.platform === 'linux';
/** Two writes within the resolution of the file system's clock cannot be told apart. */
const CLOCK_MS = 20;

/**
 * The tracked files below a folder, and what changed since the last look. Folders are watched, so that a look costs
 * nothing where nothing changed. Hidden and installed files are left out.
 */
export class FileTree {
  readonly #root: string;
  readonly #isTracked: (name: string) => boolean;
  readonly #folders = new Map<string, Folder>();
  #entries = 0;
  readonly #most: number;
  #isComplete = true;
  #fullScanAt = 0;
  #isClosed = false;

  constructor(root: string, isTracked: (name: string) => boolean, most = MOST_ENTRIES) {
    this.#root = root;
    this.#most = most;
    this.#isTracked = isTracked;
  }

  /** False where the folder has too many files to track them all. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  has(folder: string, name: string): boolean {
    return this.#folders.get(folder)?.files.has(name) ?? false;
  }

  *paths(): Generator<string> {
    for (const [path, { files }] of this.#folders) for (const name of files.keys()) yield join(path, name);
  }

  /** Not to be called again before it has resolved. */
  async changes(): Promise<FileChange[]> {
    const changes: FileChange[] = [];
    if (this.#isClosed) return changes;
    if (this.#folders.size === 0) {
      this.#fullScanAt = performance.now();
      await this.#scan([this.#root], changes);
      return changes;
    }
    // The first turn may follow events that were read before the write; the second has polled again.
    await nextTurn();
    await nextTurn();
    await this.#scan(this.#dirty(), changes);
    return changes;
  }

  close(): void {
    this.#isClosed = true;
    for (const { watcher } of this.#folders.values()) watcher?.close();
    this.#folders.clear();
  }

  #dirty(): string[] {
    const now = performance.now();
    const isAll = now - this.#fullScanAt > FULL_SCAN_MS;
    if (isAll) this.#fullScanAt = now;
    return [...this.#folders].flatMap(([path, folder]) =>
      isAll || folder.isDirty || !folder.watcher ? [path] : [],
    );
  }

  async #scan(paths: readonly string[], changes: FileChange[]): Promise<void> {
    const queue = [...paths];
    let entries = 0;
    for (let path = queue.pop(); path !== undefined && !this.#isClosed; path = queue.pop()) {
      const folder = this.#folders.get(path) ?? this.#add(path);
      if (!folder) continue;
      folder.isDirty = false;
      const listed = entriesOf(path);
      if (!listed) {
        this.#remove(path, changes);
        continue;
      }
      queue.push(...this.#compareFolders(path, folder, listed, changes));
      this.#compareFiles(path, folder, listed, changes);
      entries += listed.length;
      if (entries > ENTRIES_PER_TURN) {
        entries = 0;
        await nextTurn();
      }
    }
  }

  #add(path: string): Folder | undefined {
    if (this.#entries > this.#most) {
      this.#isComplete = false;
      return undefined;
    }
    const folder: Folder = {
      files: new Map(),
      folders: new Set(),
      touched: new Set(),
      watcher: undefined,
      isDirty: true,
    };
    this.#folders.set(path, folder);
    this.#watch(path, folder);
    return folder;
  }

  #watch(path: string, folder: Folder): void {
    if (!canWatch) return;
    try {
      const watcher = watch(path, { persistent: false }, (_, name) => {
        folder.isDirty = true;
        if (name !== null) folder.touched.add(name);
      });
      folder.watcher = watcher;
      watcher.on('error', () => {
        folder.watcher = undefined;
      });
    } catch {
      // Too many watched folders: this one is compared each time.
    }
  }

  /** Returns the new folders. */
  #compareFolders(path: string, folder: Folder, listed: readonly Dirent[], changes: FileChange[]): string[] {
    const names = new Set(listed.filter(isSearched).map(({ name }) => name));
    for (const name of folder.folders) {
      if (names.has(name)) continue;
      folder.folders.delete(name);
      this.#remove(join(path, name), changes);
    }
    const added = [...names].filter((name) => !folder.folders.has(name));
    for (const name of added) folder.folders.add(name);
    return added.map((name) => join(path, name));
  }

  #compareFiles(path: string, folder: Folder, listed: readonly Dirent[], changes: FileChange[]): void {
    const { files, touched } = folder;
    const before = new Set(files.keys());
    for (const entry of listed) {
      if (entry.isDirectory() || !this.#isTracked(entry.name)) continue;
      const file = join(path, entry.name);
      const stamp = stampOfFile(file, folder.watcher !== undefined);
      if (stamp === undefined) continue;
      const old = files.get(entry.name);
      before.delete(entry.name);
      files.set(entry.name, stamp);
      if (old === undefined) changes.push({ path: file, kind: 'created' });
      else if (old !== stamp || touched.has(entry.name)) changes.push({ path: file, kind: 'changed' });
      if (old === undefined) this.#entries += 1;
    }
    touched.clear();
    for (const name of before) this.#forget(path, folder, name, changes);
  }

  #forget(path: string, { files }: Folder, name: string, changes: FileChange[]): void {
    files.delete(name);
    this.#entries -= 1;
    changes.push({ path: join(path, name), kind: 'deleted' });
  }

  #remove(path: string, changes: FileChange[]): void {
    const folder = this.#folders.get(path);
    if (!folder) return;
    this.#folders.delete(path);
    folder.watcher?.close();
    for (const name of [...folder.files.keys()]) this.#forget(path, folder, name, changes);
    for (const name of folder.folders) this.#remove(join(path, name), changes);
  }
}

function isSearched(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name);
}

function entriesOf(path: string): Dirent[] | undefined {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

function stampOfFile(path: string, isWatched: boolean): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stat?.isFile()) return undefined;
  if (!isWatched && Date.now() - Number(stat.mtimeMs) < CLOCK_MS) return `unsure ${performance.now()}`;
  return stampFrom(stat);
}
