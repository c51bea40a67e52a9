import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stateOfProcess } from '@molehill/core/state/process-identity';
import type { JobFolder } from './layout.ts';
import { type HostLease, readLease } from './messages.ts';

export const leasePath = (folder: JobFolder, hostId: string) => join(folder.hosts, `${hostId}.json`);

/** `gone` is final: the host will not write again, or its writes no longer count. `unresponsive`: its process lives, its lease is stale. */
export type HostState = 'alive' | 'unresponsive' | 'gone';

/** A host that closed has removed its lease, even when its process lives on. */
export async function stateOfHost(folder: JobFolder, lease: HostLease, staleMs: number): Promise<HostState> {
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
