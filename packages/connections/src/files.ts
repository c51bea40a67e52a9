import { isAbsolute, join, resolve } from 'node:path';
import type { ConnectionFields } from './fields.ts';
import { isReference } from './secrets.ts';

/** A copy with absolute paths. Relative paths are resolved against the folder of the file they were written in. */
export function resolveFiles(
  definition: unknown,
  fields: ConnectionFields,
  folder: string,
  home: string,
): unknown {
  return fields.replace('file', definition, (path) =>
    typeof path === 'string' ? absolute(path, folder, home) : path,
  );
}

function absolute(path: string, folder: string, home: string): string {
  // Left as it is, so that it is reported as a reference.
  if (isReference(path) || isAbsolute(path)) return path;
  if (path === '~' || path.startsWith('~/')) return join(home, path.slice(1));
  return resolve(folder, path);
}
