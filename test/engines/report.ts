import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export interface EngineUse {
  readonly engine: string;
  readonly state: 'used' | 'skipped';
  /** The version that was used, or the reason why none was. */
  readonly detail: string;
}

const reportFile = process.env.MOLEHILL_ENGINE_REPORT;

/** Tests run in several processes; each adds its line, and the test command prints them all at the end. */
export function reportEngine(use: EngineUse): void {
  if (reportFile) appendFileSync(reportFile, `${JSON.stringify(use)}\n`);
}

export function readEngineReport(file: string): EngineUse[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const uses = lines.map((line) => JSON.parse(line) as EngineUse);
  return [...new Map(uses.map((use) => [use.engine, use])).values()];
}

/** A missing engine is a skip with its reason on a person's machine, and a failure where the run must be complete. */
export function engineMissing(engine: string, reason: string): undefined {
  if (process.env.CI === 'true') throw new Error(`${engine} is required under CI: ${reason}`);
  reportEngine({ engine, state: 'skipped', detail: reason });
}
