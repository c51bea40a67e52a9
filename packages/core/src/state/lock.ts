import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { coreErrors } from '../errors.ts';
import { errorCode, placeNew } from './files.ts';
import { type Holder, isStale, parseHolder } from './holder.ts';
import { thisProcess } from './process-identity.ts';

const WAIT_MS = 5_000;
const FIRST_BACKOFF_MS = 2;
const LONGEST_BACKOFF_MS = 25;

export interface LockOptions {
  readonly path: string;
  /** How long to wait for another process before giving up. */
  readonly waitMs?: number | undefined;
}

export interface Lock {
  /** Call before the step that cannot be undone: a suspended process may have been taken for dead, and its lock taken over. */
  assertHeld(): Promise<void>;
}

/** A mutex between processes: runs work while no other process holds the same lock file. */
export async function withLock<T>(options: LockOptions, work: (lock: Lock) => Promise<T>): Promise<T> {
  const me: Holder = { ...thisProcess(), at: Date.now(), token: randomBytes(6).toString('hex') };
  const holderFile = `${options.path}.${me.token}.new`;
  await writeFile(holderFile, JSON.stringify(me), { mode: 0o600, flag: 'wx' });
  try {
    await acquire(options, holderFile);
    try {
      return await work({ assertHeld: () => assertHeldBy(me, options.path) });
    } finally {
      await removeHeldBy(options.path, me.token);
    }
  } finally {
    await rm(holderFile, { force: true });
  }
}

async function acquire({ path, waitMs = WAIT_MS }: LockOptions, holderFile: string): Promise<void> {
  const deadline = performance.now() + waitMs;
  let backoff = FIRST_BACKOFF_MS;
  while (!(await tryAcquire(path, holderFile))) {
    const holder = await holderOf(path);
    if (!holder) continue;
    if (isStale(holder)) {
      await breakStaleLock(holder, path, holderFile);
      continue;
    }
    if (performance.now() > deadline) throw locked(path, holder);
    await sleep(backoff * (0.5 + Math.random()));
    backoff = Math.min(backoff * 1.5, LONGEST_BACKOFF_MS);
  }
}

/** A hard link is created atomically, so a lock file is never read half written. */
async function tryAcquire(path: string, holderFile: string): Promise<boolean> {
  try {
    await placeNew(holderFile, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a dead process. A process that removes it must first hold a claim on exactly that lock, or a
 * slow one could remove the lock of its live successor. A claim whose owner died is broken in the same way.
 */
async function breakStaleLock(stale: Holder, path: string, holderFile: string): Promise<void> {
  const claim = `${path}.${stale.token}`;
  if (await tryAcquire(claim, holderFile)) {
    try {
      await removeHeldBy(path, stale.token);
    } finally {
      await rm(claim, { force: true });
    }
    return;
  }
  const claimant = await holderOf(claim);
  if (claimant && isStale(claimant)) await breakStaleLock(claimant, claim, holderFile);
  else await sleep(FIRST_BACKOFF_MS);
}

async function assertHeldBy({ token }: Holder, path: string): Promise<void> {
  if ((await holderOf(path))?.token === token) return;
  throw coreErrors.fail('E_STORE_LOCKED', `Another process took over ${path} while this one was suspended.`);
}

async function removeHeldBy(path: string, token: string): Promise<void> {
  if ((await holderOf(path))?.token === token) await rm(path, { force: true });
}

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    const [text, { mtimeMs, ino }] = [await readFile(path, 'utf8'), await stat(path)];
    return parseHolder(text) ?? { token: `unreadable-${ino}`, pid: 0, host: '', start: '', at: mtimeMs };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function locked(path: string, holder: Holder) {
  const { pid, host, at } = holder;
  const since = new Date(at).toISOString();
  return coreErrors.fail('E_STORE_LOCKED', `Process ${pid} on ${host} holds ${path} since ${since}.`, {
    details: { path, pid, host, since },
  });
}
