import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endEverything } from '../e2e/support/cleanup.ts';
import { modernClient, openSession, sessionClient, stdioClient } from './clients.ts';
import { causeFaults, noFaults } from './faults.ts';
import { Gate } from './gate.ts';
import { repeatReads, runLoad, Tally } from './load.ts';
import { checkWrites, rssMb, takeSample } from './measure.ts';
import { judge, printSample, printTally, type Run } from './report.ts';
import { openWorld, type World } from './world.ts';

/**
 * `npm run soak -- --minutes N`: mixed load on `molehill up` and two `molehill mcp`, with faults. The last line is
 * `N passed, N failed`; the exit code is not zero when memory grows, a write is lost or a cancelled statement stays.
 */

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const minutes = Number(values.minutes);
const SAMPLE_EVERY_MS = 5_000;
const RSS_EVERY_MS = 200;
/** A client over stdio does not wait for the end of what it cancelled. */
const SETTLE_MS = 2_000;
/** Below the duration of the statements that are cancelled. */
const LATEST_CANCELLATION_MS = 15_000;
/** Abandoned sessions and sent events are kept up to a limit, which is reached before memory is measured. */
const ABANDONED_BEFORE = 200;
const READS_BEFORE = 40;

async function connectClients(world: World) {
  const session = (n: number) => sessionClient(world, `session-${n}`);
  const modern = (n: number) => modernClient(world, `modern-${n}`);
  const stdio = (n: number) => stdioClient(world.startMcp(), `stdio-${n}`);
  return Promise.all([1, 2, 3, 4].flatMap((n) => [session(n), modern(n)]).concat([1, 2].map(stdio)));
}

async function watchRss(world: World, run: Run, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    run.rss.push(rssMb(world));
    await sleep(RSS_EVERY_MS);
  }
}

async function soak(world: World): Promise<Run> {
  const run: Run = {
    minutes,
    tally: new Tally(),
    faults: noFaults(),
    samples: [],
    rss: [],
    lost: 0,
    repeated: 0,
  };
  const [gate, end] = [new Gate(), new AbortController()];
  for (let opened = 0; opened < ABANDONED_BEFORE; opened++) await openSession(world);
  const clients = await connectClients(world);
  await Promise.all(clients.map((client) => repeatReads(client, READS_BEFORE)));
  const started = performance.now();
  const work = Promise.all([
    ...clients.map((client) => runLoad(client, run.tally, gate, end.signal)),
    causeFaults(world, run.faults, end.signal),
    watchRss(world, run, end.signal),
  ]);
  while (performance.now() - started < minutes * 60_000) {
    await sleep(SAMPLE_EVERY_MS);
    // The database may be restarting.
    const sample = await gate.alone(() => takeSample(world)).catch(() => undefined);
    if (!sample) continue;
    run.samples.push({ ...sample, minutes: (performance.now() - started) / 60_000 });
    printSample(run);
  }
  end.abort();
  await work;
  await sleep(SETTLE_MS);
  run.last = await takeSample(world);
  const settled = performance.now() + LATEST_CANCELLATION_MS;
  while (run.last.stillRunning > 0 && performance.now() < settled) {
    await sleep(SETTLE_MS);
    run.last = await takeSample(world);
  }
  return { ...run, ...(await checkWrites(world, run.tally.written)) };
}

const world = await openWorld();
if (!world) {
  console.log('skipped: PostgreSQL is not available here\n0 passed, 0 failed');
} else {
  const run = await soak(world);
  await endEverything();
  printTally(run);
  if (!judge(run)) process.exitCode = 1;
}
