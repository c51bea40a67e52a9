import { lstatSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readRegularFileSync } from '@molehill/core/files/regular-file';
import { upwards } from '../ports/roots.ts';

/**
 * Whether git tracks a file below a folder. Reads the index instead of starting git, which would run commands that the
 * repository's own settings name.
 */
export function isTrackedByGit(folder: string): boolean {
  const root = upwards(dirname(folder)).find((above) =>
    lstatSync(join(above, '.git'), { throwIfNoEntry: false }),
  );
  if (root === undefined) return false;
  const prefix = Buffer.from(`${relative(root, folder).split(sep).join('/')}/`).toString('latin1');
  const repository = repositoryOf(root);
  try {
    const index = readRegularFileSync(join(repository, 'index'), {
      limit: MAX_INDEX_SIZE,
      encoding: 'latin1',
    });
    const names = namesIn(Buffer.from(index, 'latin1'), hashSizeOf(repository));
    return names.some((name) => name.startsWith(prefix));
  } catch {
    // There is no index before the first `git add`.
    return false;
  }
}

const MAX_INDEX_SIZE = 256 * 1024 * 1024;

/** The `.git` of a worktree or submodule is a file that names the folder. */
function repositoryOf(root: string): string {
  const path = join(root, '.git');
  try {
    const named = /^gitdir: (.+)$/m.exec(readRegularFileSync(path))?.[1];
    return named === undefined ? path : resolve(root, named);
  } catch {
    return path;
  }
}

function hashSizeOf(repository: string): number {
  try {
    return /^\s*objectformat\s*=\s*sha256/im.test(readRegularFileSync(join(repository, 'config'))) ? 32 : 20;
  } catch {
    return 20;
  }
}

const HEADER_SIZE = 12;
const STAT_SIZE = 40;
const EXTENDED = 0x4000;

/** The tracked paths in an index of version 2, 3 or 4 (gitformat-index), one character per byte. */
function namesIn(index: Buffer, hashSize: number): string[] {
  const version = index.readUInt32BE(4);
  const names: string[] = [];
  let at = HEADER_SIZE;
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const flagsAt = at + STAT_SIZE + hashSize;
    let nameAt = flagsAt + (index.readUInt16BE(flagsAt) & EXTENDED ? 4 : 2);
    let shared = '';
    if (version === 4) {
      const [dropped, next] = readOffset(index, nameAt);
      const previous = names.at(-1) ?? '';
      shared = previous.slice(0, previous.length - dropped);
      nameAt = next;
    }
    const end = index.indexOf(0, nameAt);
    names.push(shared + index.toString('latin1', nameAt, end));
    // Before version 4, one to eight zero bytes end an entry at a multiple of eight.
    at = version === 4 ? end + 1 : at + (Math.floor((end - at) / 8) + 1) * 8;
  }
  return names;
}

/** A number of variable length, as in pack files: the value and where it ends. */
function readOffset(index: Buffer, start: number): readonly [value: number, end: number] {
  let at = start;
  let byte = index.readUInt8(at++);
  let value = byte & 0x7f;
  while (byte & 0x80) {
    byte = index.readUInt8(at++);
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return [value, at];
}
