import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { editorErrors } from '@molehill/editor/errors';
import type { DebugConfiguration } from '@molehill/editor/host';
import * as z from 'zod';
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

export const vitest: Framework = {
  id: 'vitest',
  separator: SEPARATOR,
  parse: javascriptTests,
  list,
  run,
  debug,
};

const listSchema = z.array(
  z.object({ name: z.string(), file: z.string(), location: z.object({ line: z.number() }).optional() }),
);

/** More files are listed without naming them. */
const MOST_FILTERS = 50;

async function list(project: TestProject, paths: readonly string[], runner: Runner): Promise<Listing> {
  const { script, version } = frameworkProgram(project, 'vitest');
  if (Number.parseInt(version, 10) < 2) return listFromSource(vitest, paths);
  const file = join(await runner.folder(), 'list.json');
  const filters = paths.length > MOST_FILTERS ? [] : paths;
  const args = [script, 'list', ...filters, `--json=${file}`, '--includeTaskLocation'];
  const { tail } = await runner.run({ command: 'node', args, cwd: project.root });
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw editorErrors.fail('E_TESTS_NOT_DISCOVERED', listFailed(tail));
  const listed = listSchema.parse(JSON.parse(text));
  const tests = listed.map(({ name, file: path, location }) => ({ name, path, line: location?.line }));
  const wanted = filters.length > 0 ? tests.filter(({ path }) => filters.includes(path)) : tests;
  return { tests: wanted, problems: [] };
}

const listFailed = (tail: readonly string[]): string => `vitest list failed: ${tail.slice(-8).join('\n')}`;

async function run(project: TestProject, targets: readonly TestTarget[], runner: Runner): Promise<RunResult> {
  const { script, version } = frameworkProgram(project, 'vitest');
  const report = join(await runner.folder(), 'report.json');
  const args = [
    script,
    'run',
    ...filterArgs(targets),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--coverage.enabled=false',
    ...(Number.parseInt(version, 10) < 2 ? [] : ['--includeTaskLocation']),
  ];
  const end = await runner.run({ command: 'node', args, cwd: project.root });
  return { cases: await jsonCases(report, targets, end), end };
}

function filterArgs(targets: readonly TestTarget[]): string[] {
  const pattern = namePattern(targets);
  const paths = [...new Set(targets.map(({ path }) => path))];
  return [...paths, ...(pattern === undefined ? [] : [`--testNamePattern=${pattern}`])];
}

/**
 * Vitest runs tests in a process of its own. That process waits for the debugger at a port, and js-debug attaches to
 * it alone, so the test is the one program of the session and its breakpoints are set before it runs.
 */
async function debug(project: TestProject, target: TestTarget): Promise<DebugConfiguration> {
  const { script, version } = frameworkProgram(project, 'vitest');
  const port = await freePort();
  return nodeConfiguration(vitest, project, target, {
    program: script,
    args: [
      'run',
      ...filterArgs([target]),
      '--pool=forks',
      '--coverage.enabled=false',
      '--testTimeout=0',
      '--hookTimeout=0',
      ...waitingWorker(Number.parseInt(version, 10), `--inspect-wait=127.0.0.1:${port}`),
    ],
    attachSimplePort: port,
  });
}

/**
 * One worker that waits for the debugger. Before version 4 the option is a list only when it is given twice, and a
 * finished worker is replaced up to the minimum by one that would wait for a debugger too.
 */
function waitingWorker(version: number, wait: string): string[] {
  const option = `--poolOptions.forks.execArgv=${wait}`;
  if (version >= 4) return ['--no-file-parallelism', `--execArgv=${wait}`];
  return [option, option, '--poolOptions.forks.minForks=0', '--poolOptions.forks.maxForks=1'];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
