import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { editorErrors } from '@molehill/editor/errors';
import type { FrameworkId, TestProject } from './framework.ts';
import { dependsOn, foldersAbove, hasFile, hasFileLike, readManifest } from './manifests.ts';

const JAVASCRIPT = /\.[cm]?[jt]sx?$/;
const PYTEST_FILES = ['pyproject.toml', 'pytest.ini', 'setup.cfg', 'tox.ini', 'conftest.py', 'setup.py'];

/** Which framework runs the tests of a file, by the nearest manifest. E_TESTS_NOT_DISCOVERED. */
export function recogniseProject(path: string, workspaceFolders: readonly string[]): TestProject {
  const folders = foldersAbove(path, workspaceFolders);
  const project = recognise(path, folders);
  if (typeof project !== 'string') return project;
  throw editorErrors.fail(
    'E_TESTS_NOT_DISCOVERED',
    `No test framework was recognised for ${path}: ${project}`,
  );
}

/** The project, or why there is none. */
function recognise(path: string, folders: readonly string[]): TestProject | string {
  if (path.endsWith('.go')) return goProject(path, folders);
  if (extname(path) === '.py') return pythonProject(folders);
  if (JAVASCRIPT.test(path)) return javascriptProject(path, folders);
  return 'only JavaScript, TypeScript, Python and Go files have tests that can be run here.';
}

function goProject(path: string, folders: readonly string[]): TestProject | string {
  if (!path.endsWith('_test.go')) return 'Go keeps tests in files that end in _test.go.';
  const root = folders.find((folder) => hasFile(folder, ['go.mod']));
  return root ? { framework: 'go test', root } : 'no go.mod is in its folder or above it.';
}

function pythonProject(folders: readonly string[]): TestProject | string {
  const root = folders.find((folder) => hasFile(folder, PYTEST_FILES)) ?? folders.at(-1);
  return root ? { framework: 'pytest', root } : 'it is outside the workspace.';
}

/** An import names the framework for certain; with globals the nearest manifest decides. */
function javascriptProject(path: string, folders: readonly string[]): TestProject | string {
  const imported = importedFramework(path);
  if (imported === 'bun:test') return 'it imports bun:test, which is not supported.';
  const packages = folders.filter((folder) => hasFile(folder, ['package.json']));
  const nearest = packages[0] ?? folders.at(-1);
  if (imported === 'node:test')
    return nearest ? { framework: imported, root: nearest } : 'it is outside the workspace.';
  for (const root of folders) {
    const framework = imported ? usesFramework(root, imported) && imported : configuredFramework(root);
    if (framework) return { framework, root };
  }
  if (imported && nearest) return { framework: imported, root: nearest };
  return packages.length === 0
    ? 'no package.json is in its folder or above it, and it does not import node:test.'
    : `no package.json above it (${packages.join(', ')}) names vitest or jest, and it does not import node:test.`;
}

const IMPORT = /(?:from|import|require\()\s*['"](vitest|@jest\/globals|node:test|bun:test)['"]/;

function importedFramework(path: string): 'vitest' | 'jest' | 'node:test' | 'bun:test' | undefined {
  const name = IMPORT.exec(readStart(path))?.[1];
  if (name === '@jest/globals') return 'jest';
  return name === 'vitest' || name === 'node:test' || name === 'bun:test' ? name : undefined;
}

function readStart(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(0, 20_000);
  } catch {
    return '';
  }
}

const CONFIG = { vitest: /^vitest\.(?:config|workspace)\./, jest: /^jest\.config\./ } as const;

function usesFramework(folder: string, name: 'vitest' | 'jest'): boolean {
  if (hasFileLike(folder, CONFIG[name])) return true;
  const manifest = readManifest(folder);
  if (!manifest) return false;
  const isInScript = Object.values(manifest.scripts).some((script) => wordIn(script, name));
  return dependsOn(manifest, name) || isInScript || (name === 'jest' && manifest.jest !== undefined);
}

/** Where a folder names both, its script `test` decides. */
function configuredFramework(folder: string): FrameworkId | undefined {
  const used = (['vitest', 'jest'] as const).filter((name) => usesFramework(folder, name));
  if (used.length < 2) return used[0];
  const script = readManifest(folder)?.scripts.test ?? '';
  return used.find((name) => wordIn(script, name)) ?? used[0];
}

const wordIn = (script: string, name: string): boolean =>
  new RegExp(`(?:^|[\\s/])${name}(?:\\s|$)`).test(script);

const TEST_FILE = /(?:[._-](?:test|spec)\.[cm]?[jt]sx?|^test\.[cm]?[jt]s|^test-.*\.[cm]?[jt]s)$/;

/** Whether a file is a test by its name or place, as the frameworks' own defaults say. */
export function isTestFile(path: string): boolean {
  const name = basename(path);
  if (name.endsWith('.go')) return name.endsWith('_test.go');
  if (name.endsWith('.py')) return /^test_.*\.py$|_test\.py$/.test(name);
  if (!JAVASCRIPT.test(name) || name.endsWith('.d.ts')) return false;
  return TEST_FILE.test(name) || /[\\/](?:__tests__|test|tests)[\\/]/.test(path);
}
