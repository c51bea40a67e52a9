import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is the folder or below it, as the paths are written: resolve links first where they count. */
export function isInside(folder: string, path: string): boolean {
  const steps = relative(folder, path);
  return steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}
