import * as fc from 'fast-check';
import { type AttackFixture, difference } from '../attacks/fixture.ts';
import type { connectSql } from '../sql-client.ts';

type Client = Awaited<ReturnType<typeof connectSql>>;

export interface FuzzOptions {
  readonly seed: number;
  readonly cases: number;
  readonly limitMs: number;
}

/** How many statements were generated, and what became of them. */
export interface FuzzReport {
  readonly seed: number;
  cases: number;
  /** By the guard. */
  refused: number;
  /** With rows as the answer. */
  answered: number;
  /** Errors of the server. */
  failed: number;
  /** Refused statements that the server runs without an effect. */
  readonly refusedReads: string[];
  /** The smallest statement that had an effect though the guard allowed it, and the effect. */
  effect?: { readonly statement: string; readonly shown: string };
}

const REFUSALS = ['E_READONLY', 'E_MULTI_STATEMENT'];

/** Runs generated statements on the connection `ro`. `@FILE@` in a statement stands for a new file in the folder. */
export async function fuzz(
  fixture: AttackFixture,
  client: Client,
  statement: fc.Arbitrary<string>,
  { seed, cases, limitMs }: FuzzOptions,
): Promise<FuzzReport> {
  const report: FuzzReport = { seed, cases: 0, refused: 0, answered: 0, failed: 0, refusedReads: [] };
  const changes = await watchChanges(fixture);
  const property = fc.asyncProperty(statement, async (template) => {
    const shown = await effectOf(template, { fixture, client, report, changes });
    if (shown !== undefined) report.effect = { statement: template, shown };
    return shown === undefined;
  });
  const limit = { interruptAfterTimeLimit: limitMs, markInterruptAsFailure: false };
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    seed,
    numRuns: cases,
    ...limit,
  });
  // For example, the statement ended the server.
  if (failed && !report.effect)
    throw new Error(`seed ${seed}: ${JSON.stringify(counterexample)} broke the test`, {
      cause: errorInstance,
    });
  return report;
}

interface Run {
  readonly fixture: AttackFixture;
  readonly client: Client;
  readonly report: FuzzReport;
  /** What changed since the last call. */
  changes(): Promise<string | undefined>;
}

async function watchChanges(fixture: AttackFixture): Promise<Run['changes']> {
  let before = await fixture.snapshot();
  return async () => {
    const changed = difference(before, await fixture.snapshot());
    if (changed.length === 0) return undefined;
    before = await fixture.snapshot();
    return changed.join('\n');
  };
}

/** The effect of a statement that the guard allows. Without the guard, one that it refuses shows whether that was needed. */
async function effectOf(
  template: string,
  { fixture, client, report, changes }: Run,
): Promise<string | undefined> {
  report.cases += 1;
  const sql = template.replaceAll('@FILE@', `${fixture.folder}/file${report.cases}`);
  const { ok, error } = await client.call('query', { connection: 'ro', sql, limit: 5 });
  const isRefused = REFUSALS.includes(error?.code ?? '');
  report[isRefused ? 'refused' : ok ? 'answered' : 'failed'] += 1;
  if (!isRefused && !ok) return changes();
  const { ran, sessionEffect } = await fixture.runUnguarded(sql);
  const effect = (await changes()) ?? sessionEffect;
  if (!isRefused) return effect;
  if (ran && effect === undefined) report.refusedReads.push(template);
  return undefined;
}
