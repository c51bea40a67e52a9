import type { FormattingOptions } from 'vscode-languageserver-types';
import { linesOf } from './name-at.ts';

const DEFAULT_SIZE = 2;
/** One space more is the continuation of a comment. */
const SIZES: readonly number[] = [2, 3, 4, 6, 8];

/** As the file itself is indented, by the most frequent step from one line to the next. */
export function indentationOf(text: string): Pick<FormattingOptions, 'tabSize' | 'insertSpaces'> {
  const steps = new Map<number, number>();
  let [tabs, spaces, before] = [0, 0, 0];
  for (const line of linesOf(text)) {
    if (line.trim() === '') continue;
    if (line.startsWith('\t')) tabs += 1;
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (indent > 1) spaces += 1;
    const step = Math.abs(indent - before);
    if (SIZES.includes(step)) steps.set(step, (steps.get(step) ?? 0) + 1);
    before = indent;
  }
  if (tabs > spaces) return { tabSize: 4, insertSpaces: false };
  const [[size] = [DEFAULT_SIZE]] = [...steps].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  return { tabSize: size, insertSpaces: true };
}
