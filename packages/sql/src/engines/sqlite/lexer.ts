import type { SqlLexer } from '../shared/lexer.ts';

export type TokenKind =
  | 'space'
  | 'comment'
  /** A keyword or a bare identifier. */
  | 'word'
  /** An identifier in double quotes, backticks or brackets. */
  | 'quoted'
  | 'string'
  | 'blob'
  | 'number'
  | 'variable'
  | 'symbol'
  /** SQLite reports `unrecognized token`. */
  | 'illegal';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const NAME_CHARACTER = String.raw`[\w$\u0080-\uffff]`;
const DIGITS = String.raw`\d+(?:_\d+)*`;
const NUMBER = String.raw`0[xX][\da-fA-F]+(?:_[\da-fA-F]+)*|(?:${DIGITS}(?:\.(?:${DIGITS})?)?|\.${DIGITS})(?:[eE][+-]?${DIGITS})?`;
/** Includes numbers with a misplaced separator. */
const NUMBER_LIKE = String.raw`0[xX][\da-fA-F][\da-fA-F_]*|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?`;
const VARIABLE = `(?:::)*${NAME_CHARACTER}+(?:::${NAME_CHARACTER}*)*`;

/** The first rule that matches wins. `(?=(…))\1` is an atomic group: a number or a variable is never cut short to make a rule match. */
const RULES: readonly (readonly [TokenKind, RegExp])[] = [
  // A vertical tab continues white space but does not start it. A byte order mark is white space anywhere.
  ['space', /\ufeff|[\t\n\f\r ][\t-\r ]*/y],
  // A block comment may run to the end of the text, unless it is empty.
  ['comment', /--[^\n]*|\/\*(?=[\s\S])[\s\S]*?(?:\*\/|$)/y],
  ['blob', /[xX]'(?:[\da-fA-F]{2})*'/y],
  ['illegal', /[xX]'[^']*'?/y],
  ['word', new RegExp(`[A-Za-z_\\u0080-\\ufefe\\uff00-\\uffff]${NAME_CHARACTER}*`, 'y')],
  ['string', /'[^']*(?:''[^']*)*'(?!')/y],
  ['quoted', /"[^"]*(?:""[^"]*)*"(?!")|`[^`]*(?:``[^`]*)*`(?!`)|\[[^\]]*\]/y],
  ['illegal', /['"`[][\s\S]*/y],
  ['number', new RegExp(`(?=(${NUMBER}))\\1(?!${NAME_CHARACTER})`, 'y')],
  ['illegal', new RegExp(`(?:${NUMBER_LIKE})${NAME_CHARACTER}*`, 'y')],
  // Parentheses directly after a named variable belong to it with any content.
  [
    'variable',
    new RegExp(`\\?\\d*|(?=((?:[$@:]|#(?!\\d))${VARIABLE}))\\1(?:\\([^\\t-\\r )]*\\)|(?!\\())`, 'y'),
  ],
  ['illegal', new RegExp(`[$@:#](?:${VARIABLE}(?:\\([^\\t-\\r )]*\\)?)?|(?:::)*)`, 'y')],
  ['symbol', /->>?|\|\||<[<=>]|>[>=]|==|!=|[-+*/%<>=&|~,;().]/y],
  ['illegal', /[\s\S]/y],
];

/** Every token of a text by the rules of SQLite's own tokenizer. Their texts put together are the text again. */
export function lex(sql: string): Token[] {
  const tokens: Token[] = [];
  for (let start = 0; start < sql.length; start = tokens.at(-1)?.end ?? sql.length) {
    for (const [kind, rule] of RULES) {
      rule.lastIndex = start;
      if (!rule.test(sql)) continue;
      tokens.push({ kind, text: sql.slice(start, rule.lastIndex), start, end: rule.lastIndex });
      break;
    }
  }
  return tokens;
}

/** The tokens that the parser sees: all but white space and comments. */
export function tokenize(sql: string): Token[] {
  return lex(sql).filter(({ kind }) => kind !== 'space' && kind !== 'comment');
}

export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text.toUpperCase());
}

export function isSymbol(token: Token | undefined, ...symbols: readonly string[]): boolean {
  return token?.kind === 'symbol' && symbols.includes(token.text);
}

/** The identifier in a token. SQLite also accepts a string as one. */
export function nameOf(token: Token | undefined): string | undefined {
  if (token?.kind === 'word') return token.text;
  if (token?.kind !== 'quoted' && token?.kind !== 'string') return undefined;
  const quote = token.text.slice(-1);
  const inner = token.text.slice(1, -1);
  return quote === ']' ? inner : inner.replaceAll(quote + quote, quote);
}

/** The position after the parenthesis that closes the one at `open`; the end of the tokens when none does. */
export function afterParentheses(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (isSymbol(tokens[at], '(')) depth++;
    if (isSymbol(tokens[at], ')')) depth--;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

/** Cuts where SQLite does: at semicolons, except those in the body of a trigger. Skips empty statements. */
export function splitStatements(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [[]];
  for (const token of tokens) {
    const current = statements.at(-1) ?? [];
    if (isSymbol(token, ';') && !isInTriggerBody(current)) statements.push([]);
    else current.push(token);
  }
  return statements.filter(({ length }) => length > 0);
}

function isInTriggerBody(before: readonly Token[]): boolean {
  let at = 0;
  if (isWord(before[at], 'EXPLAIN')) at += isWord(before[at + 1], 'QUERY') ? 3 : 1;
  if (!isWord(before[at], 'CREATE')) return false;
  at += isWord(before[at + 1], 'TEMP', 'TEMPORARY') ? 2 : 1;
  return isWord(before[at], 'TRIGGER') && !(isWord(before.at(-1), 'END') && isSymbol(before.at(-2), ';'));
}

export function textOf(sql: string, tokens: readonly Token[]): string {
  return sql.slice(tokens[0]?.start, tokens.at(-1)?.end);
}

export const sqliteLexer: SqlLexer = {
  tokens: tokenize,
  split: (sql) => splitStatements(tokenize(sql)).map((tokens) => textOf(sql, tokens)),
};
