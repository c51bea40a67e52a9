import { readFileSync, statSync } from 'node:fs';
import { messageOf } from '@molehill/core/errors';
import { parseJsonc } from '@molehill/core/state/jsonc';

const MAX_BYTES = 1_000_000;

export type ParsedDocument =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly problem: string;
      readonly place?: { readonly line: number; readonly column: number };
    };

/** Reads JSON with comments. An absent file has the value of an empty one. Never throws. */
export function readDocument(file: string): ParsedDocument {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return parseDocument('');
    if (!stat.isFile()) return { ok: false, problem: 'is not a file' };
    if (stat.size > MAX_BYTES) return { ok: false, problem: `is larger than ${MAX_BYTES} bytes` };
    return parseDocument(readFileSync(file, 'utf8'));
  } catch (error) {
    return { ok: false, problem: messageOf(error) };
  }
}

/** Reports an error by its position only: the text around it may contain a secret. */
export function parseDocument(text: string): ParsedDocument {
  const parsed = parseJsonc(text, { allowEmpty: true });
  if (parsed.ok) return { ok: true, value: parsed.value === undefined ? {} : parsed.value };
  const { problem, line, column } = parsed;
  return { ok: false, problem: `is ${problem}`, place: { line, column } };
}
