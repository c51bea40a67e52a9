import type { Position as ShownPosition } from '@molehill/core/position';
import type { Position, Range } from 'vscode-languageserver-types';

/** From a position as tools take it, which counts from 1. */
export function lspPosition({ line, column }: ShownPosition): Position {
  return { line: line - 1, character: column - 1 };
}

/** As tools show it. */
export function shownPosition({ line, character }: Position): ShownPosition {
  return { line: line + 1, column: character + 1 };
}

export function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}

/** The end belongs to it: a cursor behind a name is at the name. */
export function contains({ start, end }: Range, position: Position): boolean {
  return comparePositions(start, position) <= 0 && comparePositions(position, end) <= 0;
}

/** A text by its lines, with the positions of LSP. A byte order mark is not part of it. */
export class TextLines {
  readonly text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.text = text.startsWith('\uFEFF') ? text.slice(1) : text;
    const ends = [...this.text.matchAll(/\r\n|\n|\r/g)];
    this.#starts = [0, ...ends.map(({ 0: lineEnd, index }) => index + lineEnd.length)];
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Without its line ending; empty beyond the last one. */
  line(line: number): string {
    return this.text.slice(this.#start(line), this.#start(line + 1)).replace(/[\r\n]+$/, '');
  }

  offsetAt({ line, character }: Position): number {
    return Math.min(this.#start(line) + character, this.#start(line) + this.line(line).length);
  }

  positionAt(offset: number): Position {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#start(middle) <= offset) low = middle;
      else high = middle;
    }
    return { line: low, character: offset - this.#start(low) };
  }

  slice({ start, end }: Range): string {
    return this.text.slice(this.offsetAt(start), this.offsetAt(end));
  }

  #start(line: number): number {
    return this.#starts[line] ?? this.text.length;
  }
}
