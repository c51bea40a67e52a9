import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve, win32 } from 'node:path';
import { errorCode } from '@molehill/core/state/files';

/** The canonical path of a project folder: its real path, or the real path of its existing part and the rest as given. */
export async function canonicalRoot(path: string): Promise<string> {
  return normaliseRoot(await realPathOf(resolve(path)));
}

/** Normalises a trailing slash, the case of a drive letter and the prefix `\\?\`. */
export function normaliseRoot(path: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'win32') return posix.normalize(path).replace(/(?<=.)\/$/, '');
  const plain = path.replace(/^\\\\\?\\UNC\\/i, '\\\\').replace(/^\\\\\?\\/, '');
  const spelled = win32.normalize(plain).replace(/^[a-z]:/, (drive) => drive.toUpperCase());
  const { root } = win32.parse(spelled);
  return spelled.length > root.length ? spelled.replace(/\\$/, '') : spelled;
}

/** A folder and its ancestors, the nearest first. */
export function upwards(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...upwards(above)];
}

async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) return path;
  }
  const parent = await realPathOf(dirname(path));
  const name = basename(path);
  const equivalent = await equivalentName(parent, name);
  return equivalent === undefined
    ? join(parent, name)
    : realpath(join(parent, equivalent)).catch(() => join(parent, equivalent));
}

/** An existing name that differs only in Unicode normalisation: systems store `é` as one code point or as two. */
async function equivalentName(parent: string, name: string): Promise<string | undefined> {
  const entries = await readdir(parent).catch((): string[] => []);
  const same = entries.filter((entry) => entry.normalize('NFC') === name.normalize('NFC'));
  return same.length === 1 ? same[0] : undefined;
}
