import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { editorErrors } from '@molehill/editor/errors';
import type { DebugConfiguration } from '@molehill/editor/host';
import * as z from 'zod';
import type { Framework, Listing, Runner, RunResult, TestProject, TestTarget } from '../framework.ts';
import { targetName } from '../framework.ts';
import { goTests } from '../source/go.ts';
import { escapePattern } from '../source/source-test.ts';
import { GoResults, goEventSchema } from './go-results.ts';
import { listFromSource } from './javascript.ts';

export const goTest: Framework = { id: 'go test', separator: '/', parse: goTests, list, run, debug };

const packageSchema = z.object({
  Dir: z.string(),
  TestGoFiles: z.array(z.string()).default([]),
  XTestGoFiles: z.array(z.string()).default([]),
});

/** `go list` names the test files that this platform builds, without building them; tests are read from the source. */
async function list(project: TestProject, paths: readonly string[], runner: Runner): Promise<Listing> {
  const output: string[] = [];
  const folders = [...new Set(paths.map((path) => packageArgument(project, path)))];
  const args = ['list', '-e', '-json=Dir,TestGoFiles,XTestGoFiles', ...folders];
  const program = { command: 'go', args, cwd: project.root };
  const { code, tail } = await runner.run(program, (line) => output.push(line));
  if (code !== 0)
    throw editorErrors.fail('E_TESTS_NOT_DISCOVERED', `go list failed: ${tail.slice(-8).join('\n')}`);
  const packages = jsonValues(output).map((value) => packageSchema.parse(value));
  const built = new Set(
    packages.flatMap(({ Dir, TestGoFiles, XTestGoFiles }) =>
      [...TestGoFiles, ...XTestGoFiles].map((name) => join(Dir, name)),
    ),
  );
  const left = paths.filter((path) => !built.has(path));
  const { tests } = await listFromSource(
    goTest,
    paths.filter((path) => built.has(path)),
  );
  return { tests, problems: left.map((path) => `${path}: not built on this platform, or not loadable`) };
}

/** `go list -json` prints one object after the other, each ending in a line of its own. */
function jsonValues(lines: readonly string[]): unknown[] {
  const text = lines.join('\n').trim();
  return text === '' ? [] : text.split(/(?<=^\})\n/m).map((part): unknown => JSON.parse(part));
}

function packageArgument({ root }: TestProject, path: string): string {
  const steps = relative(root, dirname(path)).split(sep).join('/');
  return steps === '' ? '.' : `./${steps}`;
}

async function run(project: TestProject, targets: readonly TestTarget[], runner: Runner): Promise<RunResult> {
  const pattern = await runPattern(targets);
  const folders = [...new Set(targets.map(({ path }) => packageArgument(project, path)))];
  const args = ['test', '-json', '-run', pattern, ...folders];
  const results = new GoResults(project.root, await modulePath(project), targets);
  const end = await runner.run({ command: 'go', args, cwd: project.root }, (line) => {
    const event = goEventSchema.safeParse(parsed(line));
    if (event.success) results.add(event.data);
  });
  const printed = { ...end, tail: [...results.tail, ...end.tail] };
  return { cases: results.cases(end), end: printed };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

async function modulePath({ root }: TestProject): Promise<string> {
  const text = await readFile(join(root, 'go.mod'), 'utf8').catch(() => '');
  return /^module\s+(\S+)/m.exec(text)?.[1] ?? '';
}

/** A package is run as a whole, so all tests of a file are named. Subtests can be chosen for one test only. */
async function runPattern(targets: readonly TestTarget[]): Promise<string> {
  const names = (await Promise.all(targets.map(targetNames))).flat();
  const [first] = names;
  if (names.length === 1 && first !== undefined) return first.map((title) => `^${title}$`).join('/');
  const tops = [...new Set(names.map(([top]) => top))];
  return `^(${tops.join('|')})$`;
}

async function targetNames({ path, test, name }: TestTarget): Promise<string[][]> {
  if (name !== undefined) return [name.split('/').map(escapePattern)];
  if (test) return [test.titles.map(({ pattern }) => pattern)];
  const tests = goTests(await readFile(path, 'utf8')).filter(({ titles }) => titles.length === 1);
  return tests.map(({ titles }) => titles.map(({ pattern }) => pattern));
}

async function debug(_: TestProject, target: TestTarget): Promise<DebugConfiguration> {
  return {
    type: 'go',
    request: 'launch',
    name: `go test: ${targetName(goTest, target)}`,
    mode: 'test',
    program: dirname(target.path),
    cwd: dirname(target.path),
    args: ['-test.run', await runPattern([target]), '-test.v', '-test.timeout', '0'],
  };
}
