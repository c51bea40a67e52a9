import type { Range } from 'vscode-languageserver-types';
import type { TextLines } from './position.ts';

/** Where a piece of text is, with any white space where it has some; with `near` the place nearest to that line. */
export function snippetRanges(lines: TextLines, snippet: string, near: number | undefined): readonly Range[] {
  const words = snippet.trim().split(/\s+/).map(escaped);
  if (words[0] === '') return [];
  const ranges = [...lines.text.matchAll(new RegExp(words.join('\\s+'), 'g'))].map(({ 0: piece, index }) => ({
    start: lines.positionAt(index),
    end: lines.positionAt(index + piece.length),
  }));
  if (near === undefined) return ranges;
  const distance = ({ start }: Range) => Math.abs(start.line - (near - 1));
  return ranges.toSorted((a, b) => distance(a) - distance(b)).slice(0, 1);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
