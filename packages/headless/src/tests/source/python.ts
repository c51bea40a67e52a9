import { exactTitle, type FlatTest, nest, type SourceTest } from './source-test.ts';

/** A string over several lines is no code, whatever its indentation. */
const LONG_STRING = /("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*\1/g;
const DEFINITION = /^([ \t]*)(?:(?:async[ \t]+)?(def)|(class))[ \t]+(\w+)[ \t]*(\([^\n]*)?/;

interface Scope {
  readonly indent: number;
  readonly isTestScope: boolean;
}

/** Functions `test…` of the module and of classes. pytest makes the cases of a parametrised one when it collects. */
export function pythonTests(text: string): SourceTest[] {
  const lines = text.replaceAll(LONG_STRING, (string) => string.replaceAll(/[^\n]/g, '#')).split('\n');
  const scopes: Scope[] = [];
  const found: FlatTest[] = [];
  lines.forEach((line, index) => {
    const match = DEFINITION.exec(line);
    if (!match) return;
    const [, space = '', isFunction, , name = '', rest = ''] = match;
    const indent = space.length;
    while (scopes.length > 0 && (scopes.at(-1)?.indent ?? 0) >= indent) scopes.pop();
    const isReachable = scopes.every(({ isTestScope }) => isTestScope);
    const isTest = isFunction ? name.startsWith('test') : isTestClass(name, rest);
    scopes.push({ indent, isTestScope: !isFunction && isTest });
    if (isReachable && isTest)
      found.push(flatTest(lines, index, indent, name, isFunction ? 'test' : 'suite'));
  });
  return nest(found);
}

const isTestClass = (name: string, bases: string): boolean =>
  name.startsWith('Test') || /TestCase\b/.test(bases);

function flatTest(
  lines: readonly string[],
  index: number,
  indent: number,
  name: string,
  kind: FlatTest['kind'],
): FlatTest {
  const last = lastLine(lines, index, indent);
  const firstLine = firstDecorator(lines, index, indent);
  return {
    kind,
    title: exactTitle(name),
    line: index + 1,
    firstLine,
    lastLine: last,
    start: index,
    end: last,
  };
}

function lastLine(lines: readonly string[], index: number, indent: number): number {
  let last = index;
  for (let at = index + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || /^\s*#/.test(line) || /^\s*[)\]}]/.test(line)) continue;
    if (line.length - line.trimStart().length <= indent) break;
    last = at;
  }
  return last + 1;
}

function firstDecorator(lines: readonly string[], index: number, indent: number): number {
  let first = index;
  for (let at = index - 1; at >= 0; at--) {
    const line = lines[at] ?? '';
    if (line.trim() === '') break;
    const depth = line.length - line.trimStart().length;
    if (depth < indent || (depth === indent && !/^\s*[@)\]}#]/.test(line))) break;
    if (depth === indent && /^\s*@/.test(line)) first = at;
  }
  return first + 1;
}
