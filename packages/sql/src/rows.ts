import type { Cell, Column, ResultCursor, SqlBackend, Statement } from './engines/engine.ts';

export type Row = Readonly<Record<string, Cell>>;

/** Rows may be large: the first batch is small, later ones grow. It is one more than a usual LIMIT, to see the end. */
const FIRST_BATCH = 51;
const GROWTH = 4;
const LARGEST_BATCH = 500;

/** Numbers duplicate names, so that no cell of a row overwrites another. */
export function uniqueNames(columns: readonly Column[]): Column[] {
  const given = new Set(columns.map(({ name }) => name));
  const taken = new Set<string>();
  return columns.map(({ name, type }) => {
    let unique = name;
    for (let n = 2; taken.has(unique) || (unique !== name && given.has(unique)); n++) unique = `${name}_${n}`;
    taken.add(unique);
    return { name: unique, type };
  });
}

export function toRow(columns: readonly Column[], cells: readonly Cell[]): Row {
  return Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? null]));
}

/** Reads rows of a running statement on demand. A row that was yielded but not consumed comes first in the next read. */
export class RowReader {
  readonly columns: readonly Column[];
  readonly #cursor: ResultCursor;
  #batch: readonly (readonly Cell[])[] = [];
  #next = 0;
  #fetchedAll = false;

  constructor(cursor: ResultCursor) {
    this.#cursor = cursor;
    this.columns = uniqueNames(cursor.columns);
  }

  get affected(): number | undefined {
    return this.#cursor.affected;
  }

  get atEnd(): boolean {
    return this.#fetchedAll && this.#next >= this.#batch.length;
  }

  /** Fetches at most `most` rows. A row is consumed when the next one is requested. */
  async *read(most: number, signal: AbortSignal): AsyncGenerator<Row> {
    let size = FIRST_BATCH;
    for (let left = most; left > 0; left--) {
      if (this.#next >= this.#batch.length) {
        if (!(await this.#fetch(Math.min(size, left), signal))) return;
        size = Math.min(size * GROWTH, LARGEST_BATCH);
      }
      yield toRow(this.columns, this.#batch[this.#next] ?? []);
      this.#next += 1;
    }
  }

  /** All remaining rows, in batches. */
  async *batches(size: number, signal: AbortSignal): AsyncGenerator<readonly (readonly Cell[])[]> {
    while (this.#next < this.#batch.length || (await this.#fetch(size, signal))) {
      const rows = this.#next === 0 ? this.#batch : this.#batch.slice(this.#next);
      this.#next = this.#batch.length;
      yield rows;
    }
  }

  /** Runs a writing statement to its end and discards the rows it returns. */
  async drain(signal: AbortSignal): Promise<void> {
    for await (const _ of this.batches(LARGEST_BATCH, signal));
  }

  close(): Promise<void> {
    return this.#cursor.close();
  }

  /** False at the end. */
  async #fetch(count: number, signal: AbortSignal): Promise<boolean> {
    while (!this.#fetchedAll) {
      const { rows, done } = await this.#cursor.fetch(count, signal);
      this.#batch = rows;
      this.#next = 0;
      this.#fetchedAll = done;
      if (rows.length > 0) return true;
    }
    return false;
  }
}

/** All rows of a short internal statement. */
export async function readAll(
  backend: SqlBackend,
  statement: Statement,
  signal: AbortSignal,
): Promise<readonly (readonly Cell[])[]> {
  return readRest(await backend.run(statement, { readonly: true, isCatalogue: true, signal }), signal);
}

export async function readRest(cursor: ResultCursor, signal: AbortSignal): Promise<(readonly Cell[])[]> {
  try {
    const batches: (readonly (readonly Cell[])[])[] = [];
    for await (const batch of new RowReader(cursor).batches(LARGEST_BATCH, signal)) batches.push(batch);
    return batches.flat();
  } finally {
    await cursor.close();
  }
}
