import type { MolehillError } from '@molehill/core/errors';
import { editorErrors } from '../errors.ts';

export interface SourcePlace {
  readonly line: number;
  readonly content: string;
}

const AROUND = 2;
const LONGEST = 160;
const MOST_CANDIDATES = 10;

function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** E_INVALID_LINE beyond the end of the file, E_CONTENT_MISMATCH where the line lacks the expected text. */
export function placeByLine(text: string, line: number, file: string, expect?: string): SourcePlace {
  const lines = splitLines(text);
  const content = lines[line - 1];
  if (content === undefined) throw beyondEnd(lines, line, file);
  if (expect !== undefined && !content.includes(expect.trim())) throw mismatch(lines, line, file, expect);
  return { line, content: content.trim() };
}

/** The only line that contains the text, or the one closest to `near`. E_SYMBOL_NOT_FOUND, E_AMBIGUOUS_SYMBOL. */
export function placeByText(text: string, wanted: string, file: string, near?: number): SourcePlace {
  const found = linesWith(splitLines(text), wanted);
  const [first, ...others] = near === undefined ? found : nearestOf(found, near);
  if (!first)
    throw editorErrors.fail('E_SYMBOL_NOT_FOUND', `No line of ${file} contains "${shorten(wanted)}".`);
  if (others.length === 0) return first;
  const candidates = [first, ...others].slice(0, MOST_CANDIDATES);
  throw editorErrors.fail(
    'E_AMBIGUOUS_SYMBOL',
    `${others.length + 1} lines of ${file} contain "${shorten(wanted)}": ${candidates.map(({ line }) => line).join(', ')}.`,
    { details: { candidates } },
  );
}

/** Lines that are the text are preferred to lines that contain it. */
function linesWith(lines: readonly string[], wanted: string): readonly SourcePlace[] {
  const text = wanted.trim();
  const places = lines.map((content, index) => ({ line: index + 1, content: content.trim() }));
  const same = places.filter(({ content }) => content === text);
  return same.length > 0 ? same : places.filter(({ content }) => content.includes(text));
}

/** Two at the same distance are both kept: neither is a better guess. */
function nearestOf(places: readonly SourcePlace[], near: number): readonly SourcePlace[] {
  const distances = places.map(({ line }) => Math.abs(line - near));
  const least = Math.min(...distances);
  return places.filter((_, index) => distances[index] === least);
}

function beyondEnd(lines: readonly string[], line: number, file: string): MolehillError {
  const nearest = lines
    .map((content, index) => ({ line: index + 1, content: content.trim() }))
    .filter(({ content }) => content !== '')
    .slice(-3);
  return editorErrors.fail('E_INVALID_LINE', `${file} has ${lines.length} lines; there is no line ${line}.`, {
    hint: `Use one of the lines ${nearest.map((place) => place.line).join(', ')} at its end, or pass {param:text}.`,
    details: { nearest },
  });
}

function mismatch(lines: readonly string[], line: number, file: string, expect: string): MolehillError {
  const first = Math.max(1, line - AROUND);
  const shown = lines
    .slice(first - 1, line + AROUND)
    .map((content, index) => `${first + index}: ${shorten(content)}`)
    .join('\n');
  return editorErrors.fail(
    'E_CONTENT_MISMATCH',
    `Line ${line} of ${file} does not contain "${shorten(expect)}". The file has:\n${shown}`,
  );
}

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
