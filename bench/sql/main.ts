import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../../test/engines/postgres.ts';
import { judge, median, printTable } from '../measure.ts';
import { type Contender, contenders } from './servers.ts';
import { openSession, type Session } from './session.ts';

/** SQL servers compared on one PostgreSQL: `npm run bench:sql [-- --rounds N --rows N]`. */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '300' },
    large: { type: 'string', default: '1' },
    rows: { type: 'string', default: '1000000' },
    starts: { type: 'string', default: '7' },
  },
});

interface Figures {
  readonly start: number;
  readonly idle: number;
  readonly used: number;
  readonly selectOne: number;
  readonly small: number;
  readonly large: number;
  readonly growth: number;
  readonly largeBytes: number;
  readonly largeFailed: boolean;
}

async function fill(database: { host: string; port: number; user: string; password: string }): Promise<void> {
  const client = new pg.Client({ ...database, database: 'postgres' });
  await client.connect();
  await client.query(`create table wide as select i as id, md5(i::text) as a, repeat(md5(i::text), 6) as b, now() as c, random() as d
    from generate_series(1, ${Number(values.rows)}) i`);
  await client.query('vacuum analyze wide');
  await client.end();
}

async function startTimes(contender: Contender): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < Number(values.starts); round++) {
    const session = await openSession(contender);
    times.push(session.startMs);
    await session.close();
  }
  return median(times);
}

/** Alternating rounds, so that other load on the machine affects all alike. */
async function selectOne(sessions: readonly Session[]): Promise<number[]> {
  const times = sessions.map((): number[] => []);
  for (let round = 0; round < Number(values.rounds) + 20; round++) {
    for (const [index, session] of sessions.entries()) {
      const { ms } = await session.query('SELECT 1');
      if (round >= 20) times[index]?.push(ms);
    }
  }
  return times.map(median);
}

async function repeated(session: Session, sql: string, times: number) {
  const runs = [];
  for (let round = 0; round < times; round++) runs.push(await session.query(sql));
  return {
    ms: median(runs.map((run) => run.ms)),
    bytes: runs[0]?.bytes ?? 0,
    failed: runs.some((run) => run.failed),
  };
}

async function measure(session: Session, start: number, one: number): Promise<Figures> {
  const used = session.rss();
  const small = await repeated(session, 'SELECT * FROM wide LIMIT 200', 5);
  session.peak();
  const before = session.rss();
  const large = await repeated(session, `SELECT * FROM wide LIMIT ${values.rows}`, Number(values.large));
  return {
    start,
    idle: session.idle,
    used,
    selectOne: one,
    small: small.ms,
    large: large.ms,
    growth: session.peak() - before,
    largeBytes: large.bytes,
    largeFailed: large.failed,
  };
}

async function run(all: readonly Contender[]): Promise<Figures[]> {
  const starts: number[] = [];
  for (const contender of all) starts.push(await startTimes(contender));
  const sessions = await Promise.all(all.map(openSession));
  const ones = await selectOne(sessions);
  const figures: Figures[] = [];
  for (const [index, session] of sessions.entries()) {
    figures.push(await measure(session, starts[index] ?? Number.NaN, ones[index] ?? Number.NaN));
    await session.close();
  }
  return figures;
}

function report(all: readonly Contender[], figures: readonly Figures[]): boolean {
  const column = (pick: (figure: Figures) => string) => figures.map(pick);
  printTable([
    ['', ...all.map(({ name }) => name)],
    ['spawn to tools/list, ms', ...column((f) => f.start.toFixed(0))],
    ['idle RSS, MB', ...column((f) => f.idle.toFixed(0))],
    ['RSS after these SELECT 1, MB', ...column((f) => f.used.toFixed(0))],
    ['SELECT 1, p50 ms', ...column((f) => f.selectOne.toFixed(2))],
    ['SELECT * LIMIT 200, ms', ...column((f) => f.small.toFixed(1))],
    [
      `SELECT * LIMIT ${values.rows}, ms`,
      ...column((f) => `${f.large.toFixed(1)}${f.largeFailed ? ' (failed)' : ''}`),
    ],
    ['  its answer, KB', ...column((f) => (f.largeBytes / 1024).toFixed(0))],
    ['  its peak RSS growth, MB', ...column((f) => f.growth.toFixed(0))],
  ]);
  console.log('');
  const [ours, dbhub] = figures;
  if (!ours || !dbhub) return false;
  return [
    judge({ what: 'SELECT 1 p50, ratio to dbhub', value: ours.selectOne / dbhub.selectOne, wanted: 0.9 }),
    judge({ what: 'spawn to tools/list, ratio to dbhub', value: ours.start / dbhub.start, wanted: 0.35 }),
    judge({ what: 'LIMIT 1e6, ratio to our own LIMIT 200', value: ours.large / ours.small, wanted: 2 }),
    judge({ what: 'LIMIT 1e6, peak RSS growth in MB', value: ours.growth, wanted: 40 }),
    judge({ what: 'idle RSS, ratio to dbhub', value: ours.idle / dbhub.idle, wanted: 0.6 }),
  ].every(Boolean);
}

const database = await startPostgres();
if (!database) {
  console.log('skipped: no PostgreSQL can be had here');
} else {
  const home = mkdtempSync(join(tmpdir(), 'molehill-bench-'));
  try {
    await fill(database);
    const all = await contenders(database, home);
    if (!report(all, await run(all))) process.exitCode = 1;
  } finally {
    await database.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
