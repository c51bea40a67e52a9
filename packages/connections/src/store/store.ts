import { chmod, mkdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { coreErrors, isMolehillError, type MolehillError, messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import { errorCode, filesBeside, placeNew, removeOlderThan, replaceFile } from '@molehill/core/state/files';
import { type Lock, withLock } from '@molehill/core/state/lock';
import { connectionErrors } from '../errors.ts';
import { type ConnectionsDocument, parseDocument, printDocument, readIfThere } from './document.ts';

interface StoreContent {
  readonly entries: readonly unknown[];
  /** What the owner of the store should know about it. */
  readonly problems: readonly string[];
}

/** Connections on disk, shared by all processes that know the path. */
export interface Store {
  read(): Promise<StoreContent>;
  /** Resolves when the change is on disk. What `edit` throws comes back, and nothing has changed. */
  change(edit: (entries: readonly unknown[]) => readonly unknown[]): Promise<void>;
}

export interface StoreOptions {
  readonly path: string;
  readonly log: Log;
  readonly lockWaitMs?: number | undefined;
}

const LEFTOVER_MS = 60_000;
const EMPTY: ConnectionsDocument = { connections: [] };

type Edit = Parameters<Store['change']>[0];

export function createStore(options: StoreOptions): Store {
  let queue: Promise<unknown> = Promise.resolve();
  return {
    read: async () => readStore(await behindLinks(options.path), options),
    change(edit) {
      const change = queue
        .then(async () => changeStore(await behindLinks(options.path), options, edit))
        .catch((error: unknown) => Promise.reject(asOurs(error, options.path)));
      queue = change.catch(() => {});
      return change;
    },
  };
}

async function readStore(path: string, options: StoreOptions): Promise<StoreContent> {
  const { entries, damage } = await tryRead(path);
  if (damage === undefined) return { entries, problems: await noticesOf(path) };
  try {
    await locked(path, options, (lock) => setAsideIfDamaged(path, lock, options.log));
    return { entries: (await readGood(path)).connections, problems: await noticesOf(path) };
  } catch (error) {
    const copy = await lastGood(path);
    const problem = notSetAside(path, damage, error).message;
    return { entries: copy?.connections ?? [], problems: [problem, ...(await noticesOf(path))] };
  }
}

async function changeStore(path: string, options: StoreOptions, edit: Edit): Promise<void> {
  await locked(path, options, async (lock) => {
    await tidy(path);
    await setAsideIfDamaged(path, lock, options.log);
    const document = await readGood(path);
    const text = printDocument({ ...document, connections: edit(document.connections) });
    await replaceFile(path, text, () => assertHeld(lock, path));
    await keepCopy(path, text, options.log);
  });
}

async function locked<T>(
  path: string,
  { lockWaitMs }: StoreOptions,
  work: (lock: Lock) => Promise<T>,
): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return withLock({ path: `${path}.lock`, waitMs: lockWaitMs }, work);
}

/** A link to the store stays a link when the store is replaced. */
async function behindLinks(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

async function tryRead(path: string): Promise<{ entries: readonly unknown[]; damage?: string }> {
  const text = await readIfThere(path).catch((error: unknown) => Promise.reject(asOurs(error, path)));
  if (text === undefined) return { entries: [] };
  const parsed = await parseDocument(text);
  return parsed.ok ? { entries: parsed.value.connections } : { entries: [], damage: parsed.problem };
}

async function readGood(path: string): Promise<ConnectionsDocument> {
  const text = await readIfThere(path);
  if (text === undefined) return EMPTY;
  const parsed = await parseDocument(text);
  if (parsed.ok) return parsed.value;
  throw connectionErrors.fail('E_STORE_DAMAGED', `The store ${path} is damaged: ${parsed.problem}.`);
}

const copyOf = (path: string) => `${path}.bak`;

async function lastGood(path: string): Promise<ConnectionsDocument | undefined> {
  const text = await readIfThere(copyOf(path)).catch(() => undefined);
  const parsed = text === undefined ? undefined : await parseDocument(text);
  return parsed?.ok ? parsed.value : undefined;
}

/** The change itself is done by now, so a copy that fails is no failure of the change. */
async function keepCopy(path: string, text: string, log: Log): Promise<void> {
  await replaceFile(copyOf(path), text, async () => {}).catch((error: unknown) =>
    log.warn({ err: error, path: copyOf(path) }, 'no copy of the connections could be kept'),
  );
}

/** Gives the damaged file a second name before anything takes its first one: it is never overwritten and never gone. */
async function setAsideIfDamaged(path: string, lock: Lock, log: Log): Promise<void> {
  const { damage } = await tryRead(path);
  if (damage === undefined) return;
  const kept = `${path}.damaged-${new Date().toISOString().replace(/[-:]/g, '')}`;
  const good = await lastGood(path);
  try {
    await placeNew(path, kept);
    await chmod(kept, 0o600);
    await replaceFile(path, printDocument(good ?? EMPTY), () => assertHeld(lock, path));
  } catch (cause) {
    throw notSetAside(path, damage, cause);
  }
  const next = good ? 'its last good copy is used' : 'there is no good copy of it';
  log.warn({ path, kept, damage }, `the store of connections was damaged and is kept as ${kept}; ${next}`);
}

function notSetAside(path: string, damage: string, cause: unknown): MolehillError {
  if (isMolehillError(cause) && cause.code === 'E_STORE_DAMAGED') return cause;
  const message = `The store ${path} is damaged (${damage}) and could not be set aside: ${messageOf(cause)}`;
  return connectionErrors.fail('E_STORE_DAMAGED', message, { cause, details: { path } });
}

async function noticesOf(path: string): Promise<string[]> {
  const kept = await filesBeside(path, /^\.damaged-/);
  return kept.map(
    (file) =>
      `A damaged ${basename(path)} was set aside as ${file}. Delete that file when nothing in it is missed.`,
  );
}

/** What killed processes left. Files of these names are made under the lock alone, so none is in use. */
async function tidy(path: string): Promise<void> {
  const staged = await filesBeside(path, /^(\.bak)?\.\d+\.tmp$/);
  await Promise.all(staged.map((file) => rm(file, { force: true })));
  const locks = await filesBeside(path, /^\.lock\../);
  await Promise.all(locks.map((file) => removeOlderThan(file, LEFTOVER_MS)));
}

async function assertHeld(lock: Lock, path: string): Promise<void> {
  if (await lock.isHeld()) return;
  throw coreErrors.fail('E_STORE_LOCKED', `Another process took over ${path} while this one stood still.`);
}

function asOurs(error: unknown, path: string): unknown {
  if (isMolehillError(error) || errorCode(error) === undefined) return error;
  const message = `The store ${path} cannot be used: ${messageOf(error)}`;
  return connectionErrors.fail('E_STORE_ACCESS', message, { cause: error, details: { path } });
}
