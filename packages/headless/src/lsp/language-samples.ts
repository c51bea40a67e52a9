import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set([
  'node_modules',
  '__pycache__',
  'dist',
  'build',
  'out',
  'coverage',
  'target',
  'vendor',
]);
const MOST_FOLDERS = 1_000;

/** One file of a folder for each language that has a server, the nearest to the folder first. */
export function languageSamples(
  folder: string,
  serverOf: (path: string) => string | undefined,
): ReadonlyMap<string, string> {
  const samples = new Map<string, string>();
  const queue = [folder];
  for (let count = 0; count < MOST_FOLDERS; count += 1) {
    const path = queue.shift();
    if (path === undefined) break;
    for (const entry of entriesOf(path)) {
      const name = entry.isFile() ? serverOf(entry.name) : undefined;
      if (name !== undefined && !samples.has(name)) samples.set(name, join(path, entry.name));
      if (isSearched(entry)) queue.push(join(path, entry.name));
    }
  }
  return samples;
}

function isSearched(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name);
}

function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
