import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

/**
 * Messages are small, and each step that waits for a thread of the pool costs more than all the work on a small file:
 * done at once, a round trip takes half the time. Large files are left to the pool.
 */
const SMALL = 64 * 1024;
const OURS_ALONE = 0o600;

export async function writeNew(path: string, text: string): Promise<void> {
  const options = { mode: OURS_ALONE, flag: 'wx' };
  if (text.length <= SMALL) writeFileSync(path, text, options);
  else await writeFile(path, text, options);
}

export async function readWhole(path: string): Promise<string> {
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).size <= SMALL) return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
  return readFile(path, 'utf8');
}

/** An empty file: that it is there is all it says. It may be there already, and then says it again. */
export async function mark(path: string): Promise<void> {
  writeFileSync(path, '', { mode: OURS_ALONE });
}
