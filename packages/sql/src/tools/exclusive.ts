import { wordsOf } from './words.ts';

/** Verbs that want a table for themselves, which they get only when nobody reads it any more. */
const EXCLUSIVE = new Set([
  'ALTER',
  'CREATE',
  'CLUSTER',
  'DROP',
  'LOCK',
  'OPTIMIZE',
  'REFRESH',
  'REINDEX',
  'RENAME',
  'REPAIR',
  'TRUNCATE',
  'VACUUM',
]);

/** Whether a change would have to wait for half-read results. SQLite may have one writer or many readers. */
export function wantsExclusive(sql: string, engine: string): boolean {
  if (engine === 'sqlite') return true;
  const words = wordsOf(sql, engine);
  return words.some((word, index) => {
    const first = index === 0 || words[index - 1]?.statement !== word.statement;
    return first && EXCLUSIVE.has(word.text);
  });
}
