import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isTestFile } from './recognise.ts';

const SKIPPED = new Set([
  'node_modules',
  'dist',
  'build',
  'out',
  'coverage',
  'vendor',
  'target',
  'venv',
  '__pycache__',
]);
/** Enough for big repositories, and done in about a second. */
const MOST_ENTRIES = 50_000;

export interface FoundFiles {
  readonly paths: readonly string[];
  readonly isComplete: boolean;
}

/** Test files below the folders, nearest to the top first. Hidden, installed and built files are left out. */
export async function findTestFiles(folders: readonly string[], signal: AbortSignal): Promise<FoundFiles> {
  const paths: string[] = [];
  const queue = [...folders];
  let entries = 0;
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    signal.throwIfAborted();
    for (const entry of await entriesOf(folder)) {
      if (++entries > MOST_ENTRIES) return { paths, isComplete: false };
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name)) queue.push(path);
      else if (entry.isFile() && isTestFile(path)) paths.push(path);
    }
  }
  return { paths, isComplete: true };
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
