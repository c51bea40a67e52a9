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

/** The position after the closing backquote. Expressions inside a template may contain templates. */
function backquoteEnd(text: string, start: number, dialect: Dialect): number {
  let at = start + 1;
  let depth = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (dialect.backquote === 'template') {
      if (character === '\\') at++;
      else if (depth === 0 && text.startsWith('${', at)) depth = 1;
      else if (depth > 0) {
        if (character === '{' && text.charAt(at - 1) !== '$') depth++;
        else if (character === '}') depth--;
        else if (character === '`') at = backquoteEnd(text, at, dialect) - 1;
      }
    }
    if (depth === 0 && text.charAt(at) === '`' && at > start) return at + 1;
    at++;
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
