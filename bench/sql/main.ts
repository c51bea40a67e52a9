import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../../test/engines/postgres.ts';
import { judge, median, printTable } from '../measure.ts';
import { type Contender, contenders, sqliteContender } from './servers.ts';
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

const WARM_UP = 20;

interface Figures extends Beginning, Latencies {
  readonly idle: number;
  readonly used: number;
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
  await client.query(`create table invoice as select i as invoice_id, i % 59 as customer_id, timestamp '2024-01-01' + i * interval '1 hour' as invoice_date,
    i % 90 || ' Market Street' as address, 'Springfield' as city, nullif(i % 4, 0)::text as state, 'Canada' as country,
    lpad((i * 7 % 100000)::text, 5, '0') as postal_code, (i % 2000 / 100.0)::numeric(10,2) as total from generate_series(1, 400) i`);
  await client.query('vacuum analyze wide, invoice');
  await client.end();
}

interface Beginning {
  readonly start: number;
  readonly first: number;
}

/** Medians from the spawn to the list of tools, and of the first query of a new process. */
async function beginnings(all: readonly Contender[]): Promise<Beginning[]> {
  const times = all.map(() => ({ start: [] as number[], first: [] as number[] }));
  for (let round = 0; round < Number(values.starts); round++) {
    for (const [index, contender] of all.entries()) {
      const session = await openSession(contender);
      times[index]?.start.push(session.startMs);
      times[index]?.first.push((await session.query('SELECT 1')).ms);
      await session.close();
    }
  }
  return times.map(({ start, first }) => ({ start: median(start), first: median(first) }));
}

/** Alternating rounds, so that other load on the machine affects all alike. */
async function interleaved(sessions: readonly Session[], sql: string, rounds: number) {
  const runs = sessions.map(() => ({ ms: [] as number[], bytes: 0 }));
  for (let round = 0; round < rounds + WARM_UP; round++) {
    for (const [index, session] of sessions.entries()) {
      const { ms, bytes } = await session.query(sql);
      const run = runs[index];
      if (!run || round < WARM_UP) continue;
      run.ms.push(ms);
      run.bytes = bytes;
    }
  }
  return runs.map(({ ms, bytes }) => ({ ms: median(ms), bytes }));
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

interface Latencies {
  readonly selectOne: number;
  readonly rows20: number;
  readonly rows200: number;
  readonly rows200Bytes: number;
}

async function latencies(sessions: readonly Session[]): Promise<Latencies[]> {
  const rounds = Number(values.rounds);
  const ones = await interleaved(sessions, 'SELECT 1', rounds);
  const twenty = await interleaved(sessions, 'SELECT * FROM invoice LIMIT 20', rounds);
  const many = await interleaved(sessions, 'SELECT * FROM invoice LIMIT 200', rounds);
  return sessions.map((_, index) => ({
    selectOne: ones[index]?.ms ?? Number.NaN,
    rows20: twenty[index]?.ms ?? Number.NaN,
    rows200: many[index]?.ms ?? Number.NaN,
    rows200Bytes: many[index]?.bytes ?? Number.NaN,
  }));
}

async function measureLarge(session: Session) {
  const small = await repeated(session, 'SELECT * FROM wide LIMIT 200', 5);
  session.peak();
  const before = session.rss();
  const large = await repeated(session, `SELECT * FROM wide LIMIT ${values.rows}`, Number(values.large));
  return {
    small: small.ms,
    large: large.ms,
    growth: session.peak() - before,
    largeBytes: large.bytes,
    largeFailed: large.failed,
  };
}

async function run(all: readonly Contender[]): Promise<Figures[]> {
  const begun = await beginnings(all);
  const sessions = await Promise.all(all.map(openSession));
  const measured = await latencies(sessions);
  const figures: Figures[] = [];
  for (const [index, session] of sessions.entries()) {
    const [beginning, latency] = [begun[index], measured[index]];
    if (!beginning || !latency) continue;
    const { idle } = session;
    const used = session.rss();
    figures.push({ ...beginning, ...latency, idle, used, ...(await measureLarge(session)) });
    await session.close();
  }
  return figures;
}

/** The first `list_tables` of a new process on a small file. */
async function sqliteListTables(home: string): Promise<number> {
  const times: number[] = [];
  const contender = sqliteContender(home);
  for (let round = 0; round < Number(values.starts); round++) {
    const session = await openSession(contender);
    times.push((await session.query('')).ms);
    await session.close();
  }
  return median(times);
}

function report(all: readonly Contender[], figures: readonly Figures[], sqlite: number): boolean {
  const column = (pick: (figure: Figures) => string) => figures.map(pick);
  printTable([
    ['', ...all.map(({ name }) => name)],
    ['spawn to tools/list, ms', ...column((f) => f.start.toFixed(0))],
    ['first query of a process, ms', ...column((f) => f.first.toFixed(1))],
    ['idle RSS, MB', ...column((f) => f.idle.toFixed(0))],
    ['RSS after these queries, MB', ...column((f) => f.used.toFixed(0))],
    ['SELECT 1, p50 ms', ...column((f) => f.selectOne.toFixed(2))],
    ['20 rows of 9 columns, p50 ms', ...column((f) => f.rows20.toFixed(2))],
    ['200 rows of 9 columns, p50 ms', ...column((f) => f.rows200.toFixed(2))],
    ['  its answer, KB', ...column((f) => (f.rows200Bytes / 1024).toFixed(0))],
    ['200 wide rows, ms', ...column((f) => f.small.toFixed(1))],
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
    judge({ what: '20 rows p50, ratio to dbhub', value: ours.rows20 / dbhub.rows20, wanted: 0.9 }),
    judge({ what: '200 rows p50, ratio to dbhub', value: ours.rows200 / dbhub.rows200, wanted: 0.9 }),
    judge({ what: 'first query, ratio to dbhub', value: ours.first / dbhub.first, wanted: 3 }),
    judge({ what: 'spawn to tools/list, ratio to dbhub', value: ours.start / dbhub.start, wanted: 0.25 }),
    judge({ what: 'LIMIT 1e6, ratio to our own LIMIT 200', value: ours.large / ours.small, wanted: 2 }),
    judge({ what: 'LIMIT 1e6, peak RSS growth in MB', value: ours.growth, wanted: 40 }),
    judge({ what: 'idle RSS, ratio to dbhub', value: ours.idle / dbhub.idle, wanted: 0.6 }),
    judge({ what: 'first list_tables on SQLite, ms', value: sqlite, wanted: 150 }),
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
    if (!report(all, await run(all), await sqliteListTables(home))) process.exitCode = 1;
  } finally {
    await database.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
