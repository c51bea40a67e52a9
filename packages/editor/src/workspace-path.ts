import { existsSync, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileErrors } from '@molehill/core/files/errors';
import { isInside } from '@molehill/core/files/inside';
import { editorErrors } from './errors.ts';

/**
 * The real path of an existing file or folder of the workspace. A relative path is looked for in each folder.
 * E_INVALID_PATH, E_FILE_NOT_FOUND, E_OUTSIDE_WORKSPACE.
 */
export function workspacePath(folders: readonly string[], given: string): string {
  const path = asPath(given);
  const candidates = isAbsolute(path) ? [path] : candidatesOf(folders, path);
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined) {
    const inside = candidates.some((candidate) => folders.some((folder) => isInside(folder, candidate)));
    throw inside ? notFound(given, folders) : outside(given, folders);
  }
  const real = realpathSync(found);
  if (!folders.some((folder) => isInside(folder, real))) throw outside(given, folders);
  return real;
}

/**
 * The path of a file or folder that may not exist yet, below the real path of its nearest existing folder. A relative
 * path is in the first folder that has it, or has its parent. E_INVALID_PATH, E_OUTSIDE_WORKSPACE.
 */
export function newWorkspacePath(folders: readonly string[], given: string): string {
  const path = asPath(given);
  const candidates = isAbsolute(path) ? [resolve(path)] : candidatesOf(folders, path);
  const inside = candidates.filter((candidate) => folders.some((folder) => isInside(folder, candidate)));
  const wanted =
    inside.find((candidate) => existsSync(candidate)) ??
    inside.find((candidate) => existsSync(dirname(candidate))) ??
    inside[0] ??
    candidates[0];
  if (wanted === undefined) throw outside(given, folders);
  const real = join(realFolder(dirname(wanted), given), basename(wanted));
  if (!folders.some((folder) => isInside(folder, real) && folder !== real)) throw outside(given, folders);
  return real;
}

/** With the real path of the part that exists, so that no link leads elsewhere. */
function realFolder(folder: string, given: string): string {
  if (entryAt(folder, given) === undefined) {
    const parent = dirname(folder);
    return parent === folder ? folder : join(realFolder(parent, given), basename(folder));
  }
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(folder);
  throw editorErrors.fail(
    'E_INVALID_PATH',
    `"${given.slice(0, 200)}" is below something that is not a folder.`,
  );
}

/** What is at a path, without following a link. E_INVALID_PATH for one that no file can have. */
export function entryAt(path: string, given: string = path): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw editorErrors.fail('E_INVALID_PATH', `"${given.slice(0, 200)}" cannot be the path of a file.`, {
      cause,
    });
  }
}

/** The open folders, the one that a call names first. E_UNTRUSTED_WORKSPACE for one that is not open. */
export function foldersFor(folders: readonly string[], named: unknown): readonly string[] {
  if (typeof named !== 'string') return folders;
  const chosen = folders.find((folder) => basename(folder) === named || isInside(folder, realPath(named)));
  if (chosen !== undefined) return [chosen, ...folders.filter((folder) => folder !== chosen)];
  throw editorErrors.fail(
    'E_UNTRUSTED_WORKSPACE',
    `The folder "${named.slice(0, 200)}" is not open here; ${folders.join(' and ')} is.`,
  );
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Relative to its workspace folder, absolute outside. Several folders are told apart by their names. */
export function shownPath(folders: readonly string[], path: string): string {
  const folder = folders
    .filter((candidate) => isInside(candidate, path))
    .toSorted((a, b) => b.length - a.length)[0];
  if (folder === undefined) return path;
  const inside = relative(folder, path).replaceAll('\\', '/');
  return folders.length > 1 ? join(basename(folder), inside) : inside || '.';
}

/** With several folders a path may begin with the name of one, as `shownPath` writes it. */
function candidatesOf(folders: readonly string[], path: string): string[] {
  const below = folders.map((folder) => resolve(folder, path));
  if (folders.length < 2) return below;
  return [...below, ...folders.map((folder) => resolve(folder, '..', path))];
}

function asPath(given: string): string {
  const text = given.trim();
  if (text === '' || text.includes('\0'))
    throw editorErrors.fail('E_INVALID_PATH', `${JSON.stringify(given.slice(0, 80))} is not a path.`);
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch (cause) {
    throw editorErrors.fail('E_INVALID_PATH', `"${text.slice(0, 200)}" is not a file URI.`, { cause });
  }
}

function notFound(given: string, folders: readonly string[]) {
  return editorErrors.fail('E_FILE_NOT_FOUND', `"${given.slice(0, 200)}" is not in ${folders.join(' or ')}.`);
}

function outside(given: string, folders: readonly string[]) {
  return fileErrors.fail(
    'E_OUTSIDE_WORKSPACE',
    `"${given.slice(0, 200)}" is outside ${folders.join(' and ')}.`,
    {
      hint: 'Give a path inside the workspace.',
    },
  );
}
