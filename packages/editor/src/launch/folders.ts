import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** A program to start, and what is known about its surroundings. */
export interface ProgramFile {
  readonly path: string;
  /** The workspace folder. */
  readonly folder: string;
  readonly env: Env;
}

/** From the folder of the program up to that of the workspace. */
export function foldersOf({ path, folder }: Pick<ProgramFile, 'path' | 'folder'>): string[] {
  return foldersUpTo(folder, dirname(path));
}

function foldersUpTo(top: string, folder: string): string[] {
  const parent = dirname(folder);
  return folder === top || parent === folder ? [folder] : [folder, ...foldersUpTo(top, parent)];
}

/** The first folder that has the file, and the path of the file. */
export function findUpwards(file: Pick<ProgramFile, 'path' | 'folder'>, name: string): string | undefined {
  return foldersOf(file)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
