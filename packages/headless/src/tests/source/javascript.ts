import { Lines } from './lines.ts';
import { afterBracket, javascript, maskCode } from './mask.ts';
import {
  escapePattern,
  exactTitle,
  type FlatTest,
  nest,
  type SourceTest,
  type Title,
} from './source-test.ts';

const HEAD =
  /(?<![\w$])(?:(?<owner>[\w$]+)\s*\.\s*)?(?<word>describe|suite|context|it|test|specify)(?<modifiers>(?:\s*\.\s*[a-zA-Z]+)*)\s*(?=[(`])/g;
const SUITE_WORDS = new Set(['describe', 'suite', 'context']);

/** Calls such as `describe`, `it` and `test.each`, with literal or computed titles. */
export function javascriptTests(text: string): SourceTest[] {
  const masked = maskCode(text, javascript);
  const lines = new Lines(text);
  const found = [...masked.matchAll(HEAD)].map((match) => testAt(match, text, masked, lines));
  return nest(found.filter((test) => test !== undefined));
}

function testAt(match: RegExpExecArray, text: string, masked: string, lines: Lines): FlatTest | undefined {
  const { owner, word = '', modifiers = '' } = match.groups ?? {};
  const call = titledCall(masked, match.index + match[0].length);
  if (!call) return undefined;
  const title = titleAt(text, masked, call.open + 1, /\b(?:each|for)\b/.test(modifiers));
  // `pattern.test(value)` is no test, `t.test('name', …)` is one.
  if (!title || (owner && !(word === 'test' && title.hasMore && title.isLiteral))) return undefined;
  return {
    kind: SUITE_WORDS.has(word) ? 'suite' : 'test',
    title,
    line: lines.at(match.index),
    firstLine: lines.at(match.index),
    lastLine: lines.at(call.end - 1),
    start: match.index,
    end: call.end,
  };
}

/** `it.each(table)('title', …)` has its title in the second call. */
function titledCall(masked: string, at: number): { open: number; end: number } | undefined {
  const isTemplate = masked.charAt(at) === '`';
  const end = isTemplate ? masked.indexOf('`', at + 1) + 1 : afterBracket(masked, at);
  const next = end + (/^\s*/.exec(masked.slice(end, end + 200))?.[0].length ?? 0);
  if (masked.charAt(next) === '(') return { open: next, end: afterBracket(masked, next) };
  return isTemplate ? undefined : { open: at, end };
}

interface FoundTitle extends Title {
  readonly isLiteral: boolean;
  /** Whether another argument follows. */
  readonly hasMore: boolean;
}

const STRING = /^\s*(?:'((?:\\[\s\S]|[^'\\])*)'|"((?:\\[\s\S]|[^"\\])*)")/;

function titleAt(text: string, masked: string, at: number, isTable: boolean): FoundTitle | undefined {
  const rest = text.slice(at, at + 2_000);
  const string = STRING.exec(rest);
  if (string) {
    const value = unescaped(string[1] ?? string[2] ?? '');
    const title = isTable ? tableTitle(value) : exactTitle(value);
    return { ...title, isLiteral: true, hasMore: isComma(masked, at + string[0].length) };
  }
  const quote = /^\s*`/.exec(rest);
  if (quote) return templateTitle(text, masked, at + quote[0].length, isTable);
  const name = /^\s*([\w$.]+)\s*,/.exec(rest)?.[1];
  if (name === undefined) return undefined;
  // A class or function gives its name, a variable its value.
  return { text: name, pattern: '.*', isLiteral: false, hasMore: true };
}

function templateTitle(text: string, masked: string, start: number, isTable: boolean): FoundTitle {
  const end = masked.indexOf('`', start);
  const value = unescaped(text.slice(start, end === -1 ? undefined : end));
  const pattern = value
    .split(/\$\{[^}]*\}/)
    .map((part) => (isTable ? tableTitle(part).pattern : escapePattern(part)))
    .join('.*');
  return { text: value, pattern, isLiteral: true, hasMore: isComma(masked, end + 1) };
}

const isComma = (masked: string, at: number): boolean => /^\s*,/.test(masked.slice(at, at + 200));

/** Placeholders of a table: `%s`, `%#` and `$name`, as in `it.each`. */
function tableTitle(text: string): Title {
  const pattern = text
    .split(/%[sdifjop#$cO%]|\$#|\$[\w.]+/)
    .map(escapePattern)
    .join('.*');
  return { text, pattern };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unescaped(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, (_, character: string) => ESCAPES[character] ?? character);
}
