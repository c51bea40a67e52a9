import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export interface EngineUse {
  readonly engine: string;
  readonly state: 'used' | 'skipped';
  /** The version used, or why the engine was skipped. */
  readonly detail: string;
}

const reportFile = process.env.MOLEHILL_ENGINE_REPORT;

/** Tests run in several processes: each appends a line, and the test command prints them at the end. */
export function reportEngine(use: EngineUse): void {
  if (reportFile) appendFileSync(reportFile, `${JSON.stringify(use)}\n`);
}

export function readEngineReport(file: string): EngineUse[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const uses = lines.map((line) => JSON.parse(line) as EngineUse);
  return [...new Map(uses.map((use) => [use.engine, use])).values()];
}

/** A missing engine is a skip with a reason locally and a failure in CI. */
export function engineMissing(engine: string, reason: string): undefined {
  if (process.env.CI === 'true') throw new Error(`${engine} is required under CI: ${reason}`);
  reportEngine({ engine, state: 'skipped', detail: reason });
}
