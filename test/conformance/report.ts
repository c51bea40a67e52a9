import { type ExpectedFailures, failed, type Verdict } from './expectations.ts';
import type { ScenarioResult } from './suite.ts';

export function table(revision: string, results: readonly ScenarioResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const header = `${'scenario'.padEnd(width)}  passed  failed  scored`;
  const rows = results.map((result) => {
    const passed = result.checks.filter(({ status }) => status === 'SUCCESS').length;
    const broken = result.checks.filter(failed).length;
    const scored = result.notScored === undefined ? 'yes' : `no: ${result.notScored}`;
    return `${result.name.padEnd(width)}  ${pad(passed)}  ${pad(broken)}  ${scored}`;
  });
  return [`Requirements ${revision}`, `  ${header}`, ...rows.map((row) => `  ${row}`)].join('\n');
}

function pad(count: number): string {
  return String(count).padStart('passed'.length);
}

export function reasons(expectedFailures: ExpectedFailures): string {
  return expectedFailures
    .map(({ requirements, reason, failures }) => {
      const checks = Object.entries(failures).map(([scenario, ids]) => `  ${scenario}: ${ids.join(', ')}`);
      return [`Expected to fail under ${requirements}: ${reason}`, ...checks].join('\n');
    })
    .join('\n');
}

export function summary(verdicts: readonly Verdict[]): string {
  const problems = verdicts.flatMap((verdict) => verdict.problems);
  const expected = verdicts.reduce((sum, verdict) => sum + verdict.expected.length, 0);
  const passed = verdicts.reduce((sum, verdict) => sum + verdict.passed, 0);
  return [
    ...problems.map((problem) => `FAILED ${problem}`),
    `expected failures: ${expected}`,
    `${passed} passed, ${problems.length} failed`,
  ].join('\n');
}
