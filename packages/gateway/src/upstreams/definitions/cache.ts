import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@molehill/core/state/files';
import { sha256 } from '../../canonical-json.ts';
import type { UpstreamConfig } from '../../config/upstream-config.ts';
import { type Definitions, definitionsSchema } from './definitions.ts';

/** Directories share the definitions of a shared server. */
export function definitionKey(directory: string, { id, hash, shared }: UpstreamConfig): string {
  return sha256(JSON.stringify([shared ? '' : directory, id, hash]));
}

const defaultLimits = { maxEntries: 500, maxEntryBytes: 8 * 1024 * 1024 };

/**
 * The definitions of servers when they last ran, so that listing starts none. One file per server: a project reads only
 * the files it needs, and concurrent writers need no lock, because each file is replaced as a whole. Above the limit the
 * least recently used files are removed (LRU).
 */
export class DefinitionCache {
  readonly #folder: string;
  readonly #limits: typeof defaultLimits;
  /** What this process read or wrote last: another process may have written the same change already. */
  readonly #texts = new Map<string, string>();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(folder: string, limits = defaultLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  async get(key: string): Promise<Definitions | undefined> {
    const file = this.#fileOf(key);
    const text = await this.#read(file);
    try {
      const definitions = definitionsSchema.parse(JSON.parse(text ?? ''));
      this.#texts.set(file, text ?? '');
      return definitions;
    } catch {
      return undefined;
    }
  }

  /** Returns whether the definitions changed. */
  put(key: string, definitions: Definitions): Promise<boolean> {
    const written = this.#writing.then(() => this.#write(this.#fileOf(key), JSON.stringify(definitions)));
    this.#writing = written.catch(() => {});
    return written;
  }

  async #read(file: string): Promise<string | undefined> {
    return this.#texts.get(file) ?? (await readFile(file, 'utf8').catch(() => undefined));
  }

  async #write(file: string, text: string): Promise<boolean> {
    const before = await this.#read(file);
    this.#texts.set(file, text);
    if (before === text) {
      const now = new Date();
      await utimes(file, now, now).catch(() => {});
      return false;
    }
    if (Buffer.byteLength(text) <= this.#limits.maxEntryBytes) {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await replaceFile(file, text);
      await this.#removeOldest();
    }
    return true;
  }

  async #removeOldest(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    const excess = names.length - this.#limits.maxEntries;
    if (excess <= 0) return;
    const files = names.map((name) => join(this.#folder, name));
    const stats = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
    const aged = files.map((file, index) => ({ file, at: stats[index]?.mtimeMs ?? 0 }));
    for (const { file } of aged.sort((a, b) => a.at - b.at).slice(0, excess)) {
      this.#texts.delete(file);
      await rm(file, { force: true });
    }
  }

  #fileOf(key: string): string {
    return join(this.#folder, `${sha256(key).slice(0, 40)}.json`);
  }
}
