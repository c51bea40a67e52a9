import type { EditorContext } from '../context.ts';
import type { OutputEntry } from './output-ring.ts';

/** An entry of the output as an agent sees it. */
export interface ShownEntry {
  seq: number;
  t: number;
  category: string;
  text: string;
  source?: string;
  line?: number;
}

const LONGEST_TEXT = 1_000;

export function shownEntry(
  { seq, t, category, text, source, line }: OutputEntry,
  { shown }: Pick<EditorContext, 'shown'>,
): ShownEntry {
  return {
    seq,
    t,
    category,
    text: cutLine(text),
    ...(source === undefined ? {} : { source: shown(source) }),
    ...(line === undefined ? {} : { line }),
  };
}

/** A line as part of an answer; `dap_search` finds what is further right. */
export function cutLine(text: string, characters = LONGEST_TEXT): string {
  if (text.length <= characters) return text;
  return `${text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')}… (${text.length} characters)`;
}
