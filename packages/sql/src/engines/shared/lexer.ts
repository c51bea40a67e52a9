/** A piece of a statement's text. Everything between two tokens is whitespace. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'symbol' | 'param' | 'comment';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The lexer of an engine. All code that reads a statement's text uses it. An engine may have more kinds of tokens. */
export interface SqlLexer {
  tokens(sql: string): Iterable<LexedText>;
  /** The statements of a script, without empty ones. */
  split(sql: string): readonly string[];
  /** Text in double quotes is a string and `||` means OR, unless the session says otherwise. */
  readonly isAnsi?: false;
}

/** The part of a token that code outside the engine reads. */
type LexedText = Pick<Token, 'text'> & { readonly kind: string };

/** Returns where the token that starts at `at` ends, or -1. */
type Match = (sql: string, at: number, previous: Token | undefined) => number;

/** Regular expressions must be sticky. */
export type Rule = readonly [kind: Token['kind'], match: RegExp | Match];

const SPACE = /[\t-\r ]*/y;

/** The first rule that matches decides. A character that no rule matches becomes a symbol. */
export function* tokenize(sql: string, rules: readonly Rule[], from = 0): Generator<Token> {
  let previous: Token | undefined;
  for (let at = from; ; ) {
    const start = Math.max(at, endOf(SPACE, sql, at, previous));
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

/** Matches a quoted text; a doubled quote is one character of it. A loop, since long texts overflow the stack of a regular expression. */
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

/** The first word in capitals, after comments, opening parentheses and semicolons; empty where there is none. */
export function verbOf(tokens: Iterable<LexedText>): string {
  for (const { kind, text } of tokens) {
    if (kind === 'word') return text.toUpperCase();
    if (kind !== 'comment' && text !== '(' && text !== ';') return '';
  }
  return '';
}
