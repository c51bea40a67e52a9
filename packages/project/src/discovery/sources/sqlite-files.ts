import { open, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import type { Draft } from '../found.ts';
import { escapePattern, type ProjectFiles } from '../project-files.ts';
import { readCompose } from './compose-services.ts';
import type { SourceContext } from './source.ts';

const EXTENSION = /\.(db3?|sqlite3?|s3db)$/i;
const MAGIC = 'SQLite format 3\0';
const MAX_DEPTH = 4;
const MAX_ENTRIES = 5_000;
const MAX_FOUND = 20;
/** Hidden folders, dependencies and build output. */
const SKIPPED = /^(\..*|node_modules|vendor|venv|dist|build|target|coverage|__pycache__)$/;

/** Files with the SQLite header, by depth. */
export async function readSqliteFiles({ files, variables }: SourceContext): Promise<readonly Draft[]> {
  const found: Draft[] = [];
  for await (const path of candidates(files)) {
    if (await isSqlite(files.root, path)) found.push({ file: path, engine: 'sqlite', sqliteFile: path });
    if (found.length >= MAX_FOUND) break;
  }
  const inUse = await placesInUse({ files, variables });
  return found.sort((a, b) => rankOf(a.file, inUse) - rankOf(b.file, inUse));
}

const COPY =
  /(^|[/._-])(templates?|samples?|examples?|seeds?|fixtures?|tests?|backups?|caches?|demo|e2e|docs?)([/._-]|$)/i;

/** Data that a program wrote is ignored by git or kept outside its container; copies and templates are not. */
function rankOf(file: string, inUse: readonly RegExp[]): number {
  return (COPY.test(file) ? 2 : 0) + (inUse.some((pattern) => pattern.test(file)) ? 0 : 1);
}

async function placesInUse({ files, variables }: SourceContext): Promise<readonly RegExp[]> {
  const ignored = ((await files.read('.gitignore')) ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#!]/.test(line));
  const { services } = await readCompose({ files, variables });
  const mounted = services.flatMap(({ mounts }) => mounts).map((path) => `/${path}`);
  return [...ignored, ...mounted].map(patternOf);
}

/** A pattern of .gitignore: anchored when it contains a slash before its end. */
function patternOf(line: string): RegExp {
  const path = line.replace(/\/+$/, '');
  const text = escapePattern(path.replace(/^\//, ''))
    .replace(/\\\*\\\*\/?/g, '.*')
    .replace(/\\\*/g, '[^/]*');
  return new RegExp(`${path.includes('/') ? '^' : '(^|/)'}${text}(/|$)`);
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
    if (!isInside(realRoot, real)) return false;
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
