import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stateOfProcess } from '@molehill/core/state/process-identity';
import { stateOfClaim } from './claims.ts';
import { completeInterrupted, isComplete, listJob, removeJob } from './completion.ts';
import { isJobId, type JobFolder } from './layout.ts';
import { names, readLease, readSender } from './messages.ts';
import type { JobTiming } from './timing.ts';

const MAX_QUARANTINED = 20;

/** Maintains a job of another process: completes it when its host is gone, removes it when its client is gone. */
export async function maintainJob(folder: JobFolder, id: string, timing: JobTiming): Promise<void> {
  const job = join(folder.execute, id);
  const files = await listJob(job);
  if (!files?.includes(names.claim)) return;
  const state = isComplete(files) ? undefined : await stateOfClaim(folder, job, timing.staleMs);
  if (state === 'gone') await completeInterrupted(folder, job);
  if (await isAbandoned(job, state === 'tombstone', timing)) await removeJob(folder, job);
}

async function isAbandoned(job: string, isTombstone: boolean, { leftoverMs }: JobTiming): Promise<boolean> {
  const files = await listJob(job);
  if (!files) return false;
  const sender = await readSender(job);
  const state = sender ? stateOfProcess(sender) : 'unknown';
  if (state === 'unknown') return isComplete(files) && (await ageOf(job)) > leftoverMs;
  return state === 'gone' && (isComplete(files) || isTombstone);
}

/** Removes files of killed clients and hosts outside of `execute`. */
export async function removeLeftovers(folder: JobFolder, { leftoverMs }: JobTiming): Promise<void> {
  const { tmp, trash, cancel, notify, hosts } = folder;
  for (const path of [tmp, trash]) await removeOld(path, leftoverMs, () => true);
  const jobs = new Set(await readdir(folder.execute));
  for (const path of [cancel, notify]) await removeOld(path, leftoverMs, (name) => !jobs.has(name));
  for (const path of (await readdir(hosts)).map((name) => join(hosts, name))) {
    const lease = await readLease(path);
    if (lease && stateOfProcess(lease) === 'gone') await rm(path, { force: true });
  }
  const quarantined = (await readdir(folder.quarantine)).filter(isJobId).sort();
  for (const id of quarantined.slice(0, -MAX_QUARANTINED))
    await rm(join(folder.quarantine, id), { recursive: true, force: true });
}

async function removeOld(folder: string, maxAgeMs: number, which: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(folder)).filter(which)) {
    const path = join(folder, name);
    if ((await ageOf(path)) > maxAgeMs) await rm(path, { recursive: true, force: true });
  }
}

/** 0 where it is gone. */
async function ageOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  return found ? Date.now() - found.mtimeMs : 0;
}
