import { join } from 'node:path';
import { editorErrors } from '@molehill/editor/errors';
import type { DebugConfiguration } from '@molehill/editor/host';
import type { Framework, Listing, Runner, RunResult, TestProject, TestTarget } from '../framework.ts';
import { javascriptTests } from '../source/javascript.ts';
import {
  frameworkProgram,
  jsonCases,
  listFromSource,
  namePattern,
  nodeConfiguration,
  SEPARATOR,
} from './javascript.ts';

export const jest: Framework = {
  id: 'jest',
  separator: SEPARATOR,
  parse: javascriptTests,
  list,
  run,
  debug,
};

/** Jest lists files only; their tests are read from the source. */
async function list(project: TestProject, paths: readonly string[], runner: Runner): Promise<Listing> {
  const { script } = frameworkProgram(project, 'jest');
  const files: string[] = [];
  const args = [script, '--listTests', '--runTestsByPath', ...paths];
  const program = { command: 'node', args, cwd: project.root };
  const { code, tail } = await runner.run(program, (line) => files.push(line.trim()));
  if (code !== 0)
    throw editorErrors.fail(
      'E_TESTS_NOT_DISCOVERED',
      `jest --listTests failed: ${tail.slice(-8).join('\n')}`,
    );
  const known = new Set(paths);
  return listFromSource(
    jest,
    files.filter((file) => known.has(file)),
  );
}

async function run(project: TestProject, targets: readonly TestTarget[], runner: Runner): Promise<RunResult> {
  const { script } = frameworkProgram(project, 'jest');
  const report = join(await runner.folder(), 'report.json');
  const args = [
    script,
    ...commonArgs(targets),
    '--json',
    `--outputFile=${report}`,
    '--testLocationInResults',
  ];
  // The report is printed too; only the file is read.
  const end = await runner.run({ command: 'node', args, cwd: project.root }, () => {});
  return { cases: await jsonCases(report, targets, end), end };
}

function commonArgs(targets: readonly TestTarget[]): string[] {
  const pattern = namePattern(targets);
  const paths = [...new Set(targets.map(({ path }) => path))];
  const filter = pattern === undefined ? [] : [`--testNamePattern=${pattern}`];
  return ['--coverage=false', ...filter, '--runTestsByPath', ...paths];
}

/** A day: a test that is stopped in the debugger must not time out. */
const NO_TIMEOUT_MS = 86_400_000;

async function debug(project: TestProject, target: TestTarget): Promise<DebugConfiguration> {
  const { script } = frameworkProgram(project, 'jest');
  const args = ['--runInBand', `--testTimeout=${NO_TIMEOUT_MS}`, '--watchAll=false', ...commonArgs([target])];
  return nodeConfiguration(jest, project, target, { program: script, args });
}
