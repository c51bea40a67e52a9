import type { Cell, Column } from '../../engine.ts';
import type { Row, RowsReply } from '../protocol.ts';
import { ChildFailure } from './failure.ts';
import type { Statement, Value } from './load.ts';
import { type Bound, storageClass, toCell, weigh } from './values.ts';

export type RawRow = readonly Value[];

export interface Portion {
  readonly rows: number;
  readonly bytes: number;
  /** How long to go on collecting before what is there is handed over. */
  readonly ms?: number;
}

interface Collected {
  readonly rows: Row[];
  /** Whether the size of the rows was the limit that ended it. */
  readonly heavy: boolean;
}

/** The rows a running statement still has to give. */
export class RowSource {
  readonly #rows: Iterator<RawRow>;
  #peeked: RawRow | undefined;
  #ended = false;
  /** Rows that were read before they were asked for. */
  #ahead: Row[] = [];
  /** Why nothing follows the rows that are there, if that is not the end. */
  #broken: { readonly reason: unknown } | undefined;

  constructor(rows: Iterator<RawRow>) {
    this.#rows = rows;
  }

  /** Rows of a statement that is over already. */
  static of(rows: readonly RawRow[]): RowSource {
    const source = new RowSource([].values());
    source.#ahead = rows.map((row) => row.map(toCell));
    source.#ended = true;
    return source;
  }

  /** No row is left in the database, and the statement is over. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Looks at the next row without taking it. */
  peek(): RawRow | undefined {
    if (this.#peeked === undefined && !this.#ended) {
      const { done, value } = this.#rows.next();
      if (done) this.#ended = true;
      else this.#peeked = value;
    }
    return this.#peeked;
  }

  take(portion: Portion): RowsReply {
    if (this.#broken && this.#ahead.length === 0) throw this.#broken.reason;
    const { rows, heavy } = this.#ahead.length > 0 ? this.#collectAhead(portion) : this.#collect(portion);
    return { kind: 'rows', rows, ended: this.#isOver(), heavy };
  }

  /** Reads on without being asked, so that the statement may be over sooner. */
  readAhead(portion: Portion): void {
    if (this.#ahead.length > 0) return;
    try {
      this.#ahead = this.#collect(portion).rows;
      this.peek();
    } catch (reason) {
      this.#broken = { reason };
      this.#end();
    }
  }

  /** Gives up the rows that are still in the database; those that were read stay. */
  giveWay(): void {
    const reason = new ChildFailure('the rest of the rows was given up for a writer', { limit: 'gave-way' });
    this.#broken = { reason };
    this.#end();
  }

  /** Ends the statement and with it the snapshot it reads. */
  close(): void {
    this.#ahead = [];
    this.#end();
  }

  #isOver(): boolean {
    return this.#ended && this.#ahead.length === 0 && !this.#broken;
  }

  #end(): void {
    this.#ended = true;
    this.#peeked = undefined;
    this.#rows.return?.();
  }

  #collectAhead(portion: Portion): Collected {
    let count = 0;
    let bytes = 0;
    for (const row of this.#ahead) {
      if (count >= portion.rows || bytes >= portion.bytes) break;
      count += 1;
      bytes += weighRow(row);
    }
    return { rows: this.#ahead.splice(0, count), heavy: bytes >= portion.bytes };
  }

  #collect(portion: Portion): Collected {
    const started = performance.now();
    const rows: Row[] = [];
    let bytes = 0;
    while (rows.length < portion.rows && bytes < portion.bytes) {
      const raw = this.peek();
      if (raw === undefined) return { rows, heavy: false };
      this.#peeked = undefined;
      const row = raw.map(toCell);
      rows.push(row);
      bytes += weighRow(row);
      if (portion.ms !== undefined && performance.now() - started > portion.ms) break;
    }
    return { rows, heavy: bytes >= portion.bytes };
  }
}

/** The driver's iterator, of rows as arrays. One of the drivers lets go of a statement, and crashes, when only its iterator is left. */
class StatementRows implements Iterator<RawRow> {
  readonly statement: Statement;
  readonly #rows: Iterator<RawRow>;

  constructor(statement: Statement, bound: Bound) {
    const rows: unknown = statement.iterate(...bound);
    this.#rows = rows as Iterator<RawRow>;
    this.statement = statement;
  }

  next(): IteratorResult<RawRow> {
    return this.#rows.next();
  }

  return(): IteratorResult<RawRow> {
    this.#rows.return?.();
    return { done: true, value: undefined };
  }
}

export function iterate(statement: Statement, bound: Bound): Iterator<RawRow> {
  return new StatementRows(statement, bound);
}

function weighRow(row: Row): number {
  return row.reduce((sum: number, cell: Cell) => sum + weigh(cell), 0);
}

const UNKNOWN_TYPE = 'ANY';

/** The declared type of a column, or else what its first value is stored as. */
export function describeColumns(statement: Statement, first: RawRow | undefined): Column[] {
  return statement.columns().map(({ name, type }, index) => ({
    name,
    type: type ?? storageClass(first?.[index] ?? null) ?? UNKNOWN_TYPE,
  }));
}
