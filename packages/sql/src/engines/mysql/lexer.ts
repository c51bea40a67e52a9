import { quotedBy, type Rule, type SqlLexer, type Token, tokenize } from '../shared/lexer.ts';

/** Whether a backslash escapes the next character, which depends on the server's sql_mode. */
export interface SqlMode {
  readonly inSingleQuotes: boolean;
  readonly inDoubleQuotes: boolean;
}

export const DEFAULT_MODE: SqlMode = { inSingleQuotes: true, inDoubleQuotes: true };
/** Under ANSI_QUOTES, and under NO_BACKSLASH_ESCAPES. */
export const OTHER_MODES: readonly SqlMode[] = [
  { inSingleQuotes: true, inDoubleQuotes: false },
  { inSingleQuotes: false, inDoubleQuotes: false },
];

const WORD = /[0-9A-Za-z_$\u0080-\u{10ffff}]+/uy;
const NOT_IN_WORD = String.raw`(?![0-9A-Za-z_$\u0080-\u{10ffff}])`;
/**
 * Numbers end where the server ends them: `1e0into`, `1.into` and `.5into` are a number and a word, while `1into` and
 * `0x1g` are identifiers.
 */
const NUMBER = new RegExp(
  String.raw`(?:0x[0-9A-Fa-f]+|0b[01]+)${NOT_IN_WORD}|\d+[eE][+-]?\d+|(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+${NOT_IN_WORD}`,
  'uy',
);
/** Two dashes begin a comment only before whitespace, a control character or the end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the server's rule names them
const LINE_COMMENT = /(?:#|--(?=[\x01-\x20\x7f]|$))[^\n]*/y;
const BLOCK_COMMENT = /\/\*(?!M?!)[\s\S]*?\*\//iy;
/** `/*!50000` starts a comment whose content the server runs. */
const EXECUTABLE_COMMENT = /\/\*M?!\d*/iy;
/** Without brackets, which are quotes in some servers. */
const SYMBOL = /:=|\\N|[!%&()*+,\-./:;<=>@^{|}~]/y;
const UNTERMINATED = /(?:['"`]|\/\*)[\s\S]*/y;

export function mysqlTokens(sql: string, mode = DEFAULT_MODE, from = 0): Generator<Token> {
  let executable = 0;
  const openComment = (text: string, at: number) => {
    EXECUTABLE_COMMENT.lastIndex = at;
    if (!EXECUTABLE_COMMENT.test(text)) return -1;
    executable += 1;
    return EXECUTABLE_COMMENT.lastIndex;
  };
  const closeComment = (text: string, at: number) => {
    if (executable === 0 || !text.startsWith('*/', at)) return -1;
    executable -= 1;
    return at + 2;
  };
  const rules: readonly Rule[] = [
    ['symbol', dotOfName],
    ['word', nameAfterDot],
    ['number', NUMBER],
    ['word', WORD],
    ['symbol', openComment],
    ['symbol', closeComment],
    ['string', quotedBy("'", mode.inSingleQuotes)],
    // Under ANSI_QUOTES this is an identifier, so it counts as one.
    ['quoted', quotedBy('"', mode.inDoubleQuotes)],
    ['quoted', quotedBy('`')],
    ['comment', LINE_COMMENT],
    ['comment', BLOCK_COMMENT],
    ['param', /\?/y],
    ['symbol', UNTERMINATED],
    ['symbol', SYMBOL],
  ];
  return tokenize(sql, rules, from);
}

/** After a word and a dot, all that may be part of a name is one: `t.5a`, `t.1e5`, `t.0x1f`. */
function dotOfName(sql: string, at: number, previous: Token | undefined): number {
  return sql[at] === '.' && previous?.kind === 'word' && previous.end === at ? at + 1 : -1;
}

function nameAfterDot(sql: string, at: number, previous: Token | undefined): number {
  if (previous?.text !== '.' || previous.end !== at) return -1;
  WORD.lastIndex = at;
  return WORD.test(sql) ? WORD.lastIndex : -1;
}

/** False for what the lexer cannot read: an unterminated quote or comment, or a character that starts no token. */
export function isReadable({ kind, text }: Token): boolean {
  SYMBOL.lastIndex = 0;
  return kind !== 'symbol' || (SYMBOL.test(text) && SYMBOL.lastIndex === text.length);
}

export function isExecutableComment({ kind, text }: Token): boolean {
  return kind === 'symbol' && /^\/\*M?!\d*$/i.test(text);
}

const DELIMITER_LINE = /DELIMITER[ \t]+(\S+)[^\n]*(?:\n|$)/iy;

/**
 * Cuts a script where the command-line client does: at the delimiter outside quotes and comments. A body with semicolons
 * of its own needs the client's DELIMITER line before it.
 */
function split(script: string): string[] {
  const statements: string[] = [];
  let delimiter = ';';
  for (let start = 0; start < script.length; ) {
    const { first, end } = statementAt(script, start, delimiter);
    DELIMITER_LINE.lastIndex = first;
    const [line, named] = DELIMITER_LINE.exec(script) ?? [];
    if (line !== undefined && named !== undefined) {
      delimiter = named;
      start = first + line.length;
      continue;
    }
    if (first < end) statements.push(script.slice(start, end).trim());
    start = end + delimiter.length;
  }
  return statements;
}

/** Where the first token of a statement starts that is no comment, and where its delimiter does. */
function statementAt(script: string, start: number, delimiter: string): { first: number; end: number } {
  let first: number | undefined;
  let executable = 0;
  for (const token of mysqlTokens(script, DEFAULT_MODE, start)) {
    if (token.kind === 'comment') continue;
    if (isExecutableComment(token)) executable += 1;
    if (token.text === '*/') executable -= 1;
    const end = executable === 0 ? delimiterIn(token, script, delimiter) : -1;
    if (end >= 0) return { first: first ?? Math.min(token.start, end), end };
    first ??= token.start;
  }
  return { first: first ?? script.length, end: script.length };
}

/** A delimiter such as `$$` may be the end of a word. */
function delimiterIn({ kind, text, start }: Token, script: string, delimiter: string): number {
  if (kind === 'symbol') return script.startsWith(delimiter, start) ? start : -1;
  const offset = kind === 'word' ? text.indexOf(delimiter) : -1;
  return offset < 0 ? -1 : start + offset;
}

export const mysqlLexer: SqlLexer = { tokens: (sql) => mysqlTokens(sql), split, isAnsi: false };

/** Always quotes: a bare identifier may be a keyword. */
export function quote(identifier: string): string {
  return `\`${identifier.replaceAll('`', '``')}\``;
}
