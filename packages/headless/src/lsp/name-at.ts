import type { FilePosition } from '@molehill/editor/language-host';
import type { Range } from 'vscode-languageserver-types';
import { readTextFile } from '../text-file.ts';

const NAME = /[\p{ID_Continue}$#]+/gu;

export interface PlacedName {
  readonly name: string;
  readonly range: Range;
}

/** The name at a position, or undefined. E_FILE_NOT_FOUND. */
export async function nameAt({ path, position }: FilePosition): Promise<PlacedName | undefined> {
  const { line, character } = position;
  const text = linesOf(await readTextFile(path))[line] ?? '';
  for (const { 0: name, index } of text.matchAll(NAME)) {
    const end = index + name.length;
    if (index <= character && character <= end)
      return { name, range: { start: { line, character: index }, end: { line, character: end } } };
  }
  return undefined;
}

/** The text of a range, or undefined where it is outside. */
export function textIn(lines: readonly string[], { start, end }: Range): string | undefined {
  if (start.line >= lines.length || end.line >= lines.length) return undefined;
  if (start.line === end.line) return lines[start.line]?.slice(start.character, end.character);
  const [first = '', ...rest] = lines.slice(start.line, end.line + 1);
  const last = rest.pop() ?? '';
  return [first.slice(start.character), ...rest, last.slice(0, end.character)].join('\n');
}

export function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}
