import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** What debug adapters and language servers start from. */
const MANIFESTS = new Set([
  'package.json',
  'tsconfig.json',
  'jsconfig.json',
  'pyproject.toml',
  'requirements.txt',
  'setup.py',
  'go.mod',
  'Cargo.toml',
  'CMakeLists.txt',
  'compile_commands.json',
  'Makefile',
]);
const SOURCES = new Set(
  '.js .mjs .cjs .jsx .ts .mts .cts .tsx .py .pyi .go .c .cc .cpp .cxx .h .hh .hpp .hxx .rs'.split(' '),
);
const MOST_FOLDERS = 20;
const MOST_ENTRIES = 500;

/** Whether a folder has code to change or to debug: a look at the folder and those directly in it, bounded in time. */
export function hasCode(folder: string): boolean {
  if (existsSync(join(folder, '.vscode', 'launch.json'))) return true;
  const { files, folders } = entriesOf(folder);
  if (files.some(isSource) || files.some((name) => name.endsWith('.code-workspace'))) return true;
  return folders
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .slice(0, MOST_FOLDERS)
    .some((name) => entriesOf(join(folder, name)).files.some(isSource));
}

function isSource(name: string): boolean {
  return MANIFESTS.has(name) || SOURCES.has(extname(name));
}

function entriesOf(folder: string): {
  readonly files: readonly string[];
  readonly folders: readonly string[];
} {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).slice(0, MOST_ENTRIES);
    const named = (isWanted: (entry: (typeof entries)[number]) => boolean) =>
      entries.filter(isWanted).map(({ name }) => name);
    return { files: named((entry) => entry.isFile()), folders: named((entry) => entry.isDirectory()) };
  } catch {
    return { files: [], folders: [] };
  }
}
