export type TokenKind = 'word' | 'quoted' | 'number' | 'variable' | 'sign' | 'illegal';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** SQLite's own rules: a comment may run to the end of the text, and names may hold any character beyond ASCII. */
const SPACE = /(?:[ \t\n\f\r\uFEFF]+|--[^\n]*|\/\*(?!$)[\s\S]*?(?:\*\/|$))+/y;

const RULES: readonly (readonly [TokenKind, RegExp])[] = [
  ['quoted', /[xX]?'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`|\[[^\]]*\]/y],
  ['variable', /\?\d*|[$@:#](?:::)*[\w$\u0080-\uFFFF](?:[\w$\u0080-\uFFFF]|::)*(?:\([^\s)]*\))?/y],
  ['number', /(?:0[xX][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?)/y],
  ['word', /[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*/y],
  ['sign', /[-+*/%<>=!&|~,;().]/y],
];

/** The tokens of a text without its spaces and comments. What no rule knows is one illegal character. */
export function* tokenize(sql: string): Generator<Token> {
  let at = skip(sql, 0);
  while (at < sql.length) {
    const [kind, end] = match(sql, at);
    yield { kind, text: sql.slice(at, end), start: at, end };
    at = skip(sql, end);
  }
}

function skip(sql: string, at: number): number {
  SPACE.lastIndex = at;
  return SPACE.test(sql) ? SPACE.lastIndex : at;
}

function match(sql: string, at: number): readonly [TokenKind, number] {
  for (const [kind, rule] of RULES) {
    rule.lastIndex = at;
    if (rule.test(sql)) return [kind, rule.lastIndex];
  }
  return ['illegal', at + 1];
}

export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text.toUpperCase());
}

/** The name that a word or a quoted identifier stands for. */
export function nameOf(token: Token): string {
  if (token.kind !== 'quoted') return token.text;
  const quote = token.text.at(-1) ?? '';
  const inside = token.text.slice(1, -1);
  return quote === ']' ? inside : inside.replaceAll(quote + quote, quote);
}
