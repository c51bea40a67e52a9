import { quotedBy, type Rule, type SqlLexer, splitTokens, type Token, tokenize } from '../shared/lexer.ts';

/** Sessions set standard_conforming_strings, so a backslash escapes in E'…' only. */
const endOfEscapeString = quotedBy("'", true);
const CONTINUATION = /[\t\f\v ]*[\n\r](?:[\t-\r ]|--[^\n\r]*[\n\r])*(?=')/y;

/** A string that continues after a line break keeps its escapes. */
function escapeString(sql: string, at: number): number {
  if (!/[eE]/.test(sql[at] ?? '')) return -1;
  let end = -1;
  for (let next = at + 1; ; next = CONTINUATION.lastIndex) {
    const part = endOfEscapeString(sql, next, undefined);
    if (part < 0) return end;
    end = part;
    CONTINUATION.lastIndex = end;
    if (!CONTINUATION.test(sql)) return end;
  }
}

/** Matches a quoted text after a prefix such as `U&`. */
function prefixed(prefix: RegExp, quote: string) {
  const endOfQuoted = quotedBy(quote);
  return (sql: string, at: number): number => {
    prefix.lastIndex = at;
    return prefix.test(sql) ? endOfQuoted(sql, prefix.lastIndex, undefined) : -1;
  };
}

const DOLLAR_TAG = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

function dollarString(sql: string, at: number): number {
  DOLLAR_TAG.lastIndex = at;
  const tag = DOLLAR_TAG.exec(sql)?.[0];
  const end = tag === undefined ? -1 : sql.indexOf(tag, at + tag.length);
  return tag === undefined || end < 0 ? -1 : end + tag.length;
}

/** Comments nest. */
function blockComment(sql: string, start: number): number {
  if (!sql.startsWith('/*', start)) return -1;
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  for (let depth = 0, mark = marks.exec(sql); mark; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return -1;
}

const RULES: readonly Rule[] = [
  ['comment', /--[^\n\r]*/y],
  ['comment', blockComment],
  ['string', escapeString],
  ['string', prefixed(/(?:[bBnNxX]|[uU]&)?/y, "'")],
  ['string', dollarString],
  ['quoted', prefixed(/(?:[uU]&)?/y, '"')],
  ['param', /\$\d+/y],
  ['number', /0[xX](?:_?[\dA-Fa-f])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+/y],
  ['number', /(?:\d(?:_?\d)*(?:\.(?!\.)(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?/y],
  ['word', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  // Without an end, quotes and comments take the rest of the text.
  ['symbol', /(?:['"]|\/\*|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)[\s\S]*/y],
];

const ROUTINE = /^CREATE (OR REPLACE )?(FUNCTION|PROCEDURE)\b/;

/** Statements end where psql ends them: at semicolons outside of parentheses and of BEGIN ATOMIC bodies. */
function statementEnd(): (token: Token, isFirst: boolean) => boolean {
  let parentheses = 0;
  /** How many BEGIN and CASE of a routine's body are open. */
  let blocks = 0;
  let head: string[] = [];
  const enterWord = (word: string) => {
    if (head.length < 4) head.push(word);
    if (!ROUTINE.test(head.join(' '))) return;
    if (word === 'BEGIN' || (word === 'CASE' && blocks > 0)) blocks += 1;
    if (word === 'END' && blocks > 0) blocks -= 1;
  };
  return ({ kind, text }, isFirst) => {
    if (isFirst) [parentheses, blocks, head] = [0, 0, []];
    if (kind === 'word') enterWord(text.toUpperCase());
    if (text === '(') parentheses += 1;
    if (text === ')') parentheses -= 1;
    return text === ';' && parentheses <= 0 && blocks === 0;
  };
}

export function postgresTokens(sql: string): Generator<Token> {
  return tokenize(sql, RULES);
}

export const postgresLexer: SqlLexer = {
  tokens: postgresTokens,
  split: (sql) => splitTokens(sql, postgresTokens(sql), statementEnd()),
};
