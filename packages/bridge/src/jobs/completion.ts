import { lstatSync, readdirSync } from 'node:fs';
import { rename, rm, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { messageOf } from '@molehill/core/errors';
import { errorCode } from '@molehill/core/state/files';
import { bridgeErrors } from '../errors.ts';
import { touch } from './files.ts';
import type { JobFolder } from './layout.ts';
import { names, type Reply, writeReply } from './messages.ts';

/** The files of a job; undefined when its folder is gone, or is a link. */
export async function listJob(job: string): Promise<readonly string[] | undefined> {
  try {
    return lstatSync(job).isDirectory() ? readdirSync(job) : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export function isComplete(files: readonly string[]): boolean {
  return files.includes(names.done) || files.includes(names.unwritable);
}

export function hasReply(files: readonly string[]): boolean {
  return files.includes(names.response) || files.includes(names.error);
}

/** Writes the reply, then `done`, then notifies. On a full disk a rename, which needs no space, marks the job as complete. */
export async function complete(folder: JobFolder, job: string, reply: Reply): Promise<void> {
  try {
    await writeReply(job, reply).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') throw error;
      return writeReply(job, { failure: answerLost(job, error) });
    });
    await touch(join(job, names.done));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    await rename(join(job, names.command), join(job, names.unwritable));
  }
  await notify(folder, job);
}

export function answerLost(job: string, cause: unknown) {
  const message = `Job ${basename(job)} was run, and its answer is lost: ${messageOf(cause)}`;
  return bridgeErrors.fail('E_JOB_UNANSWERED', message, { cause });
}

/** Wakes the client. A failure only delays it until its next scan. */
export async function notify(folder: JobFolder, job: string): Promise<void> {
  await touch(join(folder.notify, basename(job))).catch(() => {});
}

/** For a job whose host is gone. A complete reply counts; without one the outcome is unknown. */
export async function completeInterrupted(folder: JobFolder, job: string): Promise<void> {
  const files = await listJob(job);
  if (!files || isComplete(files)) return;
  if (!hasReply(files)) {
    await touch(join(job, names.interrupted));
    const message = `The host stopped while it ran job ${basename(job)}; the outcome is unknown.`;
    await writeReply(job, { failure: bridgeErrors.fail('E_JOB_INTERRUPTED', message) });
  }
  await touch(join(job, names.done));
  await notify(folder, job);
}

/**
 * Renames a job before it deletes it: deleted file by file, the job would for a moment look unclaimed. A job whose host
 * died is quarantined for inspection.
 */
export async function removeJob(folder: JobFolder, job: string): Promise<void> {
  const id = basename(job);
  const files = await listJob(job);
  const keep = files?.includes(names.interrupted) ?? false;
  const target = join(keep ? folder.quarantine : folder.trash, id);
  if (files) await rename(job, target).catch(ignoreMissing);
  const markers = [join(folder.cancel, id), join(folder.notify, id)];
  await Promise.all(markers.map((path) => unlink(path).catch(ignoreMissing)));
  if (!keep) await rm(target, { recursive: true, force: true });
}

function ignoreMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
