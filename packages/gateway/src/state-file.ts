import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { coreErrors } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import { placeNew, replaceFile } from '@molehill/core/state/files';
import { type Lock, withLock } from '@molehill/core/state/lock';
import { ABSENT, stampOf } from './file-stamp.ts';

export interface StateFileOptions<T> {
  readonly path: string;
  /** Nothing when the content is not what this file holds. */
  parse(value: unknown): T | undefined;
  /** What counts before the file was ever written. */
  readonly initial: T;
  /** What counts when the file is damaged. It must grant nothing: damage may be somebody's doing. */
  readonly afterDamage: T;
  readonly log: Log;
}

type Content<T> = { readonly value: T; readonly damaged: boolean };

/** A small JSON document of the state directory that several processes read and change. */
export class StateFile<T> {
  readonly #options: StateFileOptions<T>;
  #cached: { readonly version: string; readonly content: Content<T> } | undefined;

  constructor(options: StateFileOptions<T>) {
    this.#options = options;
  }

  /** As it is on disk now; read again only after somebody wrote it. */
  read(): T {
    return this.#content().value;
  }

  /** Resolves with what is on disk afterwards. Nothing is written where `edit` gives back what it was given. */
  async change(edit: (value: T) => T): Promise<T> {
    const { path } = this.#options;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return withLock({ path: `${path}.lock` }, async (lock) => {
      const { value, damaged } = this.#content();
      const next = edit(value);
      if (next === value && !damaged) return value;
      if (damaged) await this.#setAside();
      await replaceFile(path, `${JSON.stringify(next, null, 1)}\n`, () => assertHeld(lock, path));
      return next;
    });
  }

  #content(): Content<T> {
    const version = stampOf(this.#options.path);
    if (version === ABSENT) return { value: this.#options.initial, damaged: false };
    if (this.#cached?.version !== version) this.#cached = { version, content: this.#load() };
    return this.#cached.content;
  }

  #load(): Content<T> {
    const { path, parse, afterDamage } = this.#options;
    try {
      const value = parse(JSON.parse(readFileSync(path, 'utf8')));
      if (value !== undefined) return { value, damaged: false };
    } catch {
      // Told by whoever sets it aside.
    }
    return { value: afterDamage, damaged: true };
  }

  async #setAside(): Promise<void> {
    const { path, log } = this.#options;
    const kept = `${path}.damaged-${new Date().toISOString().replace(/[-:]/g, '')}`;
    await placeNew(path, kept);
    log.warn({ path, kept }, `a file of the gateway was damaged and is kept as ${kept}`);
  }
}

async function assertHeld(lock: Lock, path: string): Promise<void> {
  if (await lock.isHeld()) return;
  throw coreErrors.fail('E_STORE_LOCKED', `Another process took over ${path} while this one stood still.`);
}
