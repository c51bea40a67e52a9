import * as fc from 'fast-check';
import type { AttackFixture } from '../attacks/fixture.ts';
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
  /** The smallest statement that had an effect though the guard allowed it. */
  effect?: string | undefined;
}

/** Runs generated statements on the connection `ro`. `@FILE@` in a statement stands for a new file in the folder. */
export async function fuzz(
  fixture: AttackFixture,
  { call }: Client,
  statement: fc.Arbitrary<string>,
  { seed, cases, limitMs }: FuzzOptions,
): Promise<FuzzReport> {
  const report: FuzzReport = { seed, cases: 0, refused: 0, answered: 0, failed: 0, refusedReads: [] };
  let before = await fixture.snapshot();
  const changed = async () => {
    if ((await fixture.snapshot()) === before) return false;
    before = await fixture.snapshot();
    return true;
  };
  const hasEffect = async (template: string): Promise<boolean> => {
    report.cases += 1;
    const sql = template.replaceAll('@FILE@', `${fixture.folder}/file${report.cases}`);
    const { ok, error } = await call('query', { connection: 'ro', sql, limit: 5 });
    if (error?.code === 'E_READONLY' || error?.code === 'E_MULTI_STATEMENT') {
      report.refused += 1;
      const { ran, sessionEffect } = await fixture.runUnguarded(sql);
      if (ran && !(await changed()) && sessionEffect === undefined) report.refusedReads.push(template);
      return false;
    }
    if (ok) report.answered += 1;
    else report.failed += 1;
    return (await changed()) || (ok && (await fixture.runUnguarded(sql)).sessionEffect !== undefined);
  };
  const property = fc.asyncProperty(statement, async (template) => !(await hasEffect(template)));
  const options = { seed, numRuns: cases, interruptAfterTimeLimit: limitMs };
  const { failed, counterexample } = await fc.check(property, { ...options, markInterruptAsFailure: false });
  if (failed) report.effect = counterexample?.[0];
  return report;
}
