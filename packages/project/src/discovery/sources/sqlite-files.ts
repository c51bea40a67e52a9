import { open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Draft } from '../found.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { SourceContext } from './source.ts';

const EXTENSION = /\.(db3?|sqlite3?|s3db)$/i;
const MAGIC = 'SQLite format 3\0';
const MAX_DEPTH = 4;
const MAX_ENTRIES = 5_000;
const MAX_FOUND = 20;
/** Hidden folders, dependencies and build output. */
const SKIPPED = /^(\..*|node_modules|vendor|venv|dist|build|target|coverage|__pycache__)$/;

/** Files with the SQLite header, by depth. */
export async function readSqliteFiles({ files }: SourceContext): Promise<readonly Draft[]> {
  const found: Draft[] = [];
  for await (const path of candidates(files)) {
    if (await isSqlite(files.root, path)) found.push({ file: path, engine: 'sqlite', sqliteFile: path });
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}

async function* candidates(files: ProjectFiles): AsyncGenerator<string> {
  const folders = [{ path: '', depth: 1 }];
  let remaining = MAX_ENTRIES;
  for (const { path: folder, depth } of folders) {
    const entries = (await files.list(folder)).slice(0, remaining);
    remaining -= entries.length;
    const inside = (name: string) => (folder === '' ? name : `${folder}/${name}`);
    for (const { name } of entries.filter((entry) => !entry.isDirectory() && EXTENSION.test(entry.name)))
      yield inside(name);
    if (depth >= MAX_DEPTH) continue;
    const deeper = entries.filter((entry) => entry.isDirectory() && !SKIPPED.test(entry.name));
    folders.push(...deeper.map(({ name }) => ({ path: inside(name), depth: depth + 1 })));
  }
}

/** A symbolic link must lead to a file inside the project. */
async function isSqlite(root: string, path: string): Promise<boolean> {
  try {
    const [realRoot, real] = await Promise.all([realpath(root), realpath(join(root, path))]);
    const inside = relative(realRoot, real);
    if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) return false;
    return (await stat(real)).isFile() && (await startsWithMagic(real));
  } catch {
    return false;
  }
}

async function startsWithMagic(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === MAGIC;
  } finally {
    await file.close();
  }
}
