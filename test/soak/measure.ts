import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { at } from '../clients/json.ts';
import { descendants } from '../e2e/support/processes.ts';
import { until } from '../e2e/support/until.ts';
import { SLEEP } from './load.ts';
import { openAdmin, type World } from './world.ts';

const MEGABYTE = 1024 * 1024;

/** A moment of `molehill up`. */
export interface Sample {
  readonly liveMb: number;
  readonly descriptors: number;
  readonly children: number;
  readonly connections: number;
  /** Cancelled statements that still run in the database. */
  readonly stillRunning: number;
}

export function rssMb({ up }: World): number {
  const status = readFileSync(`/proc/${up.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Call it while no request is in flight. */
export async function takeSample(world: World): Promise<Sample> {
  const { up } = world;
  return {
    ...(await countInDatabase(world)),
    liveMb: await liveMb(world),
    descriptors: readdirSync(`/proc/${up.pid}/fd`).length,
    children: descendants(up.pid).length,
  };
}

/** Memory in use after a garbage collection. */
async function liveMb({ up, memoryFile }: World): Promise<number> {
  rmSync(memoryFile, { force: true });
  process.kill(up.pid, 'SIGUSR2');
  await until('the probe has measured', () => existsSync(memoryFile));
  return Number(at(JSON.parse(readFileSync(memoryFile, 'utf8')), 'live')) / MEGABYTE;
}

const COUNTS = `
  SELECT count(*) AS connections, count(*) FILTER (WHERE state = 'active' AND query = $1) AS running
  FROM pg_stat_activity WHERE application_name = 'molehill'`;

async function countInDatabase({ postgres }: World) {
  const admin = await openAdmin(postgres);
  const { rows } = await admin.query(COUNTS, [SLEEP]);
  await admin.end();
  return { connections: Number(rows[0]?.connections), stillRunning: Number(rows[0]?.running) };
}

/** Acknowledged writes that are missing, and writes that were made twice. */
export async function checkWrites({ postgres }: World, written: ReadonlySet<string>) {
  const admin = await openAdmin(postgres);
  const { rows } = await admin.query('SELECT id, count(*) AS times FROM written GROUP BY id');
  await admin.end();
  const found = new Map(rows.map(({ id, times }) => [String(id), Number(times)]));
  const lost = [...written].filter((id) => !found.has(id)).length;
  const repeated = [...found.values()].filter((times) => times > 1).length;
  return { lost, repeated };
}
