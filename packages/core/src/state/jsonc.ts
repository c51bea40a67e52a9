import {
  applyEdits,
  type FormattingOptions,
  modify,
  type ParseError,
  parse,
  printParseErrorCode,
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
  const value: unknown = parse(json, errors, { allowTrailingComma: true, allowEmptyContent: allowEmpty });
  const first = errors[0];
  if (!first) return { ok: true, value };
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

/** Sets the value at a path, or removes it when undefined. Comments and the rest of the text are kept. */
export function editJsonc(text: string, path: readonly string[], value: unknown): string {
  const json = withoutByteOrderMark(text);
  const base = json.trim() === '' ? '{}\n' : json;
  return applyEdits(base, modify(base, [...path], value, { formattingOptions: formattingOf(base) }));
}

/** The indentation and line ends that the text uses already. */
function formattingOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const tabs = indent.startsWith('\t');
  return {
    insertSpaces: !tabs,
    tabSize: tabs ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
