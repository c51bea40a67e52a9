import { readdirSync } from 'node:fs';
import { rename, rm, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { messageOf } from '@molehill/core/errors';
import { errorCode } from '@molehill/core/state/files';
import { bridgeErrors } from '../errors.ts';
import type { JobFolder } from './layout.ts';
import { names, type Reply, writeReply } from './messages.ts';
import { mark } from './small-files.ts';

/** What lies in a job's folder; nothing when the folder is gone. */
export async function contentOf(job: string): Promise<readonly string[] | undefined> {
  try {
    return readdirSync(job);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export function isSettled(present: readonly string[]): boolean {
  return present.includes(names.done) || present.includes(names.unwritable);
}

export function hasReply(present: readonly string[]): boolean {
  return present.includes(names.response) || present.includes(names.error);
}

/** Answers a job in its folder, says so last, and rings. On a full disk what needs no space is still said. */
export async function answerJob(folder: JobFolder, job: string, reply: Reply): Promise<void> {
  try {
    await writeOrExplain(job, reply);
    await markDone(job);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    await rename(join(job, names.command), join(job, names.unwritable));
  }
  await ring(folder, job);
}

async function writeOrExplain(job: string, reply: Reply): Promise<void> {
  try {
    await writeReply(job, reply);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw error;
    await writeReply(job, { failure: unanswered(job, error) });
  }
}

export function unanswered(job: string, cause: unknown) {
  const reason = messageOf(cause);
  const message = `Job ${basename(job)} was run, and its answer is lost: ${reason}`;
  return bridgeErrors.fail('E_JOB_UNANSWERED', message, { cause });
}

async function markDone(job: string): Promise<void> {
  await mark(join(job, names.done));
}

/** Makes the client look. It looks by itself after a while, so a bell that cannot be rung is no harm. */
export async function ring(folder: JobFolder, job: string): Promise<void> {
  await mark(join(folder.bell, basename(job))).catch(() => {});
}

/** For a job whose host is gone. An answer that was complete counts; without one nobody knows how far it came. */
export async function settleInterrupted(folder: JobFolder, job: string): Promise<void> {
  const present = await contentOf(job);
  if (!present || isSettled(present)) return;
  if (!hasReply(present)) {
    await mark(join(job, names.interrupted));
    const message = `The host went away while it had job ${basename(job)}; whether it was run is not known.`;
    await writeReply(job, { failure: bridgeErrors.fail('E_JOB_INTERRUPTED', message) });
  }
  await markDone(job);
  await ring(folder, job);
}

/**
 * Takes a job out. Renamed first: removed file by file, it would for a moment be a job that nobody has claimed yet.
 * One over which a host died is kept for a person to look at.
 */
export async function discard(folder: JobFolder, job: string): Promise<void> {
  const id = basename(job);
  const present = await contentOf(job);
  const keep = present?.includes(names.interrupted) ?? false;
  const away = join(keep ? folder.quarantine : folder.trash, id);
  if (present) await rename(job, away).catch(ignoreGone);
  const signs = [join(folder.cancel, id), join(folder.bell, id)];
  await Promise.all(signs.map((path) => unlink(path).catch(ignoreGone)));
  if (!keep) await rm(away, { recursive: true, force: true });
}

function ignoreGone(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
