import { parseJsonc as parse } from '@molehill/core/state/jsonc';
import { type Literal, toLiteral } from './literal.ts';

export type Parsed = { readonly value: Literal } | { readonly problem: string };

/** JSON with comments and trailing commas. A problem names the line and does not quote it. */
export function parseJsonc(text: string): Parsed {
  const parsed = parse(text, { allowEmpty: true });
  return parsed.ok ? { value: toLiteral(parsed.value) } : { problem: `invalid JSON at line ${parsed.line}` };
}
