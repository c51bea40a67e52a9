import { createHash } from 'node:crypto';
import type { Position, Range, TextEdit } from 'vscode-languageserver-types';
import { editorErrors } from '../errors.ts';

/** Names the content that edits are planned on. A byte order mark is not part of the text. */
export function hashOf(text: string): string {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/**
 * Applies edits as LSP defines them: all positions are of the text before, and inserts at one place keep their order.
 * A column beyond the end of a line means its end. New text takes the line endings of a text that uses one kind.
 * E_LANGUAGE_SERVER for edits that overlap or are outside the text.
 */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  if (edits.length === 0) return text;
  const lines = linesOf(text);
  const lineEnd = lineEndOf(lines);
  const changes = edits.map(({ range, newText }) =>
    changeOf(text, lines, range, withLineEnd(newText, lineEnd)),
  );
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, newText, range } of changes.sort((a, b) => a.start - b.start)) {
    if (start < done) throw unusable(range, 'it overlaps another edit');
    parts.push(text.slice(done, start), newText);
    done = end;
  }
  return parts.join('') + text.slice(done);
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly lineEnd: string;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { 0: lineEnd, index } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: index, lineEnd });
    start = index + lineEnd.length;
  }
  return [...lines, { start, end: text.length, lineEnd: '' }];
}

/** Undefined where the text has none or several kinds. */
function lineEndOf(lines: readonly Line[]): string | undefined {
  const kinds = new Set(lines.slice(0, -1).map(({ lineEnd }) => lineEnd));
  return kinds.size === 1 ? kinds.values().next().value : undefined;
}

function withLineEnd(newText: string, lineEnd: string | undefined): string {
  return lineEnd === undefined ? newText : newText.replace(/\r\n|\n|\r/g, lineEnd);
}

function changeOf(text: string, lines: readonly Line[], range: Range, newText: string) {
  const [start, end] = [offsetOf(text, lines, range.start), offsetOf(text, lines, range.end)];
  if (start === undefined || end === undefined) throw unusable(range, 'it is outside the text');
  if (end < start) throw unusable(range, 'it ends before it starts');
  return { start, end, newText, range };
}

/** Undefined for a position outside the text or inside a surrogate pair. */
function offsetOf(text: string, lines: readonly Line[], { line, character }: Position): number | undefined {
  // Formatters name the end of a text as the start of the line after the last one.
  if (line === lines.length && character === 0) return text.length;
  const found = lines[line];
  if (!found || !Number.isInteger(character) || character < 0) return undefined;
  const offset = Math.min(found.start + character, found.end);
  const isInsidePair = offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xffff;
  return isInsidePair ? undefined : offset;
}

function unusable({ start, end }: Range, reason: string) {
  const shown = `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;
  return editorErrors.fail('E_LANGUAGE_SERVER', `The edit at ${shown} cannot be applied: ${reason}.`, {
    hint: 'Nothing was changed. Call again, so that the edits are planned on the present text.',
  });
}
