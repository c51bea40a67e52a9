import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '@molehill/core/state/files';
import { stateOfProcess } from '@molehill/core/state/process-identity';
import { cardPath, stateOfClaimant, WITHDRAWN } from './hosts.ts';
import { isJobId, type JobFolder } from './layout.ts';
import { names, readCard, readSender } from './messages.ts';
import { contentOf, discard, isSettled, settleInterrupted } from './settle.ts';
import type { JobTiming } from './timing.ts';

const MOST_QUARANTINED = 20;

/** Looks after a job that is not ours: answers it when its host is gone, takes it out when its client is. */
export async function tend(folder: JobFolder, id: string, timing: JobTiming): Promise<void> {
  const job = join(folder.execute, id);
  const present = await contentOf(job);
  if (!present?.includes(names.claim)) return;
  if (!isSettled(present)) await settleIfGone(folder, job, timing);
  if (await isAbandoned(job, timing)) await discard(folder, job);
}

async function settleIfGone(folder: JobFolder, job: string, timing: JobTiming): Promise<void> {
  const state = await stateOfClaimant(folder, job, timing.staleMs);
  if (state === 'gone') await settleInterrupted(folder, job);
}

/** Settled or withdrawn, and nobody is left who would come for it. */
async function isAbandoned(job: string, { leftoverMs }: JobTiming): Promise<boolean> {
  const present = await contentOf(job);
  if (!present) return false;
  const sender = await readSender(job);
  const state = sender ? stateOfProcess(sender) : 'unknown';
  if (state === 'unknown') return isSettled(present) && (await ageOf(job)) > leftoverMs;
  return state === 'gone' && (isSettled(present) || (await isWithdrawn(job)));
}

async function isWithdrawn(job: string): Promise<boolean> {
  return (await readCard(join(job, names.claim)))?.hostId === WITHDRAWN;
}

/** What killed clients and hosts left outside of `execute`. */
export async function tidy(folder: JobFolder, timing: JobTiming): Promise<void> {
  const { tmp, trash, cancel, bell } = folder;
  for (const room of [tmp, trash]) await removeOld(room, timing.leftoverMs, () => true);
  const jobs = new Set(await readdir(folder.execute));
  for (const room of [cancel, bell]) await removeOld(room, timing.leftoverMs, (name) => !jobs.has(name));
  await removeHosts(folder);
  await thinQuarantine(folder);
}

async function removeOld(room: string, ageMs: number, which: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(room)).filter(which)) {
    const path = join(room, name);
    if ((await ageOf(path)) > ageMs) await rm(path, { recursive: true, force: true });
  }
}

async function removeHosts(folder: JobFolder): Promise<void> {
  for (const name of await readdir(folder.hosts)) {
    const card = await readCard(join(folder.hosts, name));
    if (card && stateOfProcess(card) === 'gone') await rm(cardPath(folder, card.hostId), { force: true });
  }
}

async function thinQuarantine({ quarantine }: JobFolder): Promise<void> {
  const kept = (await readdir(quarantine)).filter(isJobId).sort();
  const tooMany = kept.slice(0, Math.max(0, kept.length - MOST_QUARANTINED));
  await Promise.all(tooMany.map((name) => rm(join(quarantine, name), { recursive: true, force: true })));
}

async function ageOf(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
