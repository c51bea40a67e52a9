import { readFile } from 'node:fs/promises';
import { nearest } from '@molehill/core/near';
import { editorErrors } from '@molehill/editor/errors';
import type { TestSelection } from '@molehill/editor/host';
import { discoverTests } from './discover.ts';
import { findTestFiles } from './find-files.ts';
import { type Framework, type Runner, sourceName, type TestProject, type TestTarget } from './framework.ts';
import { frameworks } from './frameworks.ts';
import { recogniseProject } from './recognise.ts';
import { selectInFile, targetsByName } from './select.ts';

/** What a selection names: tests of one project. */
export interface Resolved {
  readonly project: TestProject;
  readonly targets: readonly TestTarget[];
}

/** E_NO_TEST_AT_LOCATION, E_TESTS_NOT_DISCOVERED. */
export async function resolveSelection(
  selection: TestSelection,
  folders: readonly string[],
  runner: Runner,
): Promise<Resolved> {
  const { path, name = '' } = selection;
  if (path === undefined) return resolveName(name, folders, runner);
  const project = recogniseProject(path, folders);
  const framework = frameworks[project.framework];
  const targets = await selectInFile(framework, path, selection);
  if (targets.length > 0) return { project, targets };
  const listed = await framework.list(project, [path], runner);
  const found = listed.tests.filter((test) => isCalled(framework, test.name, name));
  if (found.length > 0) return { project, targets: found.map((test) => ({ path, name: test.name })) };
  throw notNamed(name, path, await namesIn(framework, path), listed.problems);
}

const isCalled = (framework: Framework, whole: string, name: string): boolean =>
  whole === name || whole.endsWith(`${framework.separator}${name}`);

async function namesIn(framework: Framework, path: string): Promise<string[]> {
  const tests = framework.parse(await readFile(path, 'utf8').catch(() => ''));
  return tests.filter(({ kind }) => kind === 'test').map((test) => sourceName(framework, test));
}

const SHOWN_NAMES = 5;

function notNamed(
  name: string,
  where: string,
  names: readonly string[],
  problems: readonly string[] = [],
): Error {
  const titles = new Map(names.map((whole) => [whole.split(/ > |::|\//).at(-1) ?? whole, whole]));
  const near = nearest(name, names) ?? titles.get(nearest(name, titles.keys()) ?? '');
  const shown = near ? [near, ...names.filter((other) => other !== near)] : names;
  const list = shown
    .slice(0, SHOWN_NAMES)
    .map((text) => `"${text}"`)
    .join(', ');
  const why = problems.length > 0 ? ` ${problems.slice(0, 2).join('\n')}` : '';
  const message = `No test is named "${name}" in ${where}.${list ? ` Nearest: ${list}.` : ' It has no tests.'}${why}`;
  return editorErrors.fail('E_NO_TEST_AT_LOCATION', message, {
    details: { nearest: shown.slice(0, SHOWN_NAMES) },
  });
}

/** Looks in the source of all test files, then asks the frameworks for names that only they know. */
async function resolveName(name: string, folders: readonly string[], runner: Runner): Promise<Resolved> {
  const { paths } = await findTestFiles(folders, runner.context.signal);
  const found: Resolved[] = [];
  const names: string[] = [];
  for (const path of paths) {
    const project = projectOf(path, folders);
    if (!project) continue;
    const framework = frameworks[project.framework];
    const tests = framework.parse(await readFile(path, 'utf8').catch(() => ''));
    names.push(...tests.map((test) => sourceName(framework, test)));
    const targets = targetsByName(framework, tests, path, name);
    if (targets.length > 0) found.push({ project, targets });
  }
  const [first, ...others] = found.length > 0 ? found : await listedByName(name, folders, runner);
  if (first && others.length === 0) return first;
  if (!first) throw notNamed(name, folders.join(', '), names);
  throw ambiguous(
    name,
    [first, ...others].flatMap(({ targets }) => targets),
  );
}

function projectOf(path: string, folders: readonly string[]): TestProject | undefined {
  try {
    return recogniseProject(path, folders);
  } catch {
    return undefined;
  }
}

async function listedByName(name: string, folders: readonly string[], runner: Runner): Promise<Resolved[]> {
  const { tests } = await discoverTests(undefined, folders, runner);
  const found = tests.flatMap((test): Resolved[] => {
    const project = recogniseProject(test.path, folders);
    const isWanted = isCalled(frameworks[project.framework], test.name, name);
    return isWanted ? [{ project, targets: [{ path: test.path, name: test.name }] }] : [];
  });
  return found;
}

export function ambiguous(name: string, targets: readonly TestTarget[]): Error {
  const places = targets.map(({ path, test }) => `${path}${test ? `:${test.line}` : ''}`);
  const list = places.slice(0, SHOWN_NAMES).join(', ');
  return editorErrors.fail('E_NO_TEST_AT_LOCATION', `Several tests are named "${name}": ${list}.`, {
    hint: 'Pass {param:path} and {param:line} of one of them.',
    details: { places: places.slice(0, 20) },
  });
}
