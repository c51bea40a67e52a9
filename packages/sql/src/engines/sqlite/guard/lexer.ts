import { type Refusal, refuse } from '../../../guard/guard.ts';
import { quotedBy } from '../../shared/lexer.ts';
import type { Token } from '../../shared/token.ts';

type Piece = Pick<Token, 'text'> & { readonly kind: Token['kind'] | 'space' };
type Lexed = { readonly tokens: readonly Token[] } | { readonly refusal: Refusal };

/** A vertical tab is no space at the start of one, and a byte order mark always is. */
const SPACE = /\ufeff|[\t\n\f\r ][\t-\r ]*/y;
const WORD = /[0-9A-Za-z_\u0080-\ufefe\uff00-\u{10ffff}][0-9A-Za-z_$\u0080-\u{10ffff}]*/uy;
/** SQLite takes a comment that never ends, if there is anything in it. */
const COMMENT = /--[^\n]*|\/\*(?=[\s\S])[\s\S]*?(?:\*\/|$)/y;
/** `?1`, `:a`, `@a`, `$a::b(c)`: parentheses right behind the name belong to it, whatever they hold. */
const VARIABLE = /\?[0-9]*|[:@$](?:::)*(?:[0-9A-Za-z_$\u0080-\u{10ffff}]|::)+(?:\([^\s)]*\))?/uy;
const SYMBOL = /[!%&()*+,\-./;<=>|~]/y;

export function lexSqlite(sql: string): Lexed {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length; ) {
    const token = quotedAt(sql, at) ?? plainAt(sql, at);
    if (token === undefined) {
      return { refusal: refuse('syntax', `it is not understood from here on: ${sql.slice(at, at + 20)}`) };
    }
    const { kind, text } = token;
    if (kind !== 'space') tokens.push({ kind, text, start: at, end: at + text.length });
    at += text.length;
  }
  return { tokens };
}

function quotedAt(sql: string, at: number): Piece | undefined {
  const quote = sql.charAt(at);
  const end = endAt(sql, at, quote);
  if (end <= 0) return undefined;
  return { kind: quote === "'" ? 'string' : 'quoted', text: sql.slice(at, end) };
}

function endAt(sql: string, at: number, quote: string): number {
  if (quote === '[') return sql.indexOf(']', at) + 1;
  return quote === "'" || quote === '"' || quote === '`' ? quotedBy(quote)(sql, at, undefined) : -1;
}

function plainAt(sql: string, at: number): Piece | undefined {
  const space = matchAt(SPACE, sql, at);
  if (space !== undefined) return { kind: 'space', text: space };
  const comment = matchAt(COMMENT, sql, at);
  if (comment !== undefined) return { kind: 'comment', text: comment };
  const word = matchAt(WORD, sql, at);
  if (word !== undefined) return { kind: 'word', text: word };
  const variable = variableAt(sql, at);
  if (variable !== undefined) return { kind: 'symbol', text: variable };
  const symbol = matchAt(SYMBOL, sql, at);
  return symbol === undefined ? undefined : { kind: 'symbol', text: symbol };
}

/** A variable whose parenthesis does not end is not one that SQLite takes. */
function variableAt(sql: string, at: number): string | undefined {
  const variable = matchAt(VARIABLE, sql, at);
  if (variable === undefined || variable.startsWith('?')) return variable;
  const open = !variable.endsWith(')') && sql.charAt(at + variable.length) === '(';
  return open ? undefined : variable;
}

function matchAt(pattern: RegExp, sql: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
}
