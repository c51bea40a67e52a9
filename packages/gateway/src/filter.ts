export interface FilterRules {
  /** Names or `*` patterns; all by default. */
  readonly allow?: readonly string[] | undefined;
  /** Wins over `allow`. */
  readonly deny?: readonly string[] | undefined;
}

export type NameFilter = (name: string) => boolean;

/** By the names that the server gives its tools. */
export function createFilter({ allow, deny = [] }: FilterRules): NameFilter {
  return (name) =>
    (allow === undefined || allow.some((pattern) => matches(pattern, name))) &&
    !deny.some((pattern) => matches(pattern, name));
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
