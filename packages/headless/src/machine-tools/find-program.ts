import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Env } from './machine-tool.ts';

const extensions = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];

/** The path of the first of these programs that PATH has. */
export function findProgram(names: readonly string[], env: Env): string | undefined {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(Boolean);
  const paths = names.flatMap((name) =>
    folders.flatMap((folder) => extensions.map((extension) => join(folder, name + extension))),
  );
  return paths.find(isProgram);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
