import type { FaultCounts } from './faults.ts';
import type { Tally } from './load.ts';
import type { Sample } from './measure.ts';
import { fitSlope } from './slope.ts';

export interface Run {
  readonly minutes: number;
  readonly tally: Tally;
  readonly faults: FaultCounts;
  readonly samples: (Sample & { readonly minutes: number })[];
  /** In megabytes. */
  readonly rss: number[];
  readonly lost: number;
  readonly repeated: number;
  /** After the end of the load. */
  last?: Sample;
}

/** In megabytes per minute. */
const MOST_GROWTH = 1;
const MOST_RSS_MB = 200;
/** Caches fill and code is compiled in the first part of a run. */
const WARM_UP = 0.4;
const LONGEST_WARM_UP_MINUTES = 2;
const CLIENTS = 10;

export function printSample({ samples, rss, tally }: Run): void {
  const sample = samples.at(-1);
  if (!sample) return;
  const { liveMb, descriptors, children, connections, stillRunning } = sample;
  console.log(
    [
      `${sample.minutes.toFixed(1)} min`,
      `live ${liveMb.toFixed(1)} MB`,
      `RSS ${Math.max(...rss.slice(-25)).toFixed(0)} MB`,
      `descriptors ${descriptors}`,
      `children ${children}`,
      `connections ${connections}`,
      `still running ${stillRunning}`,
      `calls ${tally.calls}`,
    ].join('  '),
  );
}

export function printTally({ tally, faults }: Run): void {
  const { calls, cancelled, malformed, failures, written, unknown, broken } = tally;
  console.log(`\n${calls} calls, ${cancelled} cancelled, ${malformed} malformed, ${written.size} written`);
  console.log(
    `${faults.terminated} backends terminated, ${faults.restarts} restarts of the database, ` +
      `${faults.upstreamKills} upstream servers killed, ${faults.abandoned} sessions abandoned`,
  );
  console.log(`unknown outcomes ${unknown.size}; errors ${JSON.stringify(Object.fromEntries(failures))}`);
  for (const line of broken.slice(0, 5)) console.log(`  broken: ${line}`);
}

/** Growth of live memory after the warm-up. */
function growth({ samples, minutes }: Run) {
  const from = Math.min(minutes * WARM_UP, LONGEST_WARM_UP_MINUTES);
  const points = samples.filter((sample) => sample.minutes >= from);
  return fitSlope(points.map((sample) => ({ minutes: sample.minutes, megabytes: sample.liveMb })));
}

/** Calls that were in flight when a fault occurred may fail, and no others. */
function mostFailures({ faults }: Run, code: string): number {
  if (code === 'E_CONNECT_FAILED') return faults.terminated + faults.restarts * CLIENTS;
  return code === 'E_UPSTREAM_GONE' ? faults.upstreamKills * CLIENTS : 0;
}

/** Prints what was asserted. */
export function judge(run: Run): boolean {
  const { tally, rss, last, lost, repeated } = run;
  const { slope, uncertainty } = growth(run);
  const failures = (code: string) => tally.failures.get(code) ?? 0;
  const bounded = (code: string) =>
    [
      `${code} at most ${mostFailures(run, code)}`,
      failures(code),
      failures(code) <= mostFailures(run, code),
    ] as const;
  const peak = Math.max(...rss);
  const checks: (readonly [string, number | string, boolean])[] = [
    // Samples that scatter too much to know the slope fail too.
    [
      `live memory grows at most ${MOST_GROWTH} MB/min`,
      `${slope.toFixed(2)} ± ${uncertainty.toFixed(2)}`,
      slope + uncertainty <= MOST_GROWTH,
    ],
    [`RSS at most ${MOST_RSS_MB} MB`, peak.toFixed(0), peak <= MOST_RSS_MB],
    ['lost writes', lost, lost === 0],
    ['repeated writes', repeated, repeated === 0],
    ['cancelled statements still running', last?.stillRunning ?? 'unknown', last?.stillRunning === 0],
    ['malformed messages without an answer', tally.unanswered, tally.unanswered === 0],
    ['calls without an answer', tally.broken.length, tally.broken.length === 0],
    ['lists that failed', failures('tools/list'), failures('tools/list') === 0],
    bounded('E_CONNECT_FAILED'),
    bounded('E_UPSTREAM_GONE'),
    bounded('E_UPSTREAM_BACKOFF'),
  ];
  console.log('');
  for (const [what, value, isGood] of checks) console.log(`${isGood ? 'ok  ' : 'FAIL'}  ${what}: ${value}`);
  const failed = checks.filter(([, , isGood]) => !isGood).length;
  console.log(`\n${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}
