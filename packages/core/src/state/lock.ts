import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { coreErrors } from '../errors.ts';
import { errorCode, placeNew } from './files.ts';
import { type Holder, isGone, parseHolder } from './holder.ts';
import { thisProcess } from './process-identity.ts';

const WAIT_MS = 5_000;
const SHORTEST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 25;

export interface LockOptions {
  readonly path: string;
  /** How long to wait for another process before giving up. */
  readonly waitMs?: number | undefined;
}

export interface Lock {
  /** Call before the step that cannot be undone: a suspended process may have been taken for dead, and its lock taken over. */
  assertHeld(): Promise<void>;
}

/** Runs work while no other process does so under the same lock, and gives up after a while rather than hang. */
export async function withLock<T>(options: LockOptions, work: (lock: Lock) => Promise<T>): Promise<T> {
  const me: Holder = { ...thisProcess(), at: Date.now(), token: randomBytes(6).toString('hex') };
  const card = `${options.path}.${me.token}.new`;
  await writeFile(card, JSON.stringify(me), { mode: 0o600, flag: 'wx' });
  try {
    await acquire(options, card);
    try {
      return await work({ assertHeld: () => assertHeldBy(me, options.path) });
    } finally {
      await removeHeldBy(options.path, me.token);
    }
  } finally {
    await rm(card, { force: true });
  }
}

async function acquire({ path, waitMs = WAIT_MS }: LockOptions, card: string): Promise<void> {
  const deadline = performance.now() + waitMs;
  let pause = SHORTEST_PAUSE_MS;
  while (!(await take(path, card))) {
    const holder = await holderOf(path);
    if (!holder) continue;
    if (isGone(holder)) {
      await clearAfter(holder, path, card);
      continue;
    }
    if (performance.now() > deadline) throw locked(path, holder);
    await sleep(pause * (0.5 + Math.random()));
    pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS);
  }
}

/** A link appears complete or not at all, so nobody ever reads half a lock. */
async function take(path: string, card: string): Promise<boolean> {
  try {
    await placeNew(card, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes what a dead process left. Whoever removes must hold the claim on exactly that leftover, so that a slow
 * process cannot remove the lock of a live one that came after it. A claim whose owner died is cleared the same way.
 */
async function clearAfter(dead: Holder, path: string, card: string): Promise<void> {
  const claim = `${path}.${dead.token}`;
  if (await take(claim, card)) {
    try {
      await removeHeldBy(path, dead.token);
    } finally {
      await rm(claim, { force: true });
    }
    return;
  }
  const claimant = await holderOf(claim);
  if (claimant && isGone(claimant)) await clearAfter(claimant, claim, card);
  else await sleep(SHORTEST_PAUSE_MS);
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
