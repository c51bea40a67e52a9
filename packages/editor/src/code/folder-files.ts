import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderFiles {
  readonly paths: readonly string[];
  readonly isComplete: boolean;
}

export interface FolderOptions {
  readonly most: number;
  readonly signal: AbortSignal;
  isWanted(path: string): boolean;
}

const MOST_ENTRIES = 50_000;

/** The files below a folder, nearest to the top first. Hidden and installed ones are left out; no link is followed. */
export async function filesBelow(folder: string, options: FolderOptions): Promise<FolderFiles> {
  const { most, signal, isWanted } = options;
  const paths: string[] = [];
  let entries = 0;
  for await (const { path, isFile } of walk(folder, signal)) {
    const isOne = isFile && isWanted(path);
    if (++entries > MOST_ENTRIES || (isOne && paths.length >= most)) return { paths, isComplete: false };
    if (isOne) paths.push(path);
  }
  return { paths, isComplete: true };
}

async function* walk(folder: string, signal: AbortSignal) {
  const queue = [folder];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    signal.throwIfAborted();
    for (const entry of await entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && isSource(entry.name)) queue.push(path);
      yield { path, isFile: entry.isFile() };
    }
  }
}

function isSource(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules' && name !== '__pycache__';
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
