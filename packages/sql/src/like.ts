/**
 * SQL's LIKE with backslash as the escape character, case-insensitive in any script; SQLite's own is so only in ASCII. Text after a `%` is
 * found at its first place and never again, by an atomic group `(?=(…))\1`, so that wildcards do not multiply the cost.
 */
export function likeMatcher(pattern: string): (value: string) => boolean {
  const segments: string[] = [''];
  for (const [part] of pattern.toLowerCase().matchAll(/\\?[\s\S]/gu)) {
    if (part === '%') segments.push('');
    else segments.push(`${segments.pop()}${part === '_' ? '[^]' : literal(part)}`);
  }
  const [first, ...others] = segments;
  const last = others.pop();
  const middle = others.map((segment, index) => `(?=([^]*?${segment}))\\${index + 1}`);
  const rest = last === undefined ? '' : `${middle.join('')}[^]*${last}`;
  const expression = new RegExp(`^${first}${rest}$`, 'u');
  return (value) => expression.test(value.toLowerCase());
}

/** A trailing backslash escapes nothing and is ignored. */
function literal(part: string): string {
  const character = part.startsWith('\\') ? part.slice(1) : part;
  return character === '' ? '' : `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
