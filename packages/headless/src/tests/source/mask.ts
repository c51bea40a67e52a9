/** How strings are written in a language whose comments and brackets are those of C. */
export interface Dialect {
  /** A backquoted text: with `${…}` inside, or taken as it is. */
  readonly backquote: 'template' | 'raw';
  readonly hasRegularExpressions: boolean;
}

export const javascript: Dialect = { backquote: 'template', hasRegularExpressions: true };
export const go: Dialect = { backquote: 'raw', hasRegularExpressions: false };

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
/** A string ends at the end of its line at the latest, so an apostrophe in the text of JSX hides one line only. */
const STRING = /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/y;
const REGULAR_EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
/** What stands before a slash that starts a regular expression rather than a division. */
const BEFORE_EXPRESSION = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|await|yield))$/;

/**
 * The same text, as long and with the same lines, where comments and the contents of strings are spaces. So brackets
 * and names are found by position.
 */
export function maskCode(text: string, dialect: Dialect): string {
  let masked = '';
  while (masked.length < text.length) {
    const hidden = hiddenAt(text, masked, dialect);
    masked += hidden ? blank(hidden) : text.charAt(masked.length);
  }
  return masked;
}

function hiddenAt(text: string, masked: string, dialect: Dialect): string | undefined {
  const at = masked.length;
  const character = text.charAt(at);
  if (character === '/') return comment(text, at) ?? expression(text, masked, dialect);
  if (character === '"' || character === "'") return matchAt(STRING, text, at);
  if (character === '`') return text.slice(at, backquoteEnd(text, at, dialect));
  return undefined;
}

const comment = (text: string, at: number): string | undefined => matchAt(COMMENT, text, at);

function expression(text: string, masked: string, dialect: Dialect): string | undefined {
  if (!dialect.hasRegularExpressions) return undefined;
  const before = masked.slice(-200).trimEnd();
  return BEFORE_EXPRESSION.test(before) ? matchAt(REGULAR_EXPRESSION, text, masked.length) : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function backquoteEnd(text: string, start: number, { backquote }: Dialect): number {
  if (backquote === 'template') return templateEnd(text, start);
  const end = text.indexOf('`', start + 1);
  return end === -1 ? text.length : end + 1;
}

/** The position after the closing backquote. Expressions inside a template may contain templates. */
function templateEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; ) {
    if (text.charAt(at) === '`') return at + 1;
    if (text.startsWith('${', at)) at = expressionEnd(text, at + 2);
    else at += text.charAt(at) === '\\' ? 2 : 1;
  }
  return text.length;
}

/** The position after the brace that closes `${`. */
function expressionEnd(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; ) {
    const character = text.charAt(at);
    if (character === '{') depth++;
    if (character === '}' && --depth === 0) return at + 1;
    at = character === '`' ? templateEnd(text, at) : at + 1;
  }
  return text.length;
}

/** Keeps the quotes, so that a masked string is still seen as one. */
function blank(text: string): string {
  const first = text.charAt(0);
  const isQuoted = first === '"' || first === "'" || first === '`';
  const spaces = text.replaceAll(/[^\n]/g, ' ');
  return isQuoted && text.length > 1 ? `${first}${spaces.slice(1, -1)}${first}` : spaces;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The position after the bracket that closes the one at `open`, in masked text. */
export function afterBracket(masked: string, open: number): number {
  const opening = masked.charAt(open);
  const closing = CLOSING[opening];
  let depth = 0;
  for (let at = open; at < masked.length; at++) {
    const character = masked.charAt(at);
    if (character === opening) depth++;
    if (character === closing && --depth === 0) return at + 1;
  }
  return masked.length;
}
