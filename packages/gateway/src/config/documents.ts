import { readFileSync, statSync } from 'node:fs';
import { messageOf } from '@molehill/core/errors';
import { parseJsonc } from '@molehill/core/state/jsonc';

const LARGEST_BYTES = 1_000_000;

export interface Place {
  readonly line: number;
  readonly column: number;
}

export type ReadDocument =
  | { readonly state: 'absent' }
  | { readonly state: 'broken'; readonly problem: string; readonly place?: Place }
  | { readonly state: 'read'; readonly value: unknown };

/** JSON with comments from a file that anybody may have written: nothing about it stops the others. */
export function readDocument(file: string): ReadDocument {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return { state: 'absent' };
    if (!stat.isFile()) return { state: 'broken', problem: 'is not a file' };
    if (stat.size > LARGEST_BYTES)
      return { state: 'broken', problem: `is larger than ${LARGEST_BYTES} bytes` };
    return parseText(readFileSync(file, 'utf8'));
  } catch (error) {
    return { state: 'broken', problem: messageOf(error) };
  }
}

export function parseText(text: string): Exclude<ReadDocument, { state: 'absent' }> {
  const parsed = parseJsonc(text, { allowEmpty: true });
  if (parsed.ok) return { state: 'read', value: parsed.value === undefined ? {} : parsed.value };
  const { line, column } = parsed;
  return { state: 'broken', problem: `is ${parsed.problem}`, place: { line, column } };
}
