import { readFile } from 'node:fs/promises';
import { editorErrors } from '@molehill/editor/errors';
import type { TestSelection } from '@molehill/editor/host';
import { type Framework, sourceName, type TestTarget, titlesOf } from './framework.ts';
import type { SourceTest, Title } from './source/source-test.ts';

const NEAREST = 3;

/** What a selection names in one file. E_NO_TEST_AT_LOCATION. */
export async function selectInFile(
  framework: Framework,
  path: string,
  { line, name }: TestSelection,
): Promise<readonly TestTarget[]> {
  if (line === undefined && name === undefined) return [{ path }];
  const tests = framework.parse(await readFile(path, 'utf8'));
  if (line !== undefined) return [{ path, test: testAtLine(framework, tests, path, line) }];
  return targetsByName(framework, tests, path, name ?? '');
}

/** The innermost test that contains the line, or the group that starts there. */
function testAtLine(
  framework: Framework,
  tests: readonly SourceTest[],
  path: string,
  line: number,
): SourceTest {
  const around = tests.filter(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine);
  const found = around.findLast(
    (test) => test.kind === 'test' || test.firstLine === line || test.line === line,
  );
  if (found) return found;
  const distance = (test: SourceTest) => Math.abs(test.line - line);
  const nearest = tests
    .filter(({ kind }) => kind === 'test')
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, NEAREST);
  throw noTest(`${path}:${line} is in no test.`, framework, path, nearest);
}

function noTest(what: string, framework: Framework, path: string, near: readonly SourceTest[]): Error {
  const nearest = near.map((test) => ({ name: sourceName(framework, test), path, line: test.line }));
  const named = nearest.map(({ name, line }) => `"${name}" (line ${line})`).join(', ');
  const message = nearest.length === 0 ? `${what} The file has no tests.` : `${what} Nearest: ${named}.`;
  return editorErrors.fail('E_NO_TEST_AT_LOCATION', message, { details: { nearest } });
}

/** Tests and groups with that name; empty where the source shows none. */
export function targetsByName(
  framework: Framework,
  tests: readonly SourceTest[],
  path: string,
  name: string,
): readonly TestTarget[] {
  const titles = titlesOf(framework, name);
  const whole = tests.filter((test) => isWholeName(framework, test, name));
  if (whole.length > 0) return whole.map((test) => ({ path, test }));
  const ending = tests.filter((test) => endsWith(test, titles, ({ text }, title) => text === title));
  if (ending.length > 0) return ending.map((test) => ({ path, test }));
  return caseOf(framework, tests, path, titles);
}

/** Jest and vitest also write whole names joined by spaces. */
function isWholeName(framework: Framework, test: SourceTest, name: string): boolean {
  if (sourceName(framework, test) === name) return true;
  return framework.separator === ' > ' && test.titles.map(({ text }) => text).join(' ') === name;
}

function endsWith(
  { titles }: SourceTest,
  wanted: readonly string[],
  isSame: (title: Title, wanted: string) => boolean,
): boolean {
  const last = titles.slice(-wanted.length);
  return last.length === wanted.length && last.every((title, index) => isSame(title, wanted[index] ?? ''));
}

/** One case of a parametrised test: its name is what it becomes, not what the source shows. */
function caseOf(
  framework: Framework,
  tests: readonly SourceTest[],
  path: string,
  titles: readonly string[],
): readonly TestTarget[] {
  const { separator } = framework;
  if (separator === '/') {
    const outer = tests.find((test) => test.titles.length === 1 && test.titles[0]?.text === titles[0]);
    return outer ? [{ path, test: outer, name: titles.join('/') }] : [];
  }
  const isCase =
    separator === '::'
      ? ({ text }: Title, title: string) => text === title.replace(/\[.*$/s, '')
      : ({ pattern }: Title, title: string) => new RegExp(`^${pattern}$`, 's').test(title);
  const found = tests.filter((test) => test.kind === 'test' && endsWith(test, titles, isCase));
  return found.map((test) => {
    const outer = test.titles.slice(0, -titles.length).map(({ text }) => text);
    return { path, test, name: [...outer, ...titles].join(separator) };
  });
}
