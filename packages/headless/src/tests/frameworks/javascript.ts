import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { editorErrors } from '@molehill/editor/errors';
import type { DebugConfiguration } from '@molehill/editor/host';
import * as z from 'zod';
import type { Framework, Listing, ProgramEnd, TestCase, TestProject, TestTarget } from '../framework.ts';
import { sourceName, targetName } from '../framework.ts';
import { type Installed, installedProgram } from '../manifests.ts';
import { escapePattern } from '../source/source-test.ts';

export const SEPARATOR = ' > ';
/** Jest and older vitest join titles by a space, newer vitest by ` > `. */
const JOIN = '(?: >)? ';

/** A regular expression of the whole names of the targets; undefined where a whole file is one of them. */
export function namePattern(targets: readonly TestTarget[]): string | undefined {
  const patterns = targets.map(targetPattern);
  if (patterns.some((pattern) => pattern === undefined)) return undefined;
  return patterns.length === 1 ? patterns[0] : patterns.map((pattern) => `(?:${pattern})`).join('|');
}

function targetPattern({ test, name }: TestTarget): string | undefined {
  if (name !== undefined) return `^${name.split(SEPARATOR).map(escapePattern).join(JOIN)}$`;
  if (!test) return undefined;
  const titles = test.titles.map(({ pattern }) => pattern).join(JOIN);
  return test.kind === 'suite' ? `^${titles}${JOIN}` : `^${titles}$`;
}

/** The installed program of a framework. E_TESTS_NOT_DISCOVERED. */
export function frameworkProgram({ root }: TestProject, name: string): Installed {
  const installed = installedProgram(root, name);
  if (installed) return installed;
  throw editorErrors.fail(
    'E_TESTS_NOT_DISCOVERED',
    `${name} is not installed: ${root} has no node_modules/${name}.`,
    {
      hint: `Install the packages of ${root}, for example with npm install, then call again.`,
    },
  );
}

/** Tests as the source shows them. */
export async function listFromSource(framework: Framework, paths: readonly string[]): Promise<Listing> {
  const listed = await Promise.all(
    paths.map(async (path) => {
      const tests = framework.parse(await readFile(path, 'utf8').catch(() => ''));
      const named = tests.filter(({ kind }) => kind === 'test');
      return named.map((test) => ({ name: sourceName(framework, test), path, line: test.line }));
    }),
  );
  return { tests: listed.flat(), problems: [] };
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
          location: z.object({ line: z.number() }).nullish(),
        }),
      ),
    }),
  ),
});

type FileResult = z.output<typeof reportSchema>['testResults'][number];
type Assertion = FileResult['assertionResults'][number];

/** The cases of a report in jest's JSON, which vitest writes too. Tests that the pattern left out are no cases. */
export async function jsonCases(
  file: string,
  targets: readonly TestTarget[],
  end: ProgramEnd,
): Promise<readonly TestCase[]> {
  const report = reportSchema.safeParse(await readJson(file));
  if (!report.success) throw noReport(end);
  const paths = new Set(targets.map(({ path }) => path));
  const pattern = namePattern(targets);
  const isWanted = pattern === undefined ? () => true : wantedBy(new RegExp(pattern));
  return report.data.testResults
    .filter(({ name }) => paths.has(name))
    .flatMap((result) => fileCases(result, isWanted));
}

const wantedBy = (pattern: RegExp) => (assertion: Assertion) =>
  pattern.test([...assertion.ancestorTitles, assertion.title].join(' '));

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

export function noReport({ code, tail }: ProgramEnd): Error {
  const said = tail.slice(-8).join('\n');
  return editorErrors.fail(
    'E_TESTS_NOT_DISCOVERED',
    `The tests could not be run (exit code ${code}): ${said}`,
  );
}

function fileCases(result: FileResult, isWanted: (assertion: Assertion) => boolean): TestCase[] {
  const { name: path, assertionResults, status, message } = result;
  if (assertionResults.length === 0 && status === 'failed')
    return [{ name: path, status: 'failed', testPath: path, path, message: messageText(message) }];
  return assertionResults.filter(isWanted).map((assertion) => assertionCase(path, assertion));
}

function assertionCase(path: string, assertion: Assertion): TestCase {
  const { ancestorTitles, title, status, failureMessages, location } = assertion;
  const name = [...ancestorTitles, title].join(SEPARATOR);
  const text = (failureMessages ?? []).join('\n');
  if (status === 'passed') return { name, status: 'passed', testPath: path };
  if (status !== 'failed') return { name, status: 'skipped', testPath: path };
  return {
    name,
    status: 'failed',
    testPath: path,
    path,
    line: stackLine(text, path) ?? location?.line,
    message: messageText(text),
  };
}

/** The first line of a stack trace that is in the file. */
export function stackLine(text: string, path: string): number | undefined {
  const at = text.indexOf(`${path}:`);
  const line = at === -1 ? undefined : /^:(\d+)/.exec(text.slice(at + path.length))?.[1];
  return line === undefined ? undefined : Number(line);
}

const MESSAGE_CHARACTERS = 1_500;

/** Without the stack trace, most of which is the framework's own. */
export function messageText(text: string): string {
  const plain = stripVTControlCharacters(text);
  const message = (plain.split(/\n\s+at /)[0] ?? plain).trim();
  return message.length > MESSAGE_CHARACTERS ? `${message.slice(0, MESSAGE_CHARACTERS)}…` : message;
}

interface NodeProgram {
  readonly program: string;
  readonly args?: readonly string[];
  readonly runtimeArgs?: readonly string[];
  readonly attachSimplePort?: number;
}

/** How to debug a test under Node.js. */
export function nodeConfiguration(
  framework: Framework,
  project: TestProject,
  target: TestTarget,
  program: NodeProgram,
): DebugConfiguration {
  return {
    type: 'node',
    request: 'launch',
    name: `${framework.id}: ${targetName(framework, target)}`,
    cwd: project.root,
    env: { NO_COLOR: '1' },
    autoAttachChildProcesses: false,
    skipFiles: ['<node_internals>/**', '**/node_modules/**'],
    ...program,
  };
}
