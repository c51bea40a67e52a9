import type { Verdict } from './guard.ts';

const MOST_REMEMBERED = 200;
/** Together with the number this bounds the memory; who sends more than this is not in a hurry. */
const LONGEST_REMEMBERED = 4_000;

type Judge = (sql: string) => Promise<Verdict>;

/** The verdict on a text follows from the text alone, so the same text need not be parsed again. The oldest is forgotten first. */
export function rememberVerdicts(judge: Judge): Judge {
  const known = new Map<string, Verdict>();
  return async (sql) => {
    const remembered = known.get(sql);
    const verdict = remembered ?? (await judge(sql));
    if (sql.length > LONGEST_REMEMBERED) return verdict;
    known.delete(sql);
    known.set(sql, verdict);
    for (const oldest of known.keys()) {
      if (known.size <= MOST_REMEMBERED) break;
      known.delete(oldest);
    }
    return verdict;
  };
}
