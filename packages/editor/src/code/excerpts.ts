import { isMolehillError } from '@molehill/core/errors';
import type { Range } from 'vscode-languageserver-types';
import type { EditorContext } from '../context.ts';
import { comparePositions, shownPosition, TextLines } from './position.ts';

export interface Hit {
  readonly line: number;
  readonly column: number;
  readonly text?: string | undefined;
  readonly before?: readonly string[] | undefined;
  readonly after?: readonly string[] | undefined;
}

const LINE_CHARACTERS = 160;

/** Shows places with their lines, and reads each file once. */
export class Excerpts {
  readonly #context: EditorContext;
  readonly #around: number;
  readonly #files = new Map<string, Promise<TextLines | undefined>>();

  constructor(context: EditorContext, around: number) {
    this.#context = context;
    this.#around = around;
  }

  async hit(path: string, range: Range): Promise<Hit> {
    const lines = await this.#open(path);
    const { line } = range.start;
    const place = shownPosition(range.start);
    if (!lines) return place;
    const text = around(lines.line(line), range.start.character);
    if (this.#around === 0) return { ...place, text };
    const before = this.#some(lines, Math.max(0, line - this.#around), line);
    return { ...place, text, before, after: this.#some(lines, line + 1, line + 1 + this.#around) };
  }

  #some(lines: TextLines, from: number, to: number): string[] {
    const count = Math.max(0, Math.min(to, lines.count) - from);
    return Array.from({ length: count }, (_, index) => lines.line(from + index).slice(0, LINE_CHARACTERS));
  }

  /** Undefined for a file that only the language server can read. */
  #open(path: string): Promise<TextLines | undefined> {
    const opened =
      this.#files.get(path) ??
      this.#context.host.workspace.readText(path).then(
        (text) => new TextLines(text),
        (error: unknown) => {
          if (isMolehillError(error)) return undefined;
          throw error;
        },
      );
    this.#files.set(path, opened);
    return opened;
  }
}

/** The line without its indentation; of a long one the part with the place. */
function around(line: string, character: number): string {
  const text = line.trim();
  if (text.length <= LINE_CHARACTERS) return text;
  const start = Math.max(0, character - LINE_CHARACTERS / 2);
  const part = line.slice(start, start + LINE_CHARACTERS).trim();
  return `${start > 0 ? '…' : ''}${part}${start + LINE_CHARACTERS < line.length ? '…' : ''}`;
}

export function compareRanges(a: Range, b: Range): number {
  return comparePositions(a.start, b.start);
}
