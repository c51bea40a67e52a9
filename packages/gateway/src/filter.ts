export interface FilterRules {
  /** Names or `*` patterns; nothing said means all. */
  readonly allow?: readonly string[] | undefined;
  /** Wins over `allow`. */
  readonly deny?: readonly string[] | undefined;
}

export type NameFilter = (name: string) => boolean;

/** Which of a server's tools are passed on, by the names the server gives them. */
export function createFilter({ allow, deny = [] }: FilterRules): NameFilter {
  return (name) =>
    (allow === undefined || allow.some((pattern) => matches(pattern, name))) &&
    !deny.some((pattern) => matches(pattern, name));
}

/** `*` stands for any characters; everything else for itself. Takes time in proportion to both lengths at worst. */
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
