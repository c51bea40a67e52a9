import { isWord, nameOf, type Token, tokenize } from '../lexer.ts';

/** Whether a statement is `PRAGMA journal_mode`, or reads the journal mode as a table. */
export function asksForJournalMode(sql: string): 'pragma' | 'table' | undefined {
  if (!/journal_mode/i.test(sql)) return undefined;
  const tokens = tokenize(sql);
  if (isWord(tokens[0], 'PRAGMA')) return isNamed(tokens.at(-1), 'journal_mode') ? 'pragma' : undefined;
  return tokens.some((token) => isNamed(token, 'pragma_journal_mode')) ? 'table' : undefined;
}

function isNamed(token: Token | undefined, name: string): boolean {
  return nameOf(token)?.toLowerCase() === name;
}
