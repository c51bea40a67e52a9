import { readFileSync, statSync } from 'node:fs';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

const MAX_BYTES = 1_000_000;

export interface Place {
  readonly line: number;
  readonly column: number;
}

export type ReadDocument =
  | { readonly state: 'absent' }
  | { readonly state: 'broken'; readonly problem: string; readonly place?: Place }
  | { readonly state: 'read'; readonly value: unknown };

/** Reads JSON with comments. Never throws. */
export function readDocument(file: string): ReadDocument {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return { state: 'absent' };
    if (!stat.isFile()) return { state: 'broken', problem: 'is not a file' };
    if (stat.size > MAX_BYTES) return { state: 'broken', problem: `is larger than ${MAX_BYTES} bytes` };
    return parseText(readFileSync(file, 'utf8'));
  } catch (error) {
    return { state: 'broken', problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Reports an error by its position only: the text around it may contain a secret. */
export function parseText(written: string): Exclude<ReadDocument, { state: 'absent' }> {
  const text = withoutByteOrderMark(written);
  if (text.trim() === '') return { state: 'read', value: {} };
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (!first) return { state: 'read', value };
  const place = placeOf(text, first.offset);
  const problem = `is not JSON: ${printParseErrorCode(first.error)} at line ${place.line}, column ${place.column}`;
  return { state: 'broken', problem, place };
}

export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
