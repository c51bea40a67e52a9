/** Whether a list of patterns as OpenSSH writes them takes in a name: `*` and `?` are wild, `!` excludes. */
export function matchesPatterns(name: string, patterns: readonly string[]): boolean {
  const lower = name.toLowerCase();
  const isExcluded = patterns.some((pattern) => pattern.startsWith('!') && matches(lower, pattern.slice(1)));
  return !isExcluded && patterns.some((pattern) => !pattern.startsWith('!') && matches(lower, pattern));
}

function matches(name: string, pattern: string): boolean {
  const source = pattern
    .toLowerCase()
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(name);
}
