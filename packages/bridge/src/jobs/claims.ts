import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode, placeNew } from '@molehill/core/state/files';
import { stateOfProcess, thisProcess } from '@molehill/core/state/process-identity';
import { assertRealFolders } from './files.ts';
import type { JobFolder } from './layout.ts';
import { type HostLease, names, readLease, writeLease } from './messages.ts';

/** The host id in a tombstone. */
const TOMBSTONE = 'withdrawn';

/**
 * Claims a job by linking a lease into it. Exactly one claim ever succeeds, and a link appears with its content or not
 * at all, so a crash cannot create half a claim.
 */
export async function claim(job: string, lease: string): Promise<'claimed' | 'taken' | 'missing'> {
  try {
    assertRealFolders(job);
    await placeNew(lease, join(job, names.claim));
    return 'claimed';
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'taken';
    if (errorCode(error) === 'ENOENT') return 'missing';
    throw error;
  }
}

/** The client claims its own job, so that no host ever runs it. False when a host was first. */
export async function placeTombstone(folder: JobFolder, job: string): Promise<boolean> {
  const lease = join(folder.tmp, `${basename(job)}.claim`);
  const now = Date.now();
  await writeLease(lease, { hostId: TOMBSTONE, ...thisProcess(), version: '', since: now, at: now });
  try {
    return (await claim(job, lease)) === 'claimed';
  } finally {
    await rm(lease, { force: true });
  }
}

/** The state of the host that claimed a job. An unreadable claim counts as alive until it is stale. */
export async function stateOfClaim(
  folder: JobFolder,
  job: string,
  staleMs: number,
): Promise<HostState | 'tombstone'> {
  const path = join(job, names.claim);
  const lease = await readLease(path);
  if (lease?.hostId === TOMBSTONE) return 'tombstone';
  if (lease) return stateOfHost(folder, lease, staleMs);
  return Date.now() - (await lstat(path)).mtimeMs > staleMs ? 'gone' : 'alive';
}

export const leasePath = (folder: JobFolder, hostId: string) => join(folder.hosts, `${hostId}.json`);

/** `gone` is final: the host will not write again, or its writes no longer count. `unresponsive`: its process lives, its lease is stale. */
type HostState = 'alive' | 'unresponsive' | 'gone';

/** A host that closed has removed its lease, even when its process lives on. */
async function stateOfHost(folder: JobFolder, lease: HostLease, staleMs: number): Promise<HostState> {
  const latest = await readLease(leasePath(folder, lease.hostId));
  const state = stateOfProcess(lease);
  if (!latest || state === 'gone') return 'gone';
  if (Date.now() - latest.at <= staleMs) return 'alive';
  return state === 'unknown' ? 'gone' : 'unresponsive';
}

export async function liveHosts(folder: JobFolder, staleMs: number): Promise<readonly HostLease[]> {
  const names = await readdir(folder.hosts).catch((): string[] => []);
  const hosts = names.map(async (name) => {
    const lease = name.endsWith('.json') ? await readLease(join(folder.hosts, name)) : undefined;
    return lease && (await stateOfHost(folder, lease, staleMs)) === 'alive' ? [lease] : [];
  });
  return (await Promise.all(hosts)).flat();
}
