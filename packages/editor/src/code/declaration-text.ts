import type { Position, Range } from 'vscode-languageserver-types';
import type { Declaration } from './declarations.ts';
import type { TextLines } from './position.ts';

/** What stands before the only name of a statement, where the server's range begins with the name. */
const STATEMENT = /^\s*((?:export\s+|declare\s+|default\s+)*(?:const|let|var|using|await\s+using)\s+)$/;

/**
 * The range of a whole declaration. Servers give `total = 3` for `export const total = 3;`: the statement is meant, unless
 * it declares several names.
 */
export function declarationRange(lines: TextLines, { range, selectionRange }: Declaration): Range {
  const { start, end } = range;
  const before = lines.line(start.line).slice(0, start.character);
  const head = isAt(start, selectionRange.start) ? STATEMENT.exec(before)?.[1] : undefined;
  const after = /^\s*;?(?=\s*(?:\/\/|\/\*|$))/.exec(lines.line(end.line).slice(end.character))?.[0];
  if (head === undefined || after === undefined) return range;
  return {
    start: { line: start.line, character: start.character - head.length },
    end: { line: end.line, character: end.character + after.trimEnd().length },
  };
}

function isAt(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}

/** The edit that replaces a declaration: a deleted one takes the lines with it that would be empty. */
export function replacement(lines: TextLines, range: Range, text: string): { range: Range; newText: string } {
  const { start, end } = range;
  const indent = lines.line(start.line).slice(0, start.character);
  const rest = lines.line(end.line).slice(end.character);
  const ownsLines = indent.trim() === '' && rest.trim() === '';
  if (text === '' && ownsLines) return { range: wholeLines(lines, range), newText: '' };
  if (!ownsLines) return { range, newText: text };
  const indented = indent !== '' && text.startsWith(indent) ? text.slice(indent.length) : text;
  return { range, newText: indented.replace(/(?:\r\n|\n|\r)$/, '') };
}

function wholeLines(lines: TextLines, { start, end }: Range): Range {
  const isLast = end.line + 1 >= lines.count;
  return {
    start: { line: start.line, character: 0 },
    end: isLast
      ? { line: end.line, character: lines.line(end.line).length }
      : { line: end.line + 1, character: 0 },
  };
}
