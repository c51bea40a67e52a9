import type * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenAttackFixture } from '../attacks/fixture.ts';
import { connectSql, openSqlEndpoint } from '../sql-client.ts';
import { type FuzzOptions, type FuzzReport, fuzz } from './fuzz.ts';

const MINUTE_MS = 60_000;
/** Time to start the engine. */
const START_MS = 60_000;
const SHOWN_READS = 10;

/** `npm run fuzz` sets the environment; `npm test` runs the same statements each time. */
function optionsFromEnv({ FUZZ_MINUTES, FUZZ_SEED }: NodeJS.ProcessEnv): FuzzOptions {
  if (FUZZ_MINUTES === undefined) return { seed: 1, cases: 1_500, limitMs: 15_000 };
  const seed = FUZZ_SEED === undefined ? Date.now() % 2 ** 31 : Number(FUZZ_SEED);
  return { seed, cases: Number.MAX_SAFE_INTEGER, limitMs: Number(FUZZ_MINUTES) * MINUTE_MS };
}

/** Whatever the guard allows must have no effect on the server. */
export function testFuzz(engine: string, open: OpenAttackFixture, statement: fc.Arbitrary<string>): void {
  const options = optionsFromEnv(process.env);
  test(`fuzz ${engine}`, { timeout: options.limitMs + START_MS, retry: 0 }, async ({ skip }) => {
    const fixture = await open();
    if (!fixture) return skip();
    const endpoint = openSqlEndpoint({
      connections: [{ ...fixture.definition, name: 'ro', readonly: true }],
    });
    try {
      const report = await fuzz(fixture, await connectSql(endpoint), statement, options);
      process.stdout.write(`${describeReport(engine, report)}\n`);
      expect(report.effect, `seed ${report.seed}`).toBeUndefined();
      expect(report.answered).toBeGreaterThan(0);
    } finally {
      await endpoint.close();
      await fixture.close();
    }
  });
}

function describeReport(engine: string, report: FuzzReport): string {
  const { seed, cases, refused, answered, failed, refusedReads } = report;
  const counts = `${cases} statements, ${answered} answered, ${failed} errors of the server, ${refused} refused`;
  const reads = refusedReads.slice(0, SHOWN_READS).map((sql) => `  ${JSON.stringify(sql)}`);
  const line = `fuzz ${engine}, seed ${seed}: ${counts}, of them ${refusedReads.length} reads without effect`;
  return [line, ...reads].join('\n');
}
