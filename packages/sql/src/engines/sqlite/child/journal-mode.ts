import { isWord, nameOf, type Token, tokenize } from '../lexer.ts';

/** Whether a statement is `PRAGMA journal_mode`, or reads the journal mode as a table. */
export function asksForJournalMode(sql: string): 'pragma' | 'table' | undefined {
  if (!/journal_mode/i.test(sql)) return undefined;
  const tokens = tokenize(sql);
  if (isWord(tokens[0], 'PRAGMA')) return isOfMain(tokens) ? 'pragma' : undefined;
  return tokens.some((token) => isNamed(token, 'pragma_journal_mode')) ? 'table' : undefined;
}

/** `PRAGMA journal_mode` or `PRAGMA main.journal_mode`. */
function isOfMain(tokens: readonly Token[]): boolean {
  const [, first, , last] = tokens;
  if (tokens.length === 2) return isNamed(first, 'journal_mode');
  return tokens.length === 4 && isNamed(first, 'main') && isNamed(last, 'journal_mode');
}

function isNamed(token: Token | undefined, name: string): boolean {
  return nameOf(token)?.toLowerCase() === name;
}
