import { editorErrors } from '@molehill/editor/errors';
import type { RunResult, TestCase, TestTarget } from './framework.ts';
import type { Resolved } from './resolve.ts';

/** Runs of more callers are forgotten, the oldest first. */
const MOST_CALLERS = 100;
const MOST_TESTS = 500;

/** The tests that failed in the last run of each caller. */
export class LastFailed {
  readonly #runs = new Map<string, readonly Resolved[]>();

  /** E_NO_TEST_AT_LOCATION where none failed. */
  get(scope: string): readonly Resolved[] {
    const groups = this.#runs.get(scope);
    if (groups && groups.length > 0) return groups;
    const message = groups ? 'No test failed in the last run.' : 'No tests were run before.';
    throw editorErrors.fail('E_NO_TEST_AT_LOCATION', message, {
      hint: 'Run tests by {param:path} or {param:name} first.',
    });
  }

  set(scope: string, groups: readonly Resolved[], results: readonly RunResult[]): void {
    this.#runs.delete(scope);
    const failed = groups.map(({ project, targets }, index) => ({
      project,
      targets: failedTargets(targets, results[index]?.cases ?? []),
    }));
    this.#runs.set(
      scope,
      failed.filter(({ targets }) => targets.length > 0),
    );
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MOST_CALLERS && oldest !== undefined) this.#runs.delete(oldest);
  }
}

function failedTargets(targets: readonly TestTarget[], cases: readonly TestCase[]): TestTarget[] {
  const failed = cases.filter(({ status }) => status === 'failed').slice(0, MOST_TESTS);
  return failed.map(({ name, testPath }) => {
    const own = targets.find(({ path }) => path === testPath) ?? targets[0];
    const path = testPath ?? own?.path ?? '';
    // What failed as a file, or has no file, is run again as it was.
    if (name === path || testPath === undefined) return own ?? { path };
    const isSame = own?.test !== undefined && own.test.testAncestors.length > 0;
    return { path, name, ...(isSame ? { test: own.test } : {}) };
  });
}
