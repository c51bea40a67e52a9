import type { Range } from 'vscode-languageserver-types';
import { editorErrors } from '../errors.ts';

/** The text of lines that start at 1, from the first character that is not a space. E_INVALID_LINE. */
export function lineRange(text: string, first: number, last: number): Range {
  const lines = text.split(/\r\n|\n|\r/);
  const [from, to] = [first - 1, last - 1];
  if (to < from || lines[to] === undefined)
    throw editorErrors.fail(
      'E_INVALID_LINE',
      `The file has ${lines.length} lines, not ${first} to ${last}.`,
      {
        details: { nearest: Math.min(first, lines.length) },
      },
    );
  const indent = /^\s*/.exec(lines[from] ?? '')?.[0].length ?? 0;
  return { start: { line: from, character: indent }, end: { line: to, character: lines[to].length } };
}

export function wholeRange(text: string): Range {
  const lines = text.split(/\r\n|\n|\r/);
  return {
    start: { line: 0, character: 0 },
    end: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 },
  };
}
