import { lstatSync, realpathSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { coreErrors } from '@molehill/core/errors';
import { createId } from '@molehill/core/ids';
import { errorCode, placeNew } from '@molehill/core/state/files';
import { toolErrors } from '../tools/errors.ts';

/** A file that is written atomically. */
export interface ExportTarget {
  readonly path: string;
  /** Relative to the workspace. */
  readonly shown: string;
  readonly overwrite: boolean;
  readonly exists: boolean;
}

/** Resolves and checks the path before anything is written. Symbolic links are followed. */
export function exportTarget(workspace: string, given: string, overwrite: boolean): ExportTarget {
  const root = realpathSync(workspace);
  const wanted = resolve(root, given);
  const folder = realFolder(dirname(wanted), given);
  const path = join(folder, basename(wanted));
  if (given.includes('\0') || !isInside(root, path))
    throw toolErrors.fail('E_OUTSIDE_WORKSPACE', `${given} is outside the workspace ${root}.`);
  const existing = lstatSync(path, { throwIfNoEntry: false });
  if (existing && !existing.isFile() && !existing.isSymbolicLink())
    throw coreErrors.fail('E_INVALID_PARAMS', `${given} is not a file.`);
  if (existing && !overwrite) throw fileExists(given);
  return { path, shown: relative(root, path), overwrite, exists: existing !== undefined };
}

function fileExists(given: string) {
  return toolErrors.fail('E_FILE_EXISTS', `File ${given} exists.`);
}

function realFolder(folder: string, given: string): string {
  try {
    return realpathSync(folder);
  } catch {
    throw coreErrors.fail('E_INVALID_PARAMS', `The folder of ${given} does not exist.`, {
      hint: 'Create the folder first, or choose an existing one.',
    });
  }
}

function isInside(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

export interface ExportFile {
  write(text: string): Promise<void>;
  readonly bytes: number;
}

/** Writes a temporary file beside the target and moves it there when it is complete. A failure leaves no file. */
export async function writeExport<T>(
  target: ExportTarget,
  work: (file: ExportFile) => Promise<T>,
): Promise<T> {
  const temporary = join(dirname(target.path), `.${basename(target.path)}.${createId()}.part`);
  const handle = await open(temporary, 'wx', 0o644);
  try {
    const file = {
      bytes: 0,
      async write(text: string) {
        const chunk = Buffer.from(text);
        await handle.writeFile(chunk);
        this.bytes += chunk.length;
      },
    };
    const result = await work(file);
    await handle.sync();
    await handle.close();
    await moveInto(temporary, target);
    return result;
  } finally {
    await handle.close().catch(() => {});
    await rm(temporary, { force: true });
  }
}

/** Without `overwrite`, fails when the file was created meanwhile. */
async function moveInto(temporary: string, { path, shown, overwrite }: ExportTarget): Promise<void> {
  if (overwrite) return rename(temporary, path);
  return placeNew(temporary, path).catch((error) => {
    throw errorCode(error) === 'EEXIST' ? fileExists(shown) : error;
  });
}
