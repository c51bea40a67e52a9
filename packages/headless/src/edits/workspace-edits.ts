import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '@molehill/core/errors';
import { createId } from '@molehill/core/ids';
import type { Log } from '@molehill/core/log';
import { filesBeside, removeOlderThan } from '@molehill/core/state/files';
import { type Lock, withLock } from '@molehill/core/state/lock';
import { editorErrors } from '@molehill/editor/errors';
import type { AppliedChange, ApplyOptions, WorkspaceChange } from '@molehill/editor/workspace-change';
import { Journal } from './journal.ts';
import { planChange } from './plan.ts';
import { runTransaction, settle, writeFailed } from './transaction.ts';
import type { Leftover } from './undo-step.ts';

/** A change of thousands of files may take this long. */
const LOCK_WAIT_MS = 60_000;
const LEFTOVER_MS = 60_000;

export interface WorkspaceEditsOptions {
  /** Real paths. */
  readonly folders: readonly string[];
  readonly stateRoot: string;
  readonly log: Log;
}

/** Changes of the files of a workspace, one after the other, each of them whole or not at all. */
export class WorkspaceEdits {
  readonly #folders: readonly string[];
  readonly #log: Log;
  /** A folder of the state directory for each repository, with its lock and its journals. */
  readonly #journals: readonly string[];
  #last: Promise<unknown> = Promise.resolve();

  constructor({ folders, stateRoot, log }: WorkspaceEditsOptions) {
    this.#folders = folders;
    this.#log = log;
    // In one order for all processes, so that two of them never wait for each other.
    const roots = [...new Set(folders.map(repositoryOf))].sort();
    this.#journals = roots.map((root) => join(stateRoot, 'edits', keyOf(root)));
  }

  apply(change: WorkspaceChange, { signal }: ApplyOptions): Promise<AppliedChange> {
    return this.#inTurn(async () => {
      signal.throwIfAborted();
      await this.#locked(async (locks) => {
        await this.#recover();
        await this.#apply(change, signal, locks);
      });
      return { saved: true };
    });
  }

  /** Restores what an interrupted process left. */
  recover(): Promise<void> {
    if (!this.#journals.some(Journal.existsIn)) return Promise.resolve();
    return this.#inTurn(() => this.#locked(() => this.#recover()));
  }

  /** Resolves when no change is under way. */
  async idle(): Promise<void> {
    await this.#last;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  async #locked<T>(work: (locks: readonly Lock[]) => Promise<T>, locks: readonly Lock[] = []): Promise<T> {
    const folder = this.#journals[locks.length];
    if (folder === undefined) return work(locks);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'lock');
    return withLock({ path, waitMs: LOCK_WAIT_MS }, async (lock) => {
      for (const file of await filesBeside(path, /^\../)) await removeOlderThan(file, LEFTOVER_MS);
      return this.#locked(work, [...locks, lock]);
    });
  }

  async #apply(change: WorkspaceChange, signal: AbortSignal, locks: readonly Lock[]): Promise<void> {
    const id = createId();
    const beforeFirstChange = async () => {
      for (const lock of locks) await lock.assertHeld();
      signal.throwIfAborted();
    };
    const plan = await planChange(change, this.#folders, id).catch(rethrow);
    if (plan.steps.length === 0) return;
    const journal = await Journal.create(this.#journals[0] ?? '', id, plan.steps).catch(rethrow);
    await runTransaction(plan, journal, { beforeFirstChange, report: this.#report }).catch(rethrow);
    await settle(journal, this.#report).catch((cause: unknown) =>
      this.#log.warn(
        { journal: journal.path, cause: messageOf(cause) },
        'temporary files are left of a change',
      ),
    );
  }

  async #recover(): Promise<void> {
    for (const folder of this.#journals) {
      for await (const journal of Journal.interrupted(folder)) {
        const { path, isDone } = journal;
        await settle(journal, this.#report).catch((cause: unknown) => {
          throw notRecovered(path, cause);
        });
        this.#log.warn(
          { journal: path },
          isDone ? 'finished an interrupted change' : 'undid an interrupted change',
        );
      }
    }
  }

  readonly #report = ({ path, old }: Leftover): void => {
    this.#log.warn({ path, old }, 'a file was changed after an interrupted change, and was left as it is');
  };
}

function rethrow(error: unknown): never {
  throw writeFailed(error);
}

/** Processes that opened a repository and a folder of it change the same files. The folder itself where there is none. */
function repositoryOf(folder: string): string {
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, '.git'))) return root;
    if (root === dirname(root)) return folder;
  }
}

function keyOf(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 16);
}

function notRecovered(journal: string, cause: unknown) {
  const message = `An interrupted change could not be undone: ${messageOf(cause)}. Nothing else was changed.`;
  return editorErrors.fail('E_WRITE_FAILED', message, {
    hint: 'Correct what the message names, then call again.',
    details: { journal },
    cause,
  });
}
