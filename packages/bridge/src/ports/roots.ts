import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve, win32 } from 'node:path';
import { errorCode } from '@molehill/core/state/files';

/**
 * The one spelling of a project's folder: its real path. Where nothing is there any more, the real path of what is
 * left of the way, and the rest as given.
 */
export async function canonicalRoot(path: string): Promise<string> {
  return spellRoot(await realPlace(resolve(path)));
}

/** The same path without the differences that mean nothing: a slash at the end, the case of a drive letter, `\\?\`. */
export function spellRoot(path: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'win32') return posix.normalize(path).replace(/(?<=.)\/$/, '');
  const plain = path.replace(/^\\\\\?\\UNC\\/i, '\\\\').replace(/^\\\\\?\\/, '');
  const spelled = win32.normalize(plain).replace(/^[a-z]:/, (drive) => drive.toUpperCase());
  const { root } = win32.parse(spelled);
  return spelled.length > root.length ? spelled.replace(/\\$/, '') : spelled;
}

/** From a folder up to the root of the file system, the nearest first. */
export function upwards(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...upwards(above)];
}

async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) return path;
  }
  const parent = await realPlace(dirname(path));
  const name = basename(path);
  const other = await otherSpelling(parent, name);
  return other === undefined
    ? join(parent, name)
    : realpath(join(parent, other)).catch(() => join(parent, other));
}

/**
 * One system stores `é` as one character, another as two, and what a client sends may be the other one. Only asked
 * where the given spelling is not there, so two folders that differ in nothing else stay two.
 */
async function otherSpelling(parent: string, name: string): Promise<string | undefined> {
  const entries = await readdir(parent).catch((): string[] => []);
  const same = entries.filter((entry) => entry.normalize('NFC') === name.normalize('NFC'));
  return same.length === 1 ? same[0] : undefined;
}
