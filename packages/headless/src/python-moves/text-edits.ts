import type { TextEdit } from 'vscode-languageserver-types';
import type { ImportStatement, SyntaxPosition } from './syntax.ts';

export function replace(start: SyntaxPosition, end: SyntaxPosition, newText: string): TextEdit {
  const at = ([line, character]: SyntaxPosition) => ({ line, character });
  return { range: { start: at(start), end: at(end) }, newText };
}

/** A statement before another one: in a line of its own where that one has one. */
export function insertBefore({ start, indent }: ImportStatement, statement: string): TextEdit {
  return replace(start, start, indent === null ? `${statement}; ` : `${statement}\n${indent}`);
}
