import { posix } from 'node:path';
import { at, isLiteralRecord, type Literal, parseJsonc } from './literal/literal.ts';
import { parseYaml } from './literal/yaml.ts';
import type { ProjectFiles } from './project-files.ts';

/** Usual folders of the part that has the database. */
const USUAL = ['backend', 'server', 'api', 'src'];
/** Where compose files are, when they are not beside the program. */
export const COMPOSE_FOLDERS = ['.devcontainer', 'docker', '.docker', 'deploy', 'infra'];
const COLLECTIONS = ['apps/*', 'packages/*', 'services/*', 'libs/*'];
/** Files that only the folder of a program has. */
const MARKERS =
  /^(package\.json|composer\.json|artisan|manage\.py|pyproject\.toml|requirements\.txt|alembic\.ini|Gemfile|mix\.exs|go\.mod|pom\.xml|build\.gradle(\.kts)?|\.env(\.(local|development))?|.*\.csproj)$/;
const SKIPPED =
  /^(\..*|node_modules|vendor|venv|env|dist|build|target|out|coverage|__pycache__|bin|obj|tests?|docs?)$/;
const MAX_SCOPES = 80;

/** The project's folder and those of its parts, the likely ones first. */
export async function findScopes(files: ProjectFiles): Promise<readonly string[]> {
  const folders = new Set<string>(['']);
  for (const folder of await partsOf(files)) {
    folders.add(folder);
    if (folders.size >= MAX_SCOPES) break;
  }
  return [...folders];
}

async function partsOf(files: ProjectFiles): Promise<readonly string[]> {
  const declared = await declaredParts(files, '');
  const nested: string[] = [];
  for (const folder of declared) nested.push(...(await declaredParts(files, folder)));
  const collected = await Promise.all(COLLECTIONS.map((pattern) => matching(files, pattern)));
  const usual = await Promise.all([...USUAL, ...COMPOSE_FOLDERS].map((folder) => matching(files, folder)));
  return [...usual.flat(), ...declared, ...nested, ...collected.flat(), ...(await markedFolders(files))];
}

/** Workspaces of npm and pnpm, modules of Maven and Gradle. */
async function declaredParts(files: ProjectFiles, folder: string): Promise<readonly string[]> {
  const inside = files.in(folder);
  const patterns = [
    ...(await npmWorkspaces(inside)),
    ...(await pnpmWorkspaces(inside)),
    ...(await mavenModules(inside)),
    ...(await gradleModules(inside)),
  ];
  const found = patterns
    .filter((pattern) => !pattern.startsWith('!'))
    .map((pattern) => matching(files, posix.join(folder, pattern)));
  return (await Promise.all(found)).flat();
}

function texts(value: Literal): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

async function npmWorkspaces(files: ProjectFiles): Promise<readonly string[]> {
  const parsed = parseJsonc((await files.read('package.json')) ?? '');
  const written = 'value' in parsed ? at(parsed.value, 'workspaces') : undefined;
  return texts(isLiteralRecord(written) ? at(written, 'packages') : written);
}

async function pnpmWorkspaces(files: ProjectFiles): Promise<readonly string[]> {
  const parsed = await parseYaml((await files.read('pnpm-workspace.yaml')) ?? '');
  return 'documents' in parsed ? texts(at(parsed.documents[0], 'packages')) : [];
}

async function mavenModules(files: ProjectFiles): Promise<readonly string[]> {
  const text = ((await files.read('pom.xml')) ?? '').replace(/<!--[\s\S]*?-->/g, '');
  return [...text.matchAll(/<module>\s*([^<\s]+)\s*<\/module>/g)].map(([, name = '']) => name);
}

/** `include 'a', ':b:c'` names a and b/c. */
async function gradleModules(files: ProjectFiles): Promise<readonly string[]> {
  const script = await files.readFirst(['settings.gradle', 'settings.gradle.kts']);
  const includes = script?.text.match(/^\s*include\b[^\n]*(?:,\s*\n[^\n]*)*/gm) ?? [];
  const names = includes.flatMap((line) => [...line.matchAll(/["']:?([^"']+)["']/g)]);
  return names.map(([, name = '']) => name.replaceAll(':', '/'));
}

/** `folder` or `folder/*`; deeper patterns count as one level. */
async function matching(files: ProjectFiles, pattern: string): Promise<readonly string[]> {
  const path = posix.normalize(pattern.replace(/\/+$/, ''));
  if (path.startsWith('..') || posix.isAbsolute(path)) return [];
  const [, parent, star] = /^(.*?)(?:\/?(\*.*))?$/.exec(path) ?? [];
  const folder = parent === '.' ? '' : (parent ?? '');
  if (star === undefined) return folder !== '' && (await files.list(folder)).length > 0 ? [folder] : [];
  return (await subfolders(files, folder)).map((name) => posix.join(folder, name));
}

async function subfolders(files: ProjectFiles, folder: string): Promise<readonly string[]> {
  const entries = await files.list(folder);
  return entries.filter((entry) => entry.isDirectory() && !SKIPPED.test(entry.name)).map(({ name }) => name);
}

async function markedFolders(files: ProjectFiles): Promise<readonly string[]> {
  const marked: string[] = [];
  for (const folder of (await subfolders(files, '')).slice(0, MAX_SCOPES))
    if ((await files.list(folder)).some(({ name }) => MARKERS.test(name))) marked.push(folder);
  return marked;
}
