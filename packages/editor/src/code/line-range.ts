import type { Range } from 'vscode-languageserver-types';
import { editorErrors } from '../errors.ts';
import { TextLines } from './position.ts';

/** The text of lines that start at 1, from the first character that is not a space. E_INVALID_LINE. */
export function lineRange(text: string, first: number, last: number): Range {
  const lines = new TextLines(text);
  if (last < first || last > lines.count)
    throw editorErrors.fail('E_INVALID_LINE', `The file has ${lines.count} lines, not ${first} to ${last}.`, {
      details: { nearest: Math.min(first, lines.count) },
    });
  const indent = /^\s*/.exec(lines.line(first - 1))?.[0].length ?? 0;
  return {
    start: { line: first - 1, character: indent },
    end: { line: last - 1, character: lines.line(last - 1).length },
  };
}

export function wholeRange(text: string): Range {
  const lines = new TextLines(text);
  return { start: { line: 0, character: 0 }, end: lines.positionAt(lines.text.length) };
}
