import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@molehill/core/state/files';
import { canonicalJson, sha256 } from '../../canonical-json.ts';
import type { UpstreamConfig } from '../../config/upstream-config.ts';
import { type Definitions, definitionsSchema } from './definitions.ts';

export interface DefinitionKey {
  readonly directory: string;
  readonly server: string;
  readonly hash: string;
}

/** The definitions of servers when they last ran, so that listing starts none. */
export interface DefinitionCache {
  get(key: DefinitionKey): Promise<Definitions | undefined>;
  /** Returns whether the definitions changed. */
  put(key: DefinitionKey, definitions: Definitions): Promise<boolean>;
}

export interface DefinitionCacheOptions {
  readonly maxEntries?: number;
  readonly maxEntryBytes?: number;
}

const MAX_ENTRIES = 500;
const MAX_ENTRY_BYTES = 8 * 1024 * 1024;

/** Directories share the definitions of a shared server. */
export function definitionKey(directory: string, { id, hash, shared }: UpstreamConfig): DefinitionKey {
  return { directory: shared ? '' : directory, server: id, hash };
}

/**
 * One file per server: a project reads only the files it needs, and concurrent writers need no lock, because each file
 * is replaced as a whole. Above the limit the least recently used files are removed (LRU).
 */
export function createDefinitionCache(folder: string, options: DefinitionCacheOptions = {}): DefinitionCache {
  return new FolderCache(folder, options);
}

class FolderCache implements DefinitionCache {
  readonly #folder: string;
  readonly #maxEntries: number;
  readonly #maxEntryBytes: number;
  readonly #texts = new Map<string, string>();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(folder: string, options: DefinitionCacheOptions) {
    this.#folder = folder;
    this.#maxEntries = options.maxEntries ?? MAX_ENTRIES;
    this.#maxEntryBytes = options.maxEntryBytes ?? MAX_ENTRY_BYTES;
  }

  async get(key: DefinitionKey): Promise<Definitions | undefined> {
    const file = this.#fileOf(key);
    const text = this.#texts.get(file) ?? (await readFile(file, 'utf8').catch(() => undefined));
    const definitions = text === undefined ? undefined : parse(text);
    if (text !== undefined && definitions) this.#texts.set(file, text);
    return definitions;
  }

  put(key: DefinitionKey, definitions: Definitions): Promise<boolean> {
    const written = this.#writing.then(() => this.#write(this.#fileOf(key), JSON.stringify(definitions)));
    this.#writing = written.catch(() => {});
    return written;
  }

  async #write(file: string, text: string): Promise<boolean> {
    const before = this.#texts.get(file) ?? (await readFile(file, 'utf8').catch(() => undefined));
    this.#texts.set(file, text);
    if (before === text) {
      await touch(file);
      return false;
    }
    if (Buffer.byteLength(text) <= this.#maxEntryBytes) {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await replaceFile(file, text, async () => {});
      await this.#removeOldest();
    }
    return true;
  }

  async #removeOldest(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    if (names.length <= this.#maxEntries) return;
    const files = names.map((name) => join(this.#folder, name));
    const aged = await Promise.all(files.map(async (file) => ({ file, at: await modifiedAt(file) })));
    const oldest = aged.sort((a, b) => a.at - b.at).slice(0, names.length - this.#maxEntries);
    for (const { file } of oldest) {
      this.#texts.delete(file);
      await rm(file, { force: true });
    }
  }

  #fileOf({ directory, server, hash }: DefinitionKey): string {
    return join(this.#folder, `${sha256(canonicalJson([directory, server, hash])).slice(0, 40)}.json`);
  }
}

function parse(text: string): Definitions | undefined {
  try {
    return definitionsSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => {});
}

function modifiedAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
