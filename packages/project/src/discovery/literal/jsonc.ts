import { type ParseError, parse } from 'jsonc-parser';
import { lineAt } from '../project-files.ts';
import { type Literal, toLiteral } from './literal.ts';

export type Parsed = { readonly value: Literal } | { readonly problem: string };

/** JSON with comments, as people write settings. A problem names the line and repeats nothing of it. */
export function parseJsonc(text: string): Parsed {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const first = errors[0];
  return first
    ? { problem: `it is no JSON at line ${lineAt(text, first.offset)}` }
    : { value: toLiteral(value) };
}
