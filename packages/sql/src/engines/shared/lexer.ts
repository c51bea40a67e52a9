import type { Token } from './token.ts';

/** The lexer of an engine: everything that reads a statement's text uses it. An engine may have further kinds of tokens. */
export interface SqlLexer {
  tokens(sql: string): Iterable<LexedText>;
  /** The statements of a script, without those that are empty. */
  split(sql: string): readonly string[];
}

/** What code outside the engine needs of a token. */
export type LexedText = Pick<Token, 'text'> & { readonly kind: string };

/** Returns where the token that starts at `at` ends, or -1. */
type Match = (sql: string, at: number, previous: Token | undefined) => number;

/** Regular expressions must be sticky. */
export type Rule = readonly [kind: Token['kind'], match: RegExp | Match];

const SPACE = /[\t-\r ]*/y;

/** The first rule that matches decides. Total: a character that no rule knows becomes a symbol of its own. */
export function* tokenize(sql: string, rules: readonly Rule[], from = 0, space = SPACE): Generator<Token> {
  let previous: Token | undefined;
  for (let at = from; ; ) {
    const start = Math.max(at, endOf(space, sql, at, previous));
    if (start >= sql.length) return;
    previous = tokenAt(sql, start, rules, previous);
    at = previous.end;
    yield previous;
  }
}

function tokenAt(sql: string, start: number, rules: readonly Rule[], previous: Token | undefined): Token {
  for (const [kind, match] of rules) {
    const end = endOf(match, sql, start, previous);
    if (end > start) return { kind, text: sql.slice(start, end), start, end };
  }
  const text = String.fromCodePoint(sql.codePointAt(start) ?? 0);
  return { kind: 'symbol', text, start, end: start + text.length };
}

function endOf(match: RegExp | Match, sql: string, at: number, previous: Token | undefined): number {
  if (typeof match === 'function') return match(sql, at, previous);
  match.lastIndex = at;
  return match.test(sql) ? match.lastIndex : -1;
}

/** Matches a quoted text in which a doubled quote stands for itself. A loop: long texts would exhaust a regular expression's stack. */
export function quotedBy(quote: string, backslash = false): Match {
  return (sql, start) => {
    if (sql[start] !== quote) return -1;
    for (let at = start + 1; at < sql.length; at++) {
      const character = sql[at];
      if (backslash && character === '\\') at++;
      else if (character === quote) {
        if (sql[at + 1] !== quote) return at + 1;
        at++;
      }
    }
    return -1;
  };
}

/** Cuts a script after the tokens for which `ends` is true; `ends` may keep state. */
export function splitTokens(
  sql: string,
  tokens: Iterable<Token>,
  ends: (token: Token, isFirst: boolean) => boolean,
): string[] {
  const statements: string[] = [];
  let start = 0;
  let isEmpty = true;
  const cut = (end: number, next: number) => {
    if (!isEmpty) statements.push(sql.slice(start, end).trim());
    start = next;
    isEmpty = true;
  };
  for (const token of tokens) {
    if (token.kind === 'comment') continue;
    if (ends(token, isEmpty)) cut(token.start, token.end);
    else isEmpty = false;
  }
  cut(sql.length, sql.length);
  return statements;
}

/** The first word in capitals, after comments, opening parentheses and semicolons; empty when something else comes first. */
export function verbOf(tokens: Iterable<LexedText>): string {
  for (const { kind, text } of tokens) {
    if (kind === 'word') return text.toUpperCase();
    if (kind !== 'comment' && text !== '(' && text !== ';') return '';
  }
  return '';
}
