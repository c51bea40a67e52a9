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
  #next: Row | undefined;
  #buffer: readonly Row[] = [];
  #taken = 0;
  /** Why there are no more rows, when that is not the end of the statement. */
  #error: { readonly reason: unknown } | undefined;

  constructor(statement: Statement, binding: Binding, rows: Iterator<RawRow> = iterate(statement, binding)) {
    this.statement = statement;
    this.#rows = rows;
    const first = this.#advance();
    this.columns = statement
      .columns()
      .map(({ name, type }, index) => ({ name, type: type ?? storageClass(first?.[index] ?? null) }));
  }

  /** Executes a statement to its end: half read, a statement that writes would keep the database locked. */
  static execute(statement: Statement, binding: Binding): RowSource {
    const source = new RowSource(statement, binding, [...iterate(statement, binding)].values());
    source.readAhead({ rows: Infinity, bytes: Infinity });
    return source;
  }

  /** Whether the statement is finished; its rows may still be buffered. */
  get finished(): boolean {
    return this.#next === undefined;
  }

  take(limits: Limits): Rows {
    const { rows, full, exhausted } = this.#collect(limits);
    if (exhausted && this.#error) throw this.#error.reason;
    const ended = this.finished && this.#taken === this.#buffer.length && !this.#error;
    return { rows, ended, full };
  }

  /** Buffers rows that are not requested yet, so that the statement finishes earlier. */
  readAhead(limits: Limits): void {
    if (this.#taken < this.#buffer.length) return;
    this.#buffer = this.#collect(limits).rows;
    this.#taken = 0;
  }

  /** Ends the statement, and with it the snapshot it reads. With a reason, rows not read yet are replaced by this error. */
  close(reason?: Error): void {
    if (reason) this.#error = { reason };
    this.#next = undefined;
    this.#rows.return?.();
  }

  #collect({ rows: most, bytes: mostBytes, ms }: Limits) {
    const deadline = ms === undefined ? undefined : performance.now() + ms;
    const rows: Row[] = [];
    let bytes = 0;
    while (rows.length < most && bytes < mostBytes) {
      if (deadline !== undefined && performance.now() > deadline) break;
      const row = this.#shift();
      if (!row) return { rows, full: false, exhausted: true };
      rows.push(row);
      bytes += row.reduce((sum: number, cell) => sum + sizeOf(cell), 0);
    }
    return { rows, full: bytes >= mostBytes, exhausted: false };
  }

  #shift(): Row | undefined {
    if (this.#taken < this.#buffer.length) return this.#buffer[this.#taken++];
    const row = this.#next;
    if (row) this.#advance();
    return row;
  }

  #advance(): RawRow | undefined {
    this.#next = undefined;
    try {
      const { done, value } = this.#rows.next();
      if (done) return undefined;
      this.#next = value.map(toCell);
      return value;
    } catch (reason) {
      this.#error = { reason };
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
  throw new ChildFailure(`a text of ${value.length} characters is too large to return`, {
    limit: 'cell-size',
  });
}

/** The type of a column that has no declared one. */
function storageClass(value: Value): string {
  if (value === null) return 'ANY';
  if (typeof value === 'string') return 'TEXT';
  if (typeof value === 'bigint') return 'INTEGER';
  return typeof value === 'number' ? 'REAL' : 'BLOB';
}

function sizeOf(cell: Cell): number {
  return typeof cell === 'string' ? cell.length + 2 : 8;
}
