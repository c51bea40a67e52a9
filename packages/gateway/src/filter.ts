export interface FilterRules {
  /** Names or `*` patterns; all by default. */
  readonly allow?: readonly string[] | undefined;
  /** Wins over `allow`. */
  readonly deny?: readonly string[] | undefined;
}

/** By the name that the server gives the tool. */
export function isAllowed(name: string, { allow = ['*'], deny = [] }: FilterRules): boolean {
  const isIn = (patterns: readonly string[]) => patterns.some((pattern) => matches(pattern, name));
  return isIn(allow) && !isIn(deny);
}

/** `*` matches any characters. Linear in both lengths, unlike a regular expression. */
export function matches(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first)) return false;
  let from = first.length;
  for (const piece of rest) {
    const at = name.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}
