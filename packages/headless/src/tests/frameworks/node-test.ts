import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DebugConfiguration } from '@molehill/editor/host';
import * as z from 'zod';
import type { Framework, Runner, RunResult, TestCase, TestProject, TestTarget } from '../framework.ts';
import { readManifest } from '../manifests.ts';
import { javascriptTests } from '../source/javascript.ts';
import { escapePattern } from '../source/source-test.ts';
import { listFromSource, messageText, nodeConfiguration, SEPARATOR, stackLine } from './javascript.ts';

export const nodeTest: Framework = {
  id: 'node:test',
  separator: SEPARATOR,
  parse: javascriptTests,
  list: (_, paths) => listFromSource(nodeTest, paths),
  run,
  debug,
};

/** One line of JSON for each test with its whole name. The reporters of Node.js give no names of nested tests. */
const REPORTER = `
const titles = [];
export default async function* (events) {
  for await (const { type, data } of events) {
    if (type === 'test:start') titles.splice(data.nesting, titles.length, data.name);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const error = data.details?.error;
    yield JSON.stringify({
      titles: [...titles.slice(0, data.nesting), data.name],
      passed: type === 'test:pass',
      skipped: data.skip !== undefined || data.todo !== undefined,
      leftOut: data.skip === 'test name does not match pattern',
      suite: data.details?.type === 'suite',
      file: data.file,
      line: data.line,
      reason: error?.failureType,
      error: error && String(error.cause?.stack ?? error.cause ?? error.message),
    }) + '\\n';
  }
}
`;

const eventSchema = z.object({
  titles: z.array(z.string()),
  passed: z.boolean(),
  skipped: z.boolean(),
  leftOut: z.boolean(),
  suite: z.boolean(),
  file: z.string().optional(),
  line: z.number().optional(),
  reason: z.string().optional(),
  error: z.string().optional(),
});

async function run(project: TestProject, targets: readonly TestTarget[], runner: Runner): Promise<RunResult> {
  const reporter = join(await runner.folder(), 'reporter.mjs');
  await writeFile(reporter, REPORTER);
  const paths = [...new Set(targets.map(({ path }) => path))];
  const args = [
    ...scriptFlags(project),
    '--test',
    ...(await patternFlags(targets, runner)),
    `--test-reporter=${pathToFileURL(reporter).href}`,
    '--test-reporter-destination=stdout',
    '--test-reporter=spec',
    '--test-reporter-destination=stderr',
    ...paths,
  ];
  const cases: TestCase[] = [];
  const end = await runner.run({ command: 'node', args, cwd: project.root }, (line) => {
    const event = eventSchema.safeParse(parsed(line));
    const found = event.success ? testCase(event.data) : undefined;
    if (found) cases.push(found);
  });
  return { cases, end };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A suite, or a test with subtests, fails again for what failed in it. A file without tests passes as one. */
function testCase(event: z.output<typeof eventSchema>): TestCase | undefined {
  const { titles, passed, skipped, leftOut, suite, file, line, reason, error = '' } = event;
  const isFile = titles.length === 1 && file !== undefined && file.endsWith(titles[0] ?? '');
  if (leftOut || suite || reason === 'subtestsFailed' || (isFile && passed)) return undefined;
  const name = isFile ? file : titles.join(SEPARATOR);
  if (skipped) return { name, status: 'skipped', testPath: file };
  if (passed) return { name, status: 'passed', testPath: file };
  const at = file === undefined ? undefined : stackLine(error, file);
  return {
    name,
    status: 'failed',
    testPath: file,
    path: file,
    line: at ?? line,
    message: messageText(error),
  };
}

async function debug(project: TestProject, target: TestTarget, runner: Runner): Promise<DebugConfiguration> {
  return nodeConfiguration(nodeTest, project, target, {
    program: target.path,
    // Without --test the file runs its tests itself, in this one process.
    runtimeArgs: [...scriptFlags(project), ...(await patternFlags([target], runner)), '--test-reporter=spec'],
  });
}

const KEPT_FLAG =
  /^(?:--import|--require|-r|--loader|--experimental-loader|--conditions|-C|--env-file)(?:=|$)|^--experimental-|^--enable-source-maps$/;

/** Flags of the package's own test script that its files may need, such as a loader for TypeScript. */
function scriptFlags({ root }: TestProject): string[] {
  const scripts = Object.values(readManifest(root)?.scripts ?? {});
  const script = scripts.find((text) => /(?:^|\s)(?:node|tsx)\s.*--test\b/.test(text));
  if (script === undefined) return [];
  const words = script.split(/\s+/);
  const flags = words.flatMap((word, index) => {
    if (!KEPT_FLAG.test(word)) return [];
    const takesNext = /^(?:--import|--require|-r|--loader|--conditions|-C|--env-file)$/.test(word);
    return takesNext ? [word, words[index + 1] ?? ''] : [word];
  });
  return words.includes('tsx') && !flags.includes('tsx') ? ['--import', 'tsx', ...flags] : flags;
}

/** Before version 22 Node.js matches the title alone, later the whole name. */
async function patternFlags(targets: readonly TestTarget[], runner: Runner): Promise<string[]> {
  if (targets.some(({ test, name }) => !test && name === undefined)) return [];
  const isWhole = (await nodeVersion(runner)) >= 22;
  const patterns = targets.flatMap((target) => (isWhole ? wholePatterns(target) : titlePatterns(target)));
  return [...new Set(patterns)].map((pattern) => `--test-name-pattern=${pattern}`);
}

async function nodeVersion(runner: Runner): Promise<number> {
  let version = '';
  const program = { command: 'node', args: ['--version'], cwd: process.cwd() };
  await runner.run(program, (line) => {
    version = line;
  });
  return Number.parseInt(version.replace('v', ''), 10);
}

/** A subtest runs only where the tests around it do. */
function wholePatterns({ test, name }: TestTarget): string[] {
  const titles = test?.titles.map(({ pattern }) => pattern) ?? [];
  const around = (test?.testAncestors ?? []).map((count) => `^${titles.slice(0, count).join(' ')}$`);
  if (name !== undefined) return [...around, `^${name.split(SEPARATOR).map(escapePattern).join(' ')}$`];
  return [...around, `^${titles.join(' ')}${test?.kind === 'suite' ? '(?: |$)' : '$'}`];
}

function titlePatterns({ test, name }: TestTarget): string[] {
  const titles = test?.titles.map(({ pattern }) => pattern) ?? [];
  const around = (test?.testAncestors ?? []).map((count) => `^${titles[count - 1]}$`);
  const own = name === undefined ? titles.at(-1) : escapePattern(name.split(SEPARATOR).at(-1) ?? '');
  return [...around, `^${own}$`];
}
