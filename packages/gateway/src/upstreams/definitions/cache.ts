import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@molehill/core/state/files';
import { canonicalJson, sha256 } from '../../canonical.ts';
import type { UpstreamConfig } from '../../config/upstream-config.ts';
import { type Definitions, definitionsSchema } from './definitions.ts';

export interface DefinitionKey {
  readonly directory: string;
  readonly server: string;
  readonly hash: string;
}

/** What servers said about themselves when they last ran, so that listing starts none. */
export interface DefinitionCache {
  get(key: DefinitionKey): Promise<Definitions | undefined>;
  /** True when it differs from what was there. */
  put(key: DefinitionKey, definitions: Definitions): Promise<boolean>;
}

export interface DefinitionCacheOptions {
  readonly mostEntries?: number;
  readonly mostEntryBytes?: number;
}

const MOST_ENTRIES = 500;
const MOST_ENTRY_BYTES = 8 * 1024 * 1024;

/** A shared server is one for all directories, and so is what it said. */
export function definitionKey(directory: string, { id, hash, shared }: UpstreamConfig): DefinitionKey {
  return { directory: shared ? '' : directory, server: id, hash };
}

/**
 * A folder with a file for each server: a project reads only what it needs, and processes that write at the same time
 * need no lock, because each file is replaced as a whole.
 */
export function createDefinitionCache(folder: string, options: DefinitionCacheOptions = {}): DefinitionCache {
  return new FolderCache(folder, options);
}

class FolderCache implements DefinitionCache {
  readonly #folder: string;
  readonly #mostEntries: number;
  readonly #mostEntryBytes: number;
  readonly #texts = new Map<string, string>();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(folder: string, options: DefinitionCacheOptions) {
    this.#folder = folder;
    this.#mostEntries = options.mostEntries ?? MOST_ENTRIES;
    this.#mostEntryBytes = options.mostEntryBytes ?? MOST_ENTRY_BYTES;
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
    if (Buffer.byteLength(text) <= this.#mostEntryBytes) {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await replaceFile(file, text);
      await this.#forgetOldest();
    }
    return true;
  }

  async #forgetOldest(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    if (names.length <= this.#mostEntries) return;
    const files = names.map((name) => join(this.#folder, name));
    const aged = await Promise.all(files.map(async (file) => ({ file, at: await modifiedAt(file) })));
    const oldest = aged.sort((a, b) => a.at - b.at).slice(0, names.length - this.#mostEntries);
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
