import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileErrors } from '@molehill/core/files/errors';
import { isInside } from '@molehill/core/files/inside';

/** What other programs manage. */
const PROTECTED = new Set(['.git', 'node_modules']);

/** The file that is written when a path is edited: links are followed. */
export function editablePath(given: string, folders: readonly string[]): string {
  return changeable(given, realPathOf(resolve(given)), folders);
}

/** The entry that is created, moved or removed: a link itself, in the real folder. */
export function entryPath(given: string, folders: readonly string[]): string {
  const wanted = resolve(given);
  const path = join(realPathOf(dirname(wanted)), basename(wanted));
  if (!folders.some((folder) => isInside(path, folder))) return changeable(given, path, folders);
  throw fileErrors.fail('E_OUTSIDE_WORKSPACE', `${given} contains a workspace folder.`, {
    hint: 'Name a file or folder inside the workspace folder.',
  });
}

/** What does not exist yet is in the real path of its nearest folder that does. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

function changeable(given: string, path: string, folders: readonly string[]): string {
  const containing = folders.filter((folder) => isInside(folder, path));
  if (containing.length === 0)
    throw fileErrors.fail('E_OUTSIDE_WORKSPACE', `${given} is outside the workspace folders.`, {
      hint: `Only files in ${folders.join(', ')} are changed.`,
    });
  const inner = containing.reduce((a, b) => (a.length > b.length ? a : b));
  // Some file systems ignore case, and dots and spaces at the end.
  const names = relative(inner, path)
    .split(sep)
    .map((name) => name.toLowerCase().replace(/[. ]+$/, ''));
  const found = names.find((name) => PROTECTED.has(name));
  if (found === undefined) return path;
  throw fileErrors.fail('E_FILE_PROTECTED', `${given} is not changed: other programs manage ${found}.`, {
    hint: `Change files outside ${[...PROTECTED].join(' and ')}.`,
  });
}
