import type { Reaper } from '@molehill/core/processes/reaper';
import { editorErrors } from '@molehill/editor/errors';
import type {
  StartContext,
  TestContext,
  TestHost,
  TestRun,
  TestSelection,
  WorkspaceHost,
} from '@molehill/editor/host';
import type { Env } from '../adapters/adapter.ts';
import { discoverTests } from './discover.ts';
import { type Runner, type RunResult, targetName } from './framework.ts';
import { frameworks } from './frameworks.ts';
import { LastFailed } from './last-failed.ts';
import { ambiguous, type Resolved, resolveSelection } from './resolve.ts';
import { withRunner } from './run-program.ts';

export interface TestHostOptions {
  readonly workspace: WorkspaceHost;
  readonly env: Env;
  readonly reaper: Reaper;
}

/** How many failures a result describes; the count is that of all. */
const SHOWN_FAILURES = 50;

/** Finds and runs tests by the command lines of their frameworks. */
export class HeadlessTestHost implements TestHost {
  readonly #options: TestHostOptions;
  readonly #failed = new LastFailed();
  readonly #closed = new AbortController();

  constructor(options: TestHostOptions) {
    this.#options = options;
  }

  async discover(path: string | undefined, context: StartContext) {
    this.#checkTrust(path);
    return this.#with(context, (runner) => discoverTests(path, this.#folders, runner));
  }

  async run(selection: TestSelection, context: TestContext): Promise<TestRun> {
    this.#checkTrust(selection.path);
    return this.#with(context, async (runner) => {
      const groups =
        selection.scope === 'failed'
          ? this.#failed.get(context.scope)
          : [await resolveSelection(selection, this.#folders, runner)];
      const results: RunResult[] = [];
      for (const { project, targets } of groups)
        results.push(await frameworks[project.framework].run(project, targets, runner));
      this.#failed.set(context.scope, groups, results);
      return summary(groups, results);
    });
  }

  async debug(selection: TestSelection, context: StartContext) {
    this.#checkTrust(selection.path);
    return this.#with(context, async (runner) => {
      const { project, targets } = await resolveSelection(selection, this.#folders, runner);
      const [target, ...others] = targets;
      if (!target || others.length > 0) throw ambiguous(selection.name ?? '', targets);
      const framework = frameworks[project.framework];
      const configuration = await framework.debug(project, target, runner);
      const test = targetName(framework, target);
      return { test, framework: framework.id, folder: project.root, configuration };
    });
  }

  /** Ends the programs that run tests. */
  async close(): Promise<void> {
    this.#closed.abort();
  }

  get #folders(): readonly string[] {
    return this.#options.workspace.folders;
  }

  /** Listing tests runs code of the workspace too. */
  #checkTrust(path: string | undefined): void {
    if (path === undefined || this.#options.workspace.isTrusted(path)) return;
    throw editorErrors.fail(
      'E_UNTRUSTED_WORKSPACE',
      `${path} is outside the folders whose tests may be run.`,
    );
  }

  #with<T>(context: StartContext, work: (runner: Runner) => Promise<T>): Promise<T> {
    const signal = AbortSignal.any([context.signal, this.#closed.signal]);
    const progress: StartContext['progress'] = (...args) => context.progress(...args);
    return withRunner({ signal, progress }, { env: this.#options.env, reaper: this.#options.reaper }, work);
  }
}

function summary(groups: readonly Resolved[], results: readonly RunResult[]): TestRun {
  const cases = results.flatMap((result) => result.cases);
  const outputTail = results.flatMap(({ end }) => end.tail);
  if (cases.length === 0) throw nothingRan(groups, outputTail);
  const count = (status: string) => cases.filter((one) => one.status === status).length;
  const failures = cases.filter(({ status }) => status === 'failed').slice(0, SHOWN_FAILURES);
  return {
    framework: [...new Set(groups.map(({ project }) => project.framework))].join(', '),
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    failures: failures.map(({ name, path, line, message }) => ({
      name,
      ...(path === undefined ? {} : { path }),
      ...(line === undefined ? {} : { line }),
      message: message || 'failed without a message',
    })),
    outputTail,
  };
}

function nothingRan(groups: readonly Resolved[], tail: readonly string[]): Error {
  const said = tail.slice(-6).join('\n');
  const [group] = groups;
  const [target] = group?.targets ?? [];
  const what = group && target ? targetName(frameworks[group.project.framework], target) : 'the tests';
  return editorErrors.fail(
    'E_NO_TEST_AT_LOCATION',
    `${group?.project.framework} ran no test for ${what}. ${said}`,
  );
}
