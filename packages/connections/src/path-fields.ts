import { isAbsolute, join, resolve } from 'node:path';
import { isRecord } from '@molehill/core/record';
import { isReference } from './secrets.ts';

/** The fields of `ssh` that name files; packages add their own. */
export const sshPathFields: readonly string[] = [
  'ssh.privateKey',
  'ssh.knownHosts',
  'ssh.jump.*.privateKey',
  'ssh.jump.*.knownHosts',
];

/** A copy with absolute paths in the named fields. Relative paths are resolved against `folder`. */
export function resolvePathFields(
  connection: unknown,
  fields: readonly string[],
  folder: string,
  home: string,
): unknown {
  return fields.reduce(
    (copy, field) => atField(copy, field.split('.'), (path) => absolute(path, folder, home)),
    connection,
  );
}

function absolute(path: string, folder: string, home: string): string {
  if (isReference(path) || isAbsolute(path)) return path;
  if (path === '~' || path.startsWith('~/')) return join(home, path.slice(1));
  return resolve(folder, path);
}

/** `*` matches every element of an array. Missing fields are skipped: validation reports them. */
function atField(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (text: string) => string,
): unknown {
  if (key === undefined) return typeof value === 'string' ? change(value) : value;
  if (key === '*') return Array.isArray(value) ? value.map((item) => atField(item, rest, change)) : value;
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value;
  return { ...value, [key]: atField(value[key], rest, change) };
}
