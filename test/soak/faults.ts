import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { descendants } from '../e2e/support/processes.ts';
import { openSession } from './clients.ts';
import { openAdmin, UPSTREAM_MARK, type World } from './world.ts';

/** How often each fault occurred. */
export interface FaultCounts {
  terminated: number;
  restarts: number;
  upstreamKills: number;
  abandoned: number;
}

const EVERY_MS = { terminate: 6_000, restart: 25_000, kill: 8_000, abandon: 2_000 };

export const noFaults = (): FaultCounts => ({ terminated: 0, restarts: 0, upstreamKills: 0, abandoned: 0 });

/** Causes faults until the signal aborts. */
export async function causeFaults(world: World, counts: FaultCounts, signal: AbortSignal): Promise<void> {
  await Promise.all([
    every(EVERY_MS.terminate, signal, async () => {
      counts.terminated += await terminateBackends(world);
    }),
    every(EVERY_MS.restart, signal, async () => {
      counts.restarts += 1;
      await world.postgres.restart();
    }),
    every(EVERY_MS.kill, signal, async () => {
      counts.upstreamKills += killUpstreams(world);
    }),
    every(EVERY_MS.abandon, signal, async () => {
      counts.abandoned += 1;
      await openSession(world);
    }),
  ]);
}

async function every(ms: number, signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  for (;;) {
    await sleep(ms, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    // A fault may hit the connection that causes another one.
    await act().catch(() => {});
  }
}

async function terminateBackends({ postgres }: World): Promise<number> {
  const admin = await openAdmin(postgres);
  const { rows } = await admin.query(
    "SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity WHERE application_name = 'molehill'",
  );
  await admin.end();
  return Number(rows[0]?.n ?? 0);
}

function killUpstreams({ up }: World): number {
  const pids = descendants(up.pid).filter(isUpstream);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return pids.length;
}

function isUpstream(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(UPSTREAM_MARK);
  } catch {
    return false;
  }
}
