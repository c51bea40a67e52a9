import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, placeNew } from '@molehill/core/state/files';
import { stateOfProcess } from '@molehill/core/state/process-identity';
import type { JobFolder } from './layout.ts';
import { type HostCard, names, readCard } from './messages.ts';

export const cardPath = (folder: JobFolder, hostId: string) => join(folder.hosts, `${hostId}.json`);

/**
 * `gone` is final: it will never write again, or what it writes no longer counts. `stuck` is a process that lives and
 * says nothing.
 */
export type HostState = 'alive' | 'stuck' | 'gone';

/** The file of a host that closed is no more, even when its process lives on. */
async function stateOfHost(folder: JobFolder, card: HostCard, staleMs: number): Promise<HostState> {
  const latest = await readCard(cardPath(folder, card.hostId));
  const state = stateOfProcess(card);
  if (!latest || state === 'gone') return 'gone';
  if (Date.now() - latest.at <= staleMs) return 'alive';
  return state === 'unknown' ? 'gone' : 'stuck';
}

export async function liveHosts(folder: JobFolder, staleMs: number): Promise<readonly HostCard[]> {
  const files = await readdir(folder.hosts).catch((): string[] => []);
  const cards = await Promise.all(files.filter(isCard).map((name) => readCard(join(folder.hosts, name))));
  const known = cards.filter((card) => card !== undefined);
  const states = await Promise.all(known.map((card) => stateOfHost(folder, card, staleMs)));
  return known.filter((_, index) => states[index] === 'alive');
}

const isCard = (name: string) => name.endsWith('.json');

/**
 * Takes a job for whoever the card names: a host to run it, a client to make sure that nobody does. One alone
 * succeeds, for ever. A link appears with its content or not at all, so nobody dies with half a claim.
 */
export async function claim(job: string, card: string): Promise<'mine' | 'taken' | 'nowhere'> {
  try {
    await placeNew(card, join(job, names.claim));
    return 'mine';
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'taken';
    if (errorCode(error) === 'ENOENT') return 'nowhere';
    throw error;
  }
}

/** In the claim of a client that took its own job back. */
export const WITHDRAWN = 'withdrawn';

/** What became of whoever took a job. A claim that cannot be read is given the time a silent host has. */
export async function stateOfClaimant(
  folder: JobFolder,
  job: string,
  staleMs: number,
): Promise<HostState | 'withdrawn'> {
  const path = join(job, names.claim);
  const card = await readCard(path);
  if (card?.hostId === WITHDRAWN) return 'withdrawn';
  if (card) return stateOfHost(folder, card, staleMs);
  return Date.now() - (await stat(path)).mtimeMs > staleMs ? 'gone' : 'alive';
}
