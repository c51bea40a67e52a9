import { isAbsolute, join, resolve } from 'node:path';
import { isReference } from './secrets.ts';

/** Where the fields of `ssh` name files; packages add their own. */
export const sshPathFields: readonly string[] = [
  'ssh.privateKey',
  'ssh.knownHosts',
  'ssh.jump.*.privateKey',
  'ssh.jump.*.knownHosts',
];

/** A copy whose named fields are absolute paths: a relative one counts from the folder it was written in. */
export function resolveWrittenPaths(
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

/** `*` stands for every element of an array. What is not there is left alone: validation will say so. */
function atField(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (text: string) => string,
): unknown {
  if (key === undefined) return typeof value === 'string' ? change(value) : value;
  if (key === '*') return Array.isArray(value) ? value.map((item) => atField(item, rest, change)) : value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value;
  const inner: unknown = Reflect.get(value, key);
  return { ...value, [key]: atField(inner, rest, change) };
}
