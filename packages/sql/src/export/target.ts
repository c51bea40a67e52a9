import { lstatSync, realpathSync } from 'node:fs';
import { link, open, rename, rm, unlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { coreErrors } from '@molehill/core/errors';
import { createId } from '@molehill/core/ids';
import { toolErrors } from '../tools/errors.ts';

/** A file that shall exist in the end, whole or not at all. */
export interface ExportTarget {
  /** Where it will be. */
  readonly path: string;
  /** As a person in the workspace would write it. */
  readonly shown: string;
  readonly overwrite: boolean;
}

/** Finds out where a path leads before anything is written. Links count by where they lead. */
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
  return { path, shown: relative(root, path), overwrite };
}

function fileExists(given: string) {
  return toolErrors.fail('E_FILE_EXISTS', `There is a file ${given} already.`);
}

function realFolder(folder: string, given: string): string {
  try {
    return realpathSync(folder);
  } catch {
    throw coreErrors.fail('E_INVALID_PARAMS', `The folder of ${given} does not exist.`, {
      hint: 'Make the folder first, or choose one that is there.',
    });
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

export interface ExportFile {
  write(text: string): Promise<void>;
  readonly bytes: number;
}

/** Writes beside the target and moves the file there when it is complete. Whatever goes wrong, nothing half is left. */
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

/** A link cannot replace a file that came to be meanwhile; a rename replaces what was allowed to be replaced. */
async function moveInto(temporary: string, target: ExportTarget): Promise<void> {
  if (target.overwrite) return rename(temporary, target.path);
  try {
    await link(temporary, target.path);
    await unlink(temporary);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw fileExists(target.shown);
    // Some file systems know no links.
    await rename(temporary, target.path);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
