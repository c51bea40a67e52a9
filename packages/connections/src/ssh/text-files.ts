import { readRegularFileSync } from '@molehill/core/files/regular-file';

/** Lists of known hosts grow. */
const LIMIT = 16 * 1024 * 1024;

/** A file that does not exist or cannot be read is empty, as it is for ssh. */
export function readTextFile(path: string): string {
  try {
    return readRegularFileSync(path, { limit: LIMIT });
  } catch {
    return '';
  }
}

/** A pattern list of OpenSSH: `*` and `?` are wildcards, `!` excludes. */
export function matchesPatterns(name: string, patterns: readonly string[]): boolean {
  const isExcluded = patterns.some((pattern) => pattern.startsWith('!') && matches(name, pattern.slice(1)));
  return !isExcluded && patterns.some((pattern) => !pattern.startsWith('!') && matches(name, pattern));
}

function matches(name: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'i').test(name);
}
