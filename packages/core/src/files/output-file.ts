import { lstatSync, realpathSync } from 'node:fs';
import { open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { coreErrors } from '../errors.ts';
import { createId } from '../ids.ts';
import { errorCode, placeNew } from '../state/files.ts';
import { fileErrors } from './errors.ts';
import { isInside } from './inside.ts';

export interface OutputOptions {
  /** The only folder that is written to. */
  readonly workspace: string;
  /** Extensions of data files, in lower case. Any other file may be one that a tool executes or obeys. */
  readonly extensions: readonly string[];
  readonly overwrite: boolean;
}

/** A file to write at a path that a caller gave. */
export interface OutputFile {
  /** Without links. */
  readonly path: string;
  /** Relative to the workspace. */
  readonly shown: string;
  /** It exists, and is replaced. */
  readonly exists: boolean;
}

/** Resolves and checks the path before anything is written. A link to a folder must lead into the workspace. */
export function outputFile(given: string, { workspace, extensions, overwrite }: OutputOptions): OutputFile {
  if (/\p{C}/u.test(given))
    throw coreErrors.fail('E_INVALID_PARAMS', 'The path contains invisible characters.');
  const root = realpathSync(workspace);
  const wanted = resolve(root, given);
  const path = join(realFolder(dirname(wanted), given), basename(wanted));
  const shown = relative(root, path);
  if (shown === '' || !isInside(root, path))
    throw fileErrors.fail('E_OUTSIDE_WORKSPACE', `${given} is outside the workspace ${root}.`);
  assertDataFile(shown, extensions);
  const existing = lstatSync(path, { throwIfNoEntry: false });
  if (existing && !existing.isFile() && !existing.isSymbolicLink())
    throw coreErrors.fail('E_INVALID_PARAMS', `${given} is not a file.`);
  if (existing && !overwrite) throw fileExists(given);
  return { path, shown, exists: existing !== undefined };
}

function fileExists(given: string) {
  return fileErrors.fail('E_FILE_EXISTS', `File ${given} exists.`);
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

/** Package managers install what is in it, and run it. */
const CODE_FOLDER = 'node_modules';
/** Text files that pip and CMake execute, such as requirements/base.txt. */
const EXECUTED = /((requirements|constraints|cmakelists)[^/]*|(^|\/)(requirements|constraints)\/.*)\.txt$/;

function assertDataFile(shown: string, extensions: readonly string[]): void {
  // Some file systems ignore case, and dots and spaces at the end.
  const segments = shown.split(sep).map((segment) => segment.toLowerCase().replace(/[. ]+$/, ''));
  const refuse = (reason: string) => {
    const hint = `Pass a path that ends in ${extensions.map((extension) => `.${extension}`).join(', ')}, outside hidden folders and folders of installed packages.`;
    return fileErrors.fail('E_FILE_PROTECTED', `${shown} is not written: ${reason}.`, { hint });
  };
  if (segments.some((segment) => segment.startsWith('.')))
    throw refuse('hidden files and folders configure other tools');
  if (segments.includes(CODE_FOLDER)) throw refuse(`${CODE_FOLDER} contains code`);
  const name = segments.at(-1) ?? '';
  const extension = /\.([^.]+)$/.exec(name)?.[1] ?? '';
  if (!extensions.includes(extension) || EXECUTED.test(segments.join('/')))
    throw refuse('other tools may execute it');
}

export interface OutputWriter {
  write(text: string): Promise<void>;
  readonly bytes: number;
}

/** Writes a temporary file beside the target and moves it there when it is complete. Follows no link; a failure leaves no file. */
export async function writeOutput<T>(
  target: OutputFile,
  work: (file: OutputWriter) => Promise<T>,
): Promise<T> {
  const folder = dirname(target.path);
  const temporary = join(folder, `.${basename(target.path)}.${createId()}.part`);
  const handle = await open(temporary, 'wx', 0o644);
  try {
    if ((await realpath(folder)) !== folder) throw replacedFolder(target);
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

function replacedFolder({ shown }: OutputFile) {
  const message = `The folder of ${shown} was replaced by a link after it was checked.`;
  return fileErrors.fail('E_OUTSIDE_WORKSPACE', message);
}

/** A file that did not exist when it was checked is not replaced. */
async function moveInto(temporary: string, { path, shown, exists }: OutputFile): Promise<void> {
  if (exists) return rename(temporary, path);
  return placeNew(temporary, path).catch((error) => {
    throw errorCode(error) === 'EEXIST' ? fileExists(shown) : error;
  });
}
