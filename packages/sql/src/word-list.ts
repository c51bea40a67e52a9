/** The words of a text, separated by whitespace. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Inverts a table of word lists: every word with the key it is listed under. */
export function keysByWord<K extends string>(
  table: Readonly<Partial<Record<K, string>>>,
): ReadonlyMap<string, K> {
  const entries = Object.entries<string | undefined>(table) as [K, string][];
  return new Map(entries.flatMap(([key, list]) => [...words(list)].map((word) => [word, key] as const)));
}
