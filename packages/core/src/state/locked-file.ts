import { mkdir, realpath, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { coreErrors, isMolehillError, messageOf } from '../errors.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { errorCode, filesBeside, removeOlderThan, replaceFile } from './files.ts';
import { withLock } from './lock.ts';

const LEFTOVER_MS = 60_000;
export const MAX_STATE_SIZE = 64 * 1024 * 1024;

export interface LockedFileOptions {
  readonly path: string;
  /** Where the lock is. Default: `<path>.lock`. */
  readonly lockPath?: string | undefined;
  readonly lockWaitMs?: number | undefined;
}

/** A text file while no other process changes it. */
export interface LockedFile {
  /** The real path: a symbolic link is kept, and the file that it points to is replaced. */
  readonly path: string;
  /** Undefined when there is no such file. */
  read(): Promise<string | undefined>;
  /** Atomic, and refused once another process has taken over the lock. */
  replace(text: string, mode?: number): Promise<void>;
}

export async function withLockedFile<T>(
  options: LockedFileOptions,
  work: (file: LockedFile) => Promise<T>,
): Promise<T> {
  const path = await realpath(options.path).catch(() => options.path);
  const lockPath = options.lockPath ?? `${path}.lock`;
  try {
    await mkdir(dirname(lockPath), { recursive: true, mode: 0o700 });
    return await withLock({ path: lockPath, waitMs: options.lockWaitMs }, async (lock) => {
      await removeLeftovers(path, lockPath);
      const beforeRename = () => lock.assertHeld();
      return work({
        path,
        read: () => readIfPresent(path),
        replace: (text, mode) => replaceFile(path, text, { mode, beforeRename }),
      });
    });
  } catch (error) {
    throw accessError(path, error);
  }
}

export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readRegularFile(path, { limit: MAX_STATE_SIZE });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** An error of the file system as E_STORE_ACCESS; any other error as it is. */
export function accessError(path: string, error: unknown): unknown {
  if (isMolehillError(error) || errorCode(error) === undefined) return error;
  const message = `${path} cannot be used: ${messageOf(error)}`;
  return coreErrors.fail('E_STORE_ACCESS', message, { cause: error, details: { path } });
}

/** Files of killed processes. Staged files are written under the lock only, so none of these is in use. */
async function removeLeftovers(path: string, lockPath: string): Promise<void> {
  const staged = await filesBeside(path, /^(\.bak)?\.\d+\.tmp$/);
  await Promise.all(staged.map((file) => rm(file, { force: true })));
  const claims = await filesBeside(lockPath, /^\../);
  await Promise.all(claims.map((file) => removeOlderThan(file, LEFTOVER_MS)));
}
