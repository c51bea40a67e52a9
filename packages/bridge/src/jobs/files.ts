import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

/** For small files the thread pool costs more than the I/O: synchronous calls halve the round trip. */
const MAX_SYNC_SIZE = 64 * 1024;
const MODE = 0o600;

export async function writeNew(path: string, text: string): Promise<void> {
  const options = { mode: MODE, flag: 'wx' };
  if (text.length <= MAX_SYNC_SIZE) writeFileSync(path, text, options);
  else await writeFile(path, text, options);
}

export async function readText(path: string): Promise<string> {
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).size <= MAX_SYNC_SIZE) return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
  return readFile(path, 'utf8');
}

/** Creates an empty file, or triggers another event for an existing one. */
export async function touch(path: string): Promise<void> {
  writeFileSync(path, '', { mode: MODE });
}
