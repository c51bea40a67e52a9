import { statSync } from 'node:fs';
import type { RowSource } from './rows.ts';

const IDLE_MS = 200;
const LOOK_MS = 50;
const AHEAD = { rows: 100_000, bytes: 4 * 1024 * 1024, ms: 1_000 };

/**
 * Without a write-ahead log, whoever has half read a statement keeps everybody from writing. So a statement that nobody asks
 * for more rows is read on to its end if that is near; if not, it is given up as soon as somebody writes.
 */
export class Courtesy {
  readonly #file: string;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Nobody is asking for rows from now on. */
  begin(source: RowSource): void {
    if (source.ended) return;
    this.#timer = setTimeout(() => {
      source.readAhead(AHEAD);
      if (!source.ended) this.#watch(source);
    }, IDLE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #watch(source: RowSource): void {
    if (isBeingWritten(this.#file)) source.giveWay();
    else this.#timer = setTimeout(() => this.#watch(source), LOOK_MS);
  }
}

/** A writer notes what it is about to change in a journal before it changes it. */
function isBeingWritten(file: string): boolean {
  return (statSync(`${file}-journal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
