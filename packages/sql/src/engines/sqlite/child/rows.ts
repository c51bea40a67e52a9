import type { Cell, Column } from '../../engine.ts';
import { bytesCell, floatCell, integerCell } from '../../shared/cells.ts';
import type { Binding, Row, Rows } from '../protocol.ts';
import { ChildFailure } from './failure.ts';
import type { Statement, Value } from './load.ts';

type RawRow = readonly Value[];

export interface Limits {
  readonly rows: number;
  readonly bytes: number;
  readonly ms?: number;
}

/** The remaining rows of a statement. One row is read ahead, so that the last batch is known to be the last. */
export class RowSource {
  readonly columns: readonly Column[];
  /** One of the drivers crashes when a statement is collected before its iterator. */
  readonly statement: Statement;
  readonly #rows: Iterator<RawRow>;
  readonly #buffer: Row[] = [];
  #finished = false;
  /** Why there are no more rows, when that is not the end of the statement. */
  #error: { readonly reason: unknown } | undefined;

  constructor(statement: Statement, binding: Binding) {
    this.statement = statement;
    this.#rows = iterate(statement, binding);
    const first = this.#advance();
    this.columns = statement
      .columns()
      .map(({ name, type }, index) => ({ name, type: type ?? storageClass(first?.[index] ?? null) }));
  }

  /** Executes a statement to its end: half read, a statement that writes would keep the database locked. */
  static execute(statement: Statement, binding: Binding): RowSource {
    const source = new RowSource(statement, binding);
    source.readAhead({ rows: Infinity, bytes: Infinity });
    if (source.#error) throw source.#error.reason;
    return source;
  }

  /** Whether the statement is finished; its rows may still be buffered. */
  get finished(): boolean {
    return this.#finished;
  }

  take(limits: Limits): Rows {
    this.readAhead(limits);
    const rows = this.#buffer.splice(0, countWithin(limits, this.#buffer));
    if (this.#buffer.length === 0) this.#advance();
    const isLast = this.#finished && this.#buffer.length === 0;
    if (isLast && this.#error && rows.length < limits.rows) throw this.#error.reason;
    return { rows, ended: isLast && !this.#error };
  }

  /** Buffers rows, so that the statement finishes earlier. */
  readAhead({ rows, bytes, ms = Infinity }: Limits): void {
    const deadline = performance.now() + ms;
    let size = 0;
    while (!this.#finished && this.#buffer.length < rows && size < bytes && performance.now() < deadline) {
      this.#advance();
      size += sizeOf(this.#buffer.at(-1));
    }
  }

  /** Ends the statement, and with it the snapshot it reads. With a reason, rows not read yet are replaced by this error. */
  close(reason?: Error): void {
    if (reason) this.#error = { reason };
    this.#finished = true;
    this.#rows.return?.();
  }

  #advance(): RawRow | undefined {
    if (this.#finished) return undefined;
    try {
      const { done = false, value } = this.#rows.next();
      this.#finished = done;
      if (!done) this.#buffer.push(value.map(toCell));
      return value;
    } catch (reason) {
      this.#error = { reason };
      this.#finished = true;
      return undefined;
    }
  }
}

/** The driver's types do not know that rows are read as arrays. */
function iterate(statement: Statement, binding: Binding): IterableIterator<RawRow> {
  const rows: unknown = statement.iterate(...binding);
  return rows as IterableIterator<RawRow>;
}

const LARGEST_TEXT = 32 * 1024 * 1024;

function toCell(value: Value): Cell {
  if (value === null) return null;
  if (typeof value === 'bigint') return integerCell(String(value));
  if (typeof value === 'number') return floatCell(value);
  if (typeof value !== 'string') return bytesCell(value);
  if (value.length <= LARGEST_TEXT) return value;
  const message = `A text of ${value.length} characters is too large to return.`;
  throw new ChildFailure(message, { limit: 'cell-size' });
}

/** The type of a column that has no declared one. */
function storageClass(value: Value): string {
  if (value === null) return 'ANY';
  if (typeof value === 'string') return 'TEXT';
  if (typeof value === 'bigint') return 'INTEGER';
  return typeof value === 'number' ? 'REAL' : 'BLOB';
}

function countWithin({ rows, bytes }: Limits, buffer: readonly Row[]): number {
  let count = 0;
  for (let size = 0; count < rows && count < buffer.length && size < bytes; count++)
    size += sizeOf(buffer[count]);
  return count;
}

function sizeOf(row: Row = []): number {
  return row.reduce((sum: number, cell) => sum + (typeof cell === 'string' ? cell.length + 2 : 8), 0);
}
