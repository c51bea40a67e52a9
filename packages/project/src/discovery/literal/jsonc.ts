import { parseJsonc as parse } from '@molehill/core/state/jsonc';
import { type Literal, toLiteral } from './literal.ts';

export type Parsed = { readonly value: Literal } | { readonly problem: string };

/** JSON with comments, as people write settings. A problem names the line and repeats nothing of it. */
export function parseJsonc(text: string): Parsed {
  const parsed = parse(text, { allowEmpty: true });
  return parsed.ok ? { value: toLiteral(parsed.value) } : { problem: `it is no JSON at line ${parsed.line}` };
}
