import { readFile, stat } from 'node:fs/promises';
import { isMolehillError } from '@molehill/core/errors';
import { editorErrors } from '@molehill/editor/errors';
import type { DiscoveredTest, Discovery } from '@molehill/editor/host';
import { findTestFiles } from './find-files.ts';
import { type Framework, type Listing, type Runner, sourceName, type TestProject } from './framework.ts';
import { frameworks } from './frameworks.ts';
import { recogniseProject } from './recognise.ts';

interface Group {
  readonly project: TestProject;
  readonly paths: string[];
}

/** Tests of a file, a folder or all workspace folders. E_TESTS_NOT_DISCOVERED. */
export async function discoverTests(
  path: string | undefined,
  folders: readonly string[],
  runner: Runner,
): Promise<Discovery> {
  const { paths, isComplete } = await filesOf(path, folders, runner.context.signal);
  if (paths.length === 0) throw notDiscovered(`No test files are in ${path ?? folders.join(', ')}.`);
  const { groups, problems } = groupFiles(paths, folders);
  const tests: DiscoveredTest[] = [];
  for (const [index, { project, paths: files }] of groups.entries()) {
    runner.context.progress(index, groups.length, `${project.framework} in ${project.root}`);
    const listing = await listGroup(project, files, runner);
    problems.push(...listing.problems);
    tests.push(...(await withLines(project, listing)));
  }
  if (tests.length === 0 && problems.length > 0) throw notDiscovered(problems.slice(0, 5).join('\n'));
  const ids = [...new Set(groups.map(({ project }) => project.framework))];
  return { frameworks: ids, tests, problems, isComplete: isComplete && problems.length === 0 };
}

const notDiscovered = (message: string): Error => editorErrors.fail('E_TESTS_NOT_DISCOVERED', message);

async function filesOf(path: string | undefined, folders: readonly string[], signal: AbortSignal) {
  const isFile = path !== undefined && (await stat(path)).isFile();
  if (isFile) return { paths: [path], isComplete: true };
  return findTestFiles(path === undefined ? folders : [path], signal);
}

/** A file in a folder of tests need not be a test, so one that no framework claims is a problem only on its own. */
function groupFiles(paths: readonly string[], folders: readonly string[]) {
  const groups = new Map<string, Group>();
  const refusals: string[] = [];
  for (const path of paths) {
    try {
      const project = recogniseProject(path, folders);
      const key = `${project.framework} ${project.root}`;
      const group = groups.get(key) ?? { project, paths: [] };
      groups.set(key, group);
      group.paths.push(path);
    } catch (error) {
      if (!isMolehillError(error)) throw error;
      refusals.push(error.message);
    }
  }
  if (groups.size === 0) throw notDiscovered(refusals[0] ?? 'No test framework was recognised.');
  return { groups: [...groups.values()], problems: [] as string[] };
}

async function listGroup(project: TestProject, paths: readonly string[], runner: Runner): Promise<Listing> {
  try {
    return await frameworks[project.framework].list(project, paths, runner);
  } catch (error) {
    if (!isMolehillError(error) || error.code !== 'E_TESTS_NOT_DISCOVERED') throw error;
    return { tests: [], problems: [`${error.message} ${error.hint}`.trim()] };
  }
}

/** The line of a definition is that of the source; frameworks tell the line of a decorator or of the table of cases. */
async function withLines(project: TestProject, { tests }: Listing): Promise<DiscoveredTest[]> {
  const framework = frameworks[project.framework];
  const lines = new Map<string, ReadonlyMap<string, number>>();
  for (const path of new Set(tests.map((test) => test.path)))
    lines.set(path, await sourceLines(framework, path));
  return tests.map(({ name, path, line }) => {
    const known = lines.get(path);
    const found = known?.get(name) ?? known?.get(name.replace(/\[.*$/s, '')) ?? line ?? 1;
    return { name, path, line: found, framework: framework.id };
  });
}

async function sourceLines(framework: Framework, path: string): Promise<ReadonlyMap<string, number>> {
  const tests = framework.parse(await readFile(path, 'utf8').catch(() => ''));
  return new Map(tests.map((test) => [sourceName(framework, test), test.line]));
}
