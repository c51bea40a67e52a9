import * as z from 'zod';

/** A place in a text as every tool takes and gives it: line and column from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export const positionSchema = z.strictObject({
  line: z.number().int().min(1),
  column: z.number().int().min(1),
});

const LINE_END = /\r\n|\n|\r/g;

/** The offset in UTF-16 code units; beyond the end of a line, its end. */
export function offsetAt(text: string, { line, column }: Position): number {
  const starts = lineStarts(text);
  const start = starts[Math.min(line, starts.length) - 1] ?? 0;
  const end = line < starts.length ? lineEnd(text, starts[line] ?? text.length) : text.length;
  return Math.min(start + column - 1, Math.max(start, end));
}

export function positionAt(text: string, offset: number): Position {
  const starts = lineStarts(text.slice(0, offset));
  return { line: starts.length, column: offset - (starts.at(-1) ?? 0) + 1 };
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(LINE_END)].map((match) => match.index + match[0].length)];
}

function lineEnd(text: string, nextStart: number): number {
  return text.slice(0, nextStart).replace(/\r?\n$|\r$/, '').length;
}
