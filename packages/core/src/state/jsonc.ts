import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
  type SyntaxKind,
} from 'jsonc-parser';

export interface JsoncProblem {
  readonly ok: false;
  /** Names the position only: the text around it may contain a secret. */
  readonly problem: string;
  /** What the parser found wrong: CommaExpected. */
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

export type ParsedJsonc = { readonly ok: true; readonly value: unknown } | JsoncProblem;

export interface JsoncOptions {
  /** The value of an empty text, or of one with comments only, is undefined instead of a problem. */
  readonly allowEmpty?: boolean;
}

/** JSON with comments and trailing commas. Line and column start at 1. */
export function parseJsonc(text: string, { allowEmpty = false }: JsoncOptions = {}): ParsedJsonc {
  const errors: ParseError[] = [];
  const json = withoutByteOrderMark(text);
  const root = parseTree(json, errors, { allowTrailingComma: true, allowEmptyContent: allowEmpty });
  const first = errors[0];
  if (!first) return { ok: true, value: root && jsonOf(root) };
  const before = json.slice(0, first.offset).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  const reason = printParseErrorCode(first.error);
  return {
    ok: false,
    problem: `not JSON: ${reason} at line ${line}, column ${column}`,
    reason,
    line,
    column,
  };
}

/** The parser's own values lose a key `__proto__`, which becomes the prototype of the object. */
function jsonOf({ type, value, children = [] }: Node): unknown {
  if (type === 'array') return children.map(jsonOf);
  if (type !== 'object') return value;
  return Object.fromEntries(
    children.map(({ children: [key, inner] = [] }) => [key?.value, inner && jsonOf(inner)]),
  );
}

/** Sets the value at a path, or removes it when undefined. Comments and the rest of the text are kept. */
export function editJsonc(text: string, path: readonly string[], value: unknown): string {
  const json = withoutByteOrderMark(text);
  const base = json.trim() === '' ? '{}\n' : json;
  if (value === undefined) return removeProperty(base, path);
  const added = addBelowComment(base, path, value);
  if (added !== undefined) return added;
  return applyEdits(base, modify(base, [...path], value, { formattingOptions: formattingOf(base) }));
}

/** The indentation and line ends that the text uses already. */
function formattingOf(text: string) {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const tabs = indent.startsWith('\t');
  return {
    insertSpaces: !tabs,
    tabSize: tabs ? 1 : indent.length,
    unit: tabs ? '\t' : indent,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** A comment on one line, from the end of a property. */
const COMMENT_OF_LINE = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*\*\/[ \t]*)(?=\r?\n)/;

/** The library would put a new property between the last one and the comment beside that. */
function addBelowComment(text: string, path: readonly string[], value: unknown): string | undefined {
  const name = path.at(-1);
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (name === undefined || !root) return undefined;
  const parent = findNodeAtLocation(root, path.slice(0, -1));
  if (!parent) return addBelowComment(text, path.slice(0, -1), { [name]: value });
  const last = findNodeAtLocation(parent, [name]) ? undefined : parent.children?.at(-1);
  if (last?.type !== 'property') return undefined;
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  const from = comma === undefined ? end : comma + 1;
  const comment = COMMENT_OF_LINE.exec(text.slice(from))?.[0];
  if (comment === undefined) return undefined;
  const property = printProperty(text, last, name, value);
  const [before, after] = comma === undefined ? [',', ''] : ['', ','];
  return text.slice(0, from) + before + comment + property + after + text.slice(from + comment.length);
}

/** On a line of its own, indented as the property before it. */
function printProperty(text: string, previous: Node, name: string, value: unknown): string {
  const { eol, unit } = formattingOf(text);
  const line = text.slice(0, previous.offset).split('\n').at(-1) ?? '';
  const isFirstOnLine = (previous.parent?.offset ?? 0) < previous.offset - line.length;
  const indent = (/^[ \t]*/.exec(line)?.[0] ?? '') + (isFirstOnLine ? '' : unit);
  const json = JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
  return `${eol}${indent}${JSON.stringify(name)}: ${json}`;
}

/** The library's own removal takes the comments around the property with it. */
function removeProperty(text: string, path: readonly string[]): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const property = root && findNodeAtLocation(root, [...path])?.parent;
  if (property?.type !== 'property') return text;
  const { offset, length } = property;
  const end = offset + length;
  const comma = commaAfter(text, end) ?? commaBefore(text, property);
  if (comma === undefined) return cut(text, offset, end);
  if (comma < offset) return withoutCharacter(cut(text, offset, end), comma);
  if (text.slice(end, comma).trim() === '') return cut(text, offset, comma + 1);
  return cut(withoutCharacter(text, comma), offset, end);
}

const COMMA: SyntaxKind.CommaToken = 5;

function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return scanner.scan() === COMMA ? scanner.getTokenOffset() : undefined;
}

function commaBefore(text: string, property: Node): number | undefined {
  const siblings = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  return previous && commaAfter(text, previous.offset + previous.length);
}

function withoutCharacter(text: string, offset: number): string {
  return text.slice(0, offset) + text.slice(offset + 1);
}

/** With its line where the rest of that is blank, else with the blanks beside it. */
function cut(text: string, from: number, to: number): string {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const indent = /[ \t]*$/.exec(before)?.[0] ?? '';
  const unindented = before.slice(0, before.length - indent.length);
  const lineEnd = /^[ \t]*\r?\n/.exec(after)?.[0];
  if (lineEnd !== undefined && unindented.endsWith('\n')) return unindented + after.slice(lineEnd.length);
  if (lineEnd !== undefined || /^[ \t]*\}/.test(after)) return unindented + after;
  return before + after.replace(/^[ \t]+/, '');
}
