import { realpathSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { basename } from 'node:path';
import { coreErrors, isMolehillError, type MolehillError, messageOf } from '../errors.ts';
import { readRegularFileSync } from '../files/regular-file.ts';
import type { Log } from '../log.ts';
import { cachedUntilChanged } from './file-cache.ts';
import { errorCode, filesBeside, placeNew, replaceFile } from './files.ts';
import { parseJsonc } from './jsonc.ts';
import {
  accessError,
  type LockedFile,
  type LockedFileOptions,
  MAX_STATE_SIZE,
  withLockedFile,
} from './locked-file.ts';

export interface JsonStateOptions<T> extends LockedFileOptions {
  readonly schema: StateSchema<T>;
  /** The value while there is no file. */
  readonly empty: T;
  /** The value of a damaged file, from its JSON as far as it could be parsed. Default: `empty`. */
  readonly recover?: (json: unknown) => T;
  /** Keeps a copy of the last good value in `<path>.bak`, which replaces a damaged file. */
  readonly keepBackup?: boolean;
  readonly log?: Log | undefined;
}

/** The part of a zod schema that is used here. */
export interface StateSchema<T> {
  safeParse(json: unknown): { readonly success: true; readonly data: T } | { readonly success: false };
}

/** A JSON file that several processes read and change. Comments are accepted, and lost with the next change. */
export interface JsonState<T> {
  /** Sets a damaged file aside first, where the folder can be written. */
  read(): Promise<T>;
  /** Cached until the file changes. Writes nothing; a file that cannot be read has the value of a damaged one. */
  readSync(): T;
  /** Resolves with the value on disk. Writes nothing when `edit` throws or returns the value it was given. */
  change(edit: (value: T) => T): Promise<T>;
  /** Sentences for the owner about damaged files. */
  problems(): Promise<readonly string[]>;
}

interface Content<T> {
  readonly value: T;
  readonly damage?: string;
  readonly error?: unknown;
}

type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly damage: string; readonly json?: unknown };

export function openJsonState<T>(options: JsonStateOptions<T>): JsonState<T> {
  return new JsonStateFile(options);
}

class JsonStateFile<T> implements JsonState<T> {
  readonly #options: JsonStateOptions<T>;
  readonly #cached: () => Content<T>;
  /** A file that was modified a moment ago is read again, but parsed only when its text differs. */
  #parsed: { readonly text: string; readonly result: Parsed<T> } | undefined;
  /** A mutex: changes of this process wait for each other here and not at the lock, which is polled. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(options: JsonStateOptions<T>) {
    this.#options = options;
    this.#cached = cachedUntilChanged([options.path], () => this.#load());
  }

  async read(): Promise<T> {
    const { value, damage, error } = this.#load();
    if (error !== undefined) throw error;
    if (damage === undefined) return value;
    await this.#exclusively((file) => this.#repair(file)).catch((cause: unknown) => {
      const { path, log } = this.#options;
      log?.warn({ err: cause, path }, 'a damaged file could not be set aside');
    });
    return this.#load().value;
  }

  readSync(): T {
    return this.#cached().value;
  }

  change(edit: (value: T) => T): Promise<T> {
    return this.#exclusively(async (file) => {
      const before = await this.#repair(file);
      const after = edit(before);
      if (after === before) return before;
      const text = print(after);
      await file.replace(text);
      await this.#keepBackup(file.path, text);
      return after;
    });
  }

  async problems(): Promise<readonly string[]> {
    const { damage } = this.#load();
    const path = this.#realPath();
    const aside = await filesBeside(path, /^\.damaged-/);
    return [
      ...(damage === undefined ? [] : [`${path} is damaged (${damage}) and could not be set aside.`]),
      ...aside.map(
        (file) =>
          `A damaged ${basename(path)} was set aside as ${file}. Delete that file when you no longer need its content.`,
      ),
    ];
  }

  #exclusively<R>(work: (file: LockedFile) => Promise<R>): Promise<R> {
    const done = this.#changes.then(() => withLockedFile(this.#options, work));
    this.#changes = done.catch(() => {});
    return done;
  }

  /**
   * The value on disk, after a damaged file was set aside. The damaged file gets its second name before another one
   * takes the first, so that it is never overwritten and never missing.
   */
  async #repair(file: LockedFile): Promise<T> {
    const { value, damage, error } = this.#load();
    if (error !== undefined) throw error;
    if (damage === undefined) return value;
    const aside = `${file.path}.damaged-${new Date().toISOString().replace(/[-:]/g, '')}`;
    try {
      await placeNew(file.path, aside);
      await chmod(aside, 0o600);
      await file.replace(print(value));
    } catch (cause) {
      throw notSetAside(file.path, damage, cause);
    }
    const { log } = this.#options;
    log?.warn({ path: file.path, aside, damage }, `${file.path} was damaged and is kept as ${aside}`);
    return value;
  }

  /** The change is on disk already, so a backup that fails does not fail the change. */
  async #keepBackup(path: string, text: string): Promise<void> {
    if (!this.#options.keepBackup) return;
    await replaceFile(backupOf(path), text).catch((error: unknown) =>
      this.#options.log?.warn({ err: error, path }, 'no backup of the file could be written'),
    );
  }

  #load(): Content<T> {
    const { path, empty, keepBackup, recover = () => empty } = this.#options;
    try {
      const text = readIfPresentSync(path);
      if (text === undefined) return { value: empty };
      if (this.#parsed?.text !== text) this.#parsed = { text, result: this.#parse(text) };
      const parsed = this.#parsed.result;
      if (parsed.ok) return parsed;
      const backup = keepBackup ? this.#loadBackup() : undefined;
      return { value: backup ?? recover(parsed.json), damage: parsed.damage };
    } catch (error) {
      return { value: recover(undefined), error: accessError(path, error) };
    }
  }

  #parse(text: string): Parsed<T> {
    const parsed = parseJson(text);
    if (!parsed.ok) return { ok: false, damage: parsed.problem };
    const checked = this.#options.schema.safeParse(parsed.value);
    if (checked.success) return { ok: true, value: checked.data };
    return { ok: false, damage: 'unexpected content', json: parsed.value };
  }

  #loadBackup(): T | undefined {
    try {
      const parsed = this.#parse(readRegularFileSync(backupOf(this.#realPath()), { limit: MAX_STATE_SIZE }));
      return parsed.ok ? parsed.value : undefined;
    } catch {
      return undefined;
    }
  }

  #realPath(): string {
    try {
      return realpathSync(this.#options.path);
    } catch {
      return this.#options.path;
    }
  }
}

const backupOf = (path: string) => `${path}.bak`;

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The JSON parser of the engine is faster; the other one accepts comments and names positions. */
function parseJson(text: string): ReturnType<typeof parseJsonc> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return parseJsonc(text);
  }
}

function readIfPresentSync(path: string): string | undefined {
  try {
    return readRegularFileSync(path, { limit: MAX_STATE_SIZE });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function notSetAside(path: string, damage: string, cause: unknown): MolehillError {
  if (isMolehillError(cause)) return cause;
  const message = `${path} is damaged (${damage}) and could not be set aside: ${messageOf(cause)}`;
  return coreErrors.fail('E_STORE_DAMAGED', message, { cause, details: { path } });
}
