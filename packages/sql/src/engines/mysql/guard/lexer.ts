import { refuse } from '../../../guard/guard.ts';
import { endOfQuoted, type Lexed, type Token, type TokenKind } from '../../../guard/tokens.ts';

/** Where a backslash escapes the next character, which is a matter of the server's sql_mode. */
export interface SqlMode {
  readonly inSingleQuotes: boolean;
  readonly inDoubleQuotes: boolean;
}

/** As servers come, under ANSI_QUOTES, under NO_BACKSLASH_ESCAPES. The guard cannot know which it is. */
export const USUAL_MODE: SqlMode = { inSingleQuotes: true, inDoubleQuotes: true };
export const OTHER_MODES: readonly SqlMode[] = [
  { inSingleQuotes: true, inDoubleQuotes: false },
  { inSingleQuotes: false, inDoubleQuotes: false },
];

const SPACE = /[\t-\r ]+/y;
const WORD = /[0-9A-Za-z_$\u0080-\u{10ffff}]+/uy;
/** Two dashes begin a comment only in front of a space, a control character or the end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the rule is about
const LINE_COMMENT = /(?:#|--(?=[\x01-\x20\x7f]|$))[^\n]*/y;
const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//y;
const EXECUTABLE_COMMENT = /\/\*M?!/iy;
/** No brackets: some servers take them for quotes. */
const SYMBOL = /:=|\\N|[!%&()*+,\-./:;<=>?@^{|}~]/y;

export function lexMysql(sql: string, mode: SqlMode): Lexed {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length; ) {
    if (matchAt(EXECUTABLE_COMMENT, sql, at) !== undefined) {
      return { refusal: refuse('executable-comment', 'the server runs what is inside /*! … */') };
    }
    const token = tokenAt(sql, at, mode);
    if (token === undefined) {
      return { refusal: refuse('syntax', `it is not understood from here on: ${sql.slice(at, at + 20)}`) };
    }
    tokens.push(token);
    at += token.text.length;
  }
  return { tokens };
}

function tokenAt(sql: string, at: number, mode: SqlMode): Token | undefined {
  return quotedAt(sql, at, mode) ?? commentAt(sql, at) ?? plainAt(sql, at);
}

function quotedAt(sql: string, at: number, mode: SqlMode): Token | undefined {
  const quote = sql.charAt(at);
  if (quote === '`') return quoted('quoted', sql, at, false);
  if (quote === "'") return quoted('string', sql, at, mode.inSingleQuotes);
  // Under ANSI_QUOTES this is an identifier: whoever asks for a name is given one.
  if (quote === '"') return quoted('quoted', sql, at, mode.inDoubleQuotes);
  return undefined;
}

function quoted(kind: TokenKind, sql: string, at: number, backslash: boolean): Token | undefined {
  const end = endOfQuoted(sql, at, sql.charAt(at), backslash);
  return end < 0 ? undefined : { kind, text: sql.slice(at, end) };
}

function commentAt(sql: string, at: number): Token | undefined {
  const line = matchAt(LINE_COMMENT, sql, at);
  if (line !== undefined) return { kind: 'comment', text: line };
  const block = matchAt(BLOCK_COMMENT, sql, at);
  if (block === undefined) return undefined;
  return { kind: block.startsWith('/*+') ? 'hint' : 'comment', text: block };
}

function plainAt(sql: string, at: number): Token | undefined {
  const space = matchAt(SPACE, sql, at);
  if (space !== undefined) return { kind: 'space', text: space };
  const word = matchAt(WORD, sql, at);
  if (word !== undefined) return { kind: 'word', text: word };
  const rest = sql.charAt(at);
  // An unterminated comment or string, of which the first characters would pass for operators.
  if (rest === '/' && sql.charAt(at + 1) === '*') return undefined;
  const symbol = matchAt(SYMBOL, sql, at);
  return symbol === undefined ? undefined : { kind: 'symbol', text: symbol };
}

function matchAt(pattern: RegExp, sql: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
}
