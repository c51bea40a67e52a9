import { Lines } from './lines.ts';
import { afterBracket, go, maskCode } from './mask.ts';
import { exactTitle, type FlatTest, nest, type SourceTest } from './source-test.ts';

const FUNCTION = /^func (?<name>(?:Test|Fuzz|Example)(?![a-z])\w*)\(/gm;
const SUBTEST = /(?<![\w.])\w+\.Run\(\s*(?=["`])/g;

/** Functions `Test…`, `Fuzz…` and `Example…`, and subtests whose name is written out. */
export function goTests(text: string): SourceTest[] {
  const masked = maskCode(text, go);
  const lines = new Lines(text);
  const functions = [...masked.matchAll(FUNCTION)].map((match) => {
    const body = masked.indexOf('{', match.index + match[0].length);
    const end = body === -1 ? masked.length : afterBracket(masked, body);
    return flatTest(match.groups?.name ?? '', match.index, end, lines);
  });
  const isInFunction = ({ start }: FlatTest) =>
    functions.some((test) => test.start < start && start < test.end);
  const subtests = [...masked.matchAll(SUBTEST)]
    .map((match) => subtest(match, text, masked, lines))
    .filter((test) => test !== undefined)
    .filter(isInFunction);
  return nest([...functions, ...subtests].toSorted((a, b) => a.start - b.start));
}

function subtest(match: RegExpExecArray, text: string, masked: string, lines: Lines): FlatTest | undefined {
  const at = match.index + match[0].length;
  const name = /^(?:"((?:\\.|[^"\\])*)"|`([^`]*)`)\s*,/.exec(text.slice(at, at + 1_000));
  if (!name) return undefined;
  const open = masked.indexOf('(', match.index);
  return flatTest(rewritten(name[1] ?? name[2] ?? ''), match.index, afterBracket(masked, open), lines);
}

/** The testing package shows white space in the name of a subtest as underscores. */
const rewritten = (name: string): string => name.replaceAll(/\s/g, '_');

function flatTest(name: string, start: number, end: number, lines: Lines): FlatTest {
  const line = lines.at(start);
  const lastLine = lines.at(Math.max(start, end - 1));
  return { kind: 'test', title: exactTitle(name), line, firstLine: line, lastLine, start, end };
}
