import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  lstatSync,
  openSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { readRegularFile, readRegularFileSync } from '@molehill/core/files/regular-file';
import { errorCode } from '@molehill/core/state/files';

/**
 * Files of the job folder. A checkout may bring symbolic links with their names, so nothing here follows a link: new
 * files are created exclusively and renamed, and every folder on the way is a real one.
 */

export const ROOT_NAME = '.vsc-bridge';

/** For small files the thread pool costs more than the I/O: synchronous calls halve the round trip. */
const MAX_SYNC_SIZE = 64 * 1024;
const MAX_SIZE = 256 * 1024 * 1024;
const MODE = 0o600;

/** Checks a folder and those above it up to the root of the job folder. */
export function assertRealFolders(folder: string): void {
  if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
  if (basename(folder) !== ROOT_NAME) assertRealFolders(dirname(folder));
}

/** Atomic: a reader sees the complete file or none. */
export async function writeComplete(path: string, text: string): Promise<void> {
  assertRealFolders(dirname(path));
  const part = `${path}.${randomBytes(4).toString('hex')}.part`;
  const options = { mode: MODE, flag: 'wx' };
  try {
    if (text.length <= MAX_SYNC_SIZE) writeFileSync(part, text, options);
    else await writeFile(part, text, options);
    renameSync(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

export async function readText(path: string): Promise<string> {
  assertRealFolders(dirname(path));
  try {
    return readRegularFileSync(path, { limit: MAX_SYNC_SIZE, noFollow: true });
  } catch (error) {
    if (errorCode(error) !== 'EFBIG') throw error;
    return readRegularFile(path, { limit: MAX_SIZE, noFollow: true });
  }
}

/** Creates an empty file, or triggers another event for an existing one, whose content it keeps. */
export async function touch(path: string): Promise<void> {
  assertRealFolders(dirname(path));
  try {
    closeSync(openSync(path, 'wx', MODE));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    updateTimes(path);
  }
}

function updateTimes(path: string): void {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is not a regular file`);
    const now = new Date();
    futimesSync(file, now, now);
  } finally {
    closeSync(file);
  }
}
