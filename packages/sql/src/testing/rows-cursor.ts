import type { Batch, Cell, ResultCursor } from '../engines/engine.ts';

/** A cursor over rows in memory that records the requested counts. */
export class RowsCursor implements ResultCursor {
  readonly columns = [
    { name: 'id', type: 'integer' },
    { name: 'text', type: 'text' },
  ];
  readonly affected = undefined;
  readonly asked: number[] = [];
  closed = 0;
  readonly #rows: readonly (readonly Cell[])[];
  #next = 0;

  constructor(count: number, textOf: (id: number) => string = (id) => `row ${id}`) {
    this.#rows = Array.from({ length: count }, (_, id) => [id, textOf(id)]);
  }

  async fetch(count: number, signal: AbortSignal): Promise<Batch> {
    signal.throwIfAborted();
    this.asked.push(count);
    const rows = this.#rows.slice(this.#next, this.#next + count);
    this.#next += rows.length;
    return { rows, done: this.#next >= this.#rows.length };
  }

  async close(): Promise<void> {
    this.closed += 1;
  }
}
