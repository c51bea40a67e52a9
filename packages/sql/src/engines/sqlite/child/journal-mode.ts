import { afterParentheses, isSymbol, isWord, nameOf, type Token, tokenize } from '../lexer.ts';

export type JournalModeForm = 'pragma' | 'table';

const TABLE = 'pragma_journal_mode';

/** Whether a statement is `PRAGMA journal_mode`, or reads the journal mode as a table. */
export function asksForJournalMode(sql: string): JournalModeForm | undefined {
  if (!/journal_mode/i.test(sql)) return undefined;
  const tokens = tokenize(sql);
  if (isWord(tokens[0], 'PRAGMA')) return isOfMain(tokens) ? 'pragma' : undefined;
  return tokens.some((token) => isNamed(token, TABLE)) ? 'table' : undefined;
}

/** `PRAGMA journal_mode` or `PRAGMA main.journal_mode`. */
function isOfMain(tokens: readonly Token[]): boolean {
  const [, first, , last] = tokens;
  if (tokens.length === 2) return isNamed(first, 'journal_mode');
  return tokens.length === 4 && isNamed(first, 'main') && isNamed(last, 'journal_mode');
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** The statement for a view of the same name, which belongs to no schema of the file and takes no arguments. */
export function withoutPragmaSyntax(sql: string): string {
  const tokens = tokenize(sql);
  const cuts = tokens.flatMap((token, at) => (isNamed(token, TABLE) ? cutsAround(tokens, at) : []));
  return cuts.reduceRight((text, { from, to, put }) => text.slice(0, from) + put + text.slice(to), sql);
}

function cutsAround(tokens: readonly Token[], at: number): Cut[] {
  const [schema, dot, name] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  if (!name) return [];
  const isQualified = isSymbol(dot, '.') && isNamed(schema, 'main') && schema !== undefined;
  return [
    ...(isQualified ? [{ from: schema.start, to: name.start, put: '' }] : []),
    ...cutArguments(tokens, at, name),
  ];
}

/** `pragma_journal_mode('temp')`: the mode of temporary tables, which have no log. The names of columns of a common table stay. */
function cutArguments(tokens: readonly Token[], at: number, name: Token): Cut[] {
  if (!isSymbol(tokens[at + 1], '(')) return [];
  const after = afterParentheses(tokens, at + 1);
  const close = tokens[after - 1];
  const isCommonTable =
    isWord(tokens[after], 'AS') &&
    (isSymbol(tokens[after + 1], '(') || isWord(tokens[after + 1], 'NOT', 'MATERIALIZED'));
  if (!close || isCommonTable) return [];
  if (isNamed(tokens[at + 2], 'temp'))
    return [{ from: name.start, to: close.end, put: "(SELECT 'delete' AS journal_mode)" }];
  return [{ from: name.end, to: close.end, put: '' }];
}

function isNamed(token: Token | undefined, name: string): boolean {
  return nameOf(token)?.toLowerCase() === name;
}
