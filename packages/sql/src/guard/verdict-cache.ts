import type { Verdict } from './guard.ts';

const MOST_ENTRIES = 200;
/** Together with the number of entries this bounds the memory. */
const LONGEST_TEXT = 4_000;

type Judge = (sql: string) => Promise<Verdict>;

/** An LRU cache: the verdict depends on the text alone, and parsing is expensive. */
export function cacheVerdicts(judge: Judge): Judge {
  const cache = new Map<string, Verdict>();
  return async (sql) => {
    const verdict = cache.get(sql) ?? (await judge(sql));
    if (sql.length > LONGEST_TEXT) return verdict;
    cache.delete(sql);
    cache.set(sql, verdict);
    for (const oldest of cache.keys()) {
      if (cache.size <= MOST_ENTRIES) break;
      cache.delete(oldest);
    }
    return verdict;
  };
}
