import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judge, median, printTable, quantile } from '../measure.ts';
import { type Contender, direct, molehill, peers, type Servers } from './contenders.ts';
import { openSession, type Session, timeToList } from './session.ts';
import { openLister, timeToStart } from './starts.ts';

/** Gateways side by side: `npm run bench:gateway [-- --calls N --parallel N --starts N]`. */

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '500' },
    parallel: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '9' },
    starts: { type: 'string', default: '15' },
  },
});
const BLOCK = 25;
/** Limits by time, so that a busy machine reduces the samples and does not prolong the run. */
const PART_MS = 60_000;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const say = (text: string) => console.log(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}`);
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0];

function listing(servers: number, tools: number): Servers {
  const script = here('listing-server.mjs');
  const ids = Array.from({ length: servers }, (_, index) => `upstream-${index}`);
  return Object.fromEntries(
    ids.map((id) => [id, { command: process.execPath, args: [script, id, String(tools)] }]),
  );
}

async function openAll(): Promise<Session[]> {
  const sessions: Session[] = [];
  for (const contender of [direct, molehill, ...peers]) {
    try {
      sessions.push(await openSession(contender));
      say(`${contender.name} is up`);
    } catch (error) {
      say(`${contender.name} cannot take part: ${reasonOf(error)}`);
    }
  }
  return sessions;
}

/** Alternating, so that other load on the machine affects all alike. The first round is a warm-up. */
async function byTurns(
  sessions: readonly Session[],
  rounds: number,
  measure: (session: Session) => Promise<readonly number[]>,
): Promise<number[][]> {
  const figures = sessions.map((): number[] => []);
  const until = performance.now() + PART_MS;
  for (let round = -1; round < rounds && performance.now() < until; round++)
    for (const [index, session] of sessions.entries()) {
      const measured = await measure(session);
      if (round >= 0) figures[index]?.push(...measured);
    }
  return figures;
}

async function inSequence(session: Session): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < BLOCK; call++) times.push(await session.echo());
  return times;
}

/** Calls per second. */
async function inParallel(session: Session): Promise<number[]> {
  const count = Number(values.parallel);
  const began = performance.now();
  await Promise.all(Array.from({ length: count }, () => session.echo()));
  return [count / ((performance.now() - began) / 1000)];
}

interface CallFigures {
  readonly contender: Contender;
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
  /** Memory after the first list, after sequential calls, after parallel calls. */
  readonly rss: readonly number[];
}

async function measureCalls(): Promise<CallFigures[]> {
  const sessions = await openAll();
  try {
    const memory = () => sessions.map((session) => session.rss());
    const idle = memory();
    const times = await byTurns(sessions, Number(values.calls) / BLOCK, inSequence);
    say('sequential calls are done');
    const used = memory();
    const rates = await byTurns(sessions, Number(values.rounds), inParallel);
    say('parallel calls are done');
    const last = memory();
    return sessions.map((session, index) => ({
      contender: session.contender,
      p50: median(times[index] ?? []),
      p95: quantile(times[index] ?? [], 0.95),
      perSecond: median(rates[index] ?? []),
      rss: [idle, used, last].map((figures) => figures[index] ?? Number.NaN),
    }));
  } finally {
    await Promise.allSettled(sessions.map((session) => session.close()));
  }
}

function reportCalls(figures: readonly CallFigures[]): boolean {
  const base = figures.find(({ contender }) => contender === direct);
  const ours = figures.find(({ contender }) => contender === molehill);
  if (!base || !ours) return false;
  const added = ({ p50 }: CallFigures) => p50 - base.p50;
  printTable([
    [
      '',
      'p50 ms',
      'p95 ms',
      'added p50',
      `${values.parallel} parallel, calls/s`,
      'RSS MB: idle, used, after parallel',
    ],
    ...figures.map((each) => [
      each.contender.name,
      each.p50.toFixed(2),
      each.p95.toFixed(2),
      each === base ? '' : added(each).toFixed(2),
      each.perSecond.toFixed(0),
      each === base ? '' : each.rss.map((megabytes) => megabytes.toFixed(0)).join(', '),
    ]),
  ]);
  const rivals = figures.filter(({ contender }) => contender.aggregates && contender !== molehill);
  const best = rivals.toSorted((a, b) => a.p50 - b.p50)[0];
  return [
    judge({ what: 'added p50 over direct stdio, ms', value: added(ours), wanted: 0.35 }),
    !best ||
      judge({
        what: `added p50, ratio to the best peer that aggregates (${best.contender.name})`,
        value: added(ours) / added(best),
        wanted: 0.25,
      }),
    judge({
      what: `${values.parallel} parallel calls, direct throughput to ours (0.7 of it is 1.43)`,
      value: base.perSecond / ours.perSecond,
      wanted: 1.43,
    }),
    judge({
      what: `RSS of the gateway after ${values.calls} calls in sequence, MB`,
      value: ours.rss[1] ?? Number.NaN,
      wanted: 100,
    }),
  ].every(Boolean);
}

/** Runs once until every list is cached; the cache stays in the folder. */
async function prepare(servers: Servers, tools: number, folder: string) {
  const launch = await molehill.launch(servers, folder);
  const lister = openLister(launch);
  try {
    const until = performance.now() + PART_MS;
    while ((await lister.list()).tools < tools) {
      if (performance.now() > until) throw new Error('the lists did not become known');
      await sleep(200);
    }
  } finally {
    await lister.close();
  }
  return launch;
}

async function measureStart(folder: string): Promise<boolean> {
  const [servers, tools] = [10, 10];
  const ours = await prepare(listing(servers, tools), servers * tools, folder);
  say(`the lists of ${servers} servers are cached`);
  const smallest = { args: [here('../start/smallest-server.mjs')], env: {}, cwd: folder };
  const times: { ours: number[]; smallest: number[] } = { ours: [], smallest: [] };
  const until = performance.now() + PART_MS;
  for (let round = -2; round < Number(values.starts) && performance.now() < until; round++) {
    const [theirs, own] = [await timeToStart(smallest), await timeToStart(ours)];
    if (round >= 0) times.smallest.push(theirs);
    if (round >= 0) times.ours.push(own);
  }
  const [own, theirs] = [median(times.ours), median(times.smallest)];
  const what = `start to tools/list before ${servers} cached servers, ratio to an empty SDK server`;
  const figures = `${own.toFixed(0)} ms to ${theirs.toFixed(0)} ms`;
  return judge({ what: `${what} (${figures})`, value: own / theirs, wanted: 1.3 });
}

/** Once each: peers start all their servers first, which takes long enough to measure. */
async function showPeerStarts(): Promise<void> {
  const [servers, tools] = [10, 10];
  for (const peer of peers) {
    const what = `${peer.name}, start to a list of ${servers} servers`;
    if (!peer.aggregates) console.log(`         ${what}: it serves one server only`);
    else
      await timeToList(peer, listing(servers, tools), servers * tools).then(
        (ms) => console.log(`         ${what}: ${ms.toFixed(0)} ms`),
        (error) => console.log(`         ${what}: ${reasonOf(error)}`),
      );
  }
}

async function measureLongList(folder: string): Promise<boolean> {
  const [servers, tools] = [50, 20];
  const launch = await prepare(listing(servers, tools), servers * tools, folder);
  say(`the lists of ${servers} servers with ${servers * tools} tools are cached`);
  const lister = openLister(launch);
  try {
    const first = await lister.list();
    const times: number[] = [];
    for (let round = 0; round < 30; round++) times.push((await lister.list()).ms);
    const what = `tools/list of ${first.tools} tools of ${servers} servers and our own, p50 ms`;
    return judge({
      what: `${what} (p95 ${quantile(times, 0.95).toFixed(1)})`,
      value: median(times),
      wanted: 30,
    });
  } finally {
    await lister.close();
  }
}

/** A part that fails counts as not met; the others are still measured. */
async function part(work: (folder: string) => Promise<boolean>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-bench-'));
  try {
    return await work(folder);
  } catch (error) {
    console.log(`NOT met  ${reasonOf(error)}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const results = [
  await part(async () => reportCalls(await measureCalls())),
  await part(measureStart),
  await part(measureLongList),
];
await showPeerStarts();
process.exit(results.includes(false) ? 1 : 0);
