import { coreErrors } from '@molehill/core/errors';
import type { EditorContext } from '../../context.ts';
import type { ToolInputs, ToolResults } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';
import type { TestRun, TestSelection } from '../../host.ts';

export const handle: Handler<'test_run'> = async (input, context) => {
  const { host, caller } = context;
  const selection = selectionOf(input, context);
  const run = await context.background(
    titleOf(input),
    ({ signal, progress }) => host.tests.run(selection, { signal, progress, scope: caller.id }),
    { waitMs: input.timeoutMs },
  );
  return resultOf(run, context);
};

function selectionOf(
  { path, line, name, scope }: ToolInputs['test_run'],
  context: EditorContext,
): TestSelection {
  if (scope === 'file' && path === undefined)
    throw coreErrors.fail('E_INVALID_PARAMS', 'scope: "file" needs the path of the file.');
  if (scope === 'failed' && path !== undefined)
    throw coreErrors.fail('E_INVALID_PARAMS', 'scope: "failed" takes no path; it repeats what failed last.');
  return {
    ...(path === undefined ? {} : { path: context.path(path) }),
    ...(line === undefined ? {} : { line }),
    ...(name === undefined ? {} : { name }),
    ...(scope === undefined ? {} : { scope }),
  };
}

function titleOf({ path, name, scope }: ToolInputs['test_run']): string {
  return `Tests: ${name ?? path ?? scope ?? ''}`;
}

/** What the framework printed explains a failure; where all passed, the last lines are enough. */
const TAIL_LINES = { failed: 20, passed: 3 };

function resultOf(run: TestRun, { shown }: EditorContext): ToolResults['test_run'] {
  const { framework, passed, failed, skipped, failures, outputTail } = run;
  return {
    framework,
    passed,
    failed,
    skipped,
    failures: failures.map(({ name, path, line, message }) => ({
      name,
      ...(path === undefined ? {} : { file: shown(path) }),
      ...(line === undefined ? {} : { line }),
      message,
    })),
    outputTail: outputTail.slice(failed > 0 ? -TAIL_LINES.failed : -TAIL_LINES.passed),
  };
}
