import { type ParseError, parse } from 'jsonc-parser';
import { lineAt } from '../project-files.ts';
import { type Literal, toLiteral } from './literal.ts';

export type Parsed = { readonly value: Literal } | { readonly problem: string };

/** JSON with comments and trailing commas. A problem names the line and does not quote it. */
export function parseJsonc(text: string): Parsed {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const first = errors[0];
  return first
    ? { problem: `invalid JSON at line ${lineAt(text, first.offset)}` }
    : { value: toLiteral(value) };
}
