import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { canonicalJson } from '../canonical.ts';
import { type LoadedWithFiles, type LoadOptions, loadWithFiles } from './load.ts';
import type { LoadedConfig, UpstreamConfig } from './upstream-config.ts';

/** Ids by what became of them, so that only the servers concerned are touched. */
export interface ConfigChange {
  readonly config: LoadedConfig;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Something about them is different. */
  readonly changed: readonly string[];
  /** Of the changed ones those that run no longer as they are configured. */
  readonly relaunch: readonly string[];
}

export interface WatchOptions extends LoadOptions {
  /** Folders are watched, and looked at this often where watching misses something. */
  readonly pollMs?: number;
  /** Editors write in several steps; this long nothing may happen before the files are read. */
  readonly settleMs?: number;
}

export interface ConfigWatch {
  readonly current: LoadedConfig;
  /** Looks at once instead of waiting for the next sign. */
  check(): void;
  close(): void;
}

const POLL_MS = 2_000;
const SETTLE_MS = 100;

/** Calls back after each change on disk that makes a difference. */
export function watchUpstreams(options: WatchOptions, onChange: (change: ConfigChange) => void): ConfigWatch {
  return new Watch(options, onChange);
}

class Watch implements ConfigWatch {
  readonly #options: WatchOptions;
  readonly #onChange: (change: ConfigChange) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #poll: NodeJS.Timeout;
  #loaded: LoadedWithFiles;
  #seen: string;
  #settling: NodeJS.Timeout | undefined;

  constructor(options: WatchOptions, onChange: (change: ConfigChange) => void) {
    this.#options = options;
    this.#onChange = onChange;
    this.#loaded = loadWithFiles(options);
    this.#seen = stampOf(this.#loaded.files);
    this.#watchFolders();
    this.#poll = setInterval(() => this.#notice(), options.pollMs ?? POLL_MS).unref();
  }

  get current(): LoadedConfig {
    return this.#loaded.config;
  }

  check(): void {
    const seen = stampOf(this.#loaded.files);
    if (seen === this.#seen) return;
    const before = this.#loaded.config;
    this.#loaded = loadWithFiles(this.#options);
    this.#seen = stampOf(this.#loaded.files);
    this.#watchFolders();
    const change = differenceOf(before, this.#loaded.config);
    if (change) this.#onChange(change);
  }

  close(): void {
    clearInterval(this.#poll);
    clearTimeout(this.#settling);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #notice(): void {
    if (stampOf(this.#loaded.files) === this.#seen) return;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.check(), this.#options.settleMs ?? SETTLE_MS).unref();
  }

  /** A folder that is not there yet is seen to appear by the one above it. */
  #watchFolders(): void {
    const folders = new Set(this.#loaded.files.map((file) => nearestFolder(dirname(file))));
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

  /** The state directory changes with every call: only what leads to one of the files counts. */
  #concerns(folder: string, name: string | null): boolean {
    if (name === null) return true;
    const path = join(folder, name);
    return this.#loaded.files.some((file) => file === path || file.startsWith(path + sep));
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

function stampOf(files: readonly string[]): string {
  return files.map(stampOfFile).join('|');
}

function stampOfFile(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
    return stat ? `${stat.ino}.${stat.mtimeNs}.${stat.size}` : '';
  } catch {
    return 'unreadable';
  }
}

/** Nothing when all is as before. */
function differenceOf(before: LoadedConfig, config: LoadedConfig): ConfigChange | undefined {
  if (canonicalJson(before) === canonicalJson(config)) return undefined;
  const [old, now] = [byId(before), byId(config)];
  const kept = [...now.keys()].filter((id) => old.has(id));
  const differing = (part: (server: UpstreamConfig | undefined) => unknown) =>
    kept.filter((id) => canonicalJson(part(old.get(id))) !== canonicalJson(part(now.get(id))));
  return {
    config,
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    changed: differing((server) => server),
    relaunch: differing((server) => [server?.transport, server?.enabled, server?.shared, server?.hash]),
  };
}

function byId({ servers }: LoadedConfig): ReadonlyMap<string, UpstreamConfig> {
  return new Map(servers.map((server) => [server.id, server]));
}
