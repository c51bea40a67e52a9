import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { stampOf } from './file-watch.ts';

const CHUNK = 256 * 1024;
/** A larger file is identified by its size and times, which change with its content. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_KNOWN = 1_000;

const known = new Map<string, { readonly stamp: string; readonly hash: string }>();

/** Of the content of a regular file, cached until the file changes. Anything else has a hash of its kind. */
export function contentHash(path: string): string {
  const stamp = stampOf(path);
  const cached = known.get(path);
  if (cached?.stamp === stamp) return cached.hash;
  const hash = stamp === 'absent' ? stamp : read(path, stamp);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(path, { stamp, hash });
  return hash;
}

function read(path: string, stamp: string): string {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
  try {
    const file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) return 'not a file';
      return stat.size > MAX_BYTES ? `large ${stamp}` : hashOf(file);
    } finally {
      closeSync(file);
    }
  } catch {
    return 'unreadable';
  }
}

/** The file may grow meanwhile. */
function hashOf(file: number): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (let total = 0; total <= MAX_BYTES; ) {
    const count = readSync(file, chunk, 0, CHUNK, null);
    if (count === 0) break;
    hash.update(chunk.subarray(0, count));
    total += count;
  }
  return hash.digest('hex');
}
