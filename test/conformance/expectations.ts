import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Check, ScenarioResult } from './suite.ts';

const ExpectedFailures = z.array(
  z.strictObject({
    requirements: z.string(),
    reason: z.string().min(1),
    failures: z.record(z.string(), z.array(z.string()).min(1)),
  }),
);

export type ExpectedFailures = z.infer<typeof ExpectedFailures>;

export interface Verdict {
  readonly passed: number;
  readonly expected: readonly string[];
  /** Violations: an unexpected failure, or an expected failure that passed. */
  readonly problems: readonly string[];
}

export async function readExpectedFailures(file: URL): Promise<ExpectedFailures> {
  return ExpectedFailures.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** A warning is a broken SHOULD. It counts like a failure unless the list names it. */
export function failed({ status }: Check): boolean {
  return status === 'FAILURE' || status === 'WARNING';
}

export function judge(
  revision: string,
  results: readonly ScenarioResult[],
  expectedFailures: ExpectedFailures,
): Verdict {
  const allowed = namesOf(revision, expectedFailures);
  const failures = results.flatMap(({ name, checks }) =>
    checks
      .filter(failed)
      .map((check) => ({ name: `${name}:${check.id}`, message: check.errorMessage ?? '' })),
  );
  const seen = new Set(failures.map(({ name }) => name));
  const unexpected = failures.filter(({ name }) => !allowed.has(name));
  const absent = [...allowed].filter((name) => !seen.has(name));
  return {
    passed: results.flatMap(({ checks }) => checks).filter(({ status }) => status === 'SUCCESS').length,
    expected: failures.filter(({ name }) => allowed.has(name)).map(({ name }) => name),
    problems: [
      ...unexpected.map(({ name, message }) => `${revision} ${name}: ${message}`),
      ...absent.map((name) => `${revision} ${name}: expected to fail, but did not; take it off the list`),
    ],
  };
}

function namesOf(revision: string, expectedFailures: ExpectedFailures): Set<string> {
  const groups = expectedFailures.filter(({ requirements }) => requirements === revision);
  return new Set(
    groups.flatMap(({ failures }) =>
      Object.entries(failures).flatMap(([scenario, checks]) => checks.map((check) => `${scenario}:${check}`)),
    ),
  );
}
