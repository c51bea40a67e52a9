import type { Batch, Cell, Column, ResultCursor } from '../engine.ts';
import type { Lease } from '../shared/pool.ts';
import { emptyResult, type Step, type StepResult, statement } from './exchange.ts';
import type { Field, RawRow } from './pg-internals.ts';
import type { Session } from './session.ts';
import { LOOK_UP_TYPES, type TypeCatalogue } from './types.ts';
import { readerOf } from './values.ts';

export const PORTAL = 'molehill';
/** One more than a usual LIMIT, so that the end of its rows comes with them. */
export const FIRST_ROWS = 51;

/** How the transaction around a statement ends; `none` where there is no transaction. */
export type Ending = 'ROLLBACK' | 'COMMIT' | 'none';

interface ResultShape {
  readonly columns: readonly Column[];
  readRows(rows: readonly RawRow[]): Cell[][];
}

/** Asks the server about types that occur for the first time. */
export async function shapeOf(
  fields: readonly Field[],
  types: TypeCatalogue,
  session: Session,
  signal: AbortSignal,
): Promise<ResultShape> {
  const unknown = types.unknown(fields.map((field) => field.dataTypeID));
  if (unknown.length > 0) {
    const [result] = await session.exchange([statement(LOOK_UP_TYPES, [`{${unknown.join(',')}}`])], signal);
    types.learn(result?.rows ?? []);
  }
  const readers = fields.map((field) => readerOf(types.get(field.dataTypeID)));
  return {
    columns: fields.map(({ name, dataTypeID }) => ({ name, type: types.get(dataTypeID).name })),
    readRows: (rows) =>
      rows.map((row) => row.map((text, index) => (text === null ? null : (readers[index]?.(text) ?? null)))),
  };
}

/**
 * The number in a tag such as `UPDATE 3`; undefined for a SELECT. The tag of a statement that returns rows counts the
 * last portion only, so `rowsSeen` is used there.
 */
export function affectedRows(tag: string, returnsRows: boolean, rowsSeen: number): number | undefined {
  const [, verb, number] = /^(\w+).*?(\d+)$/.exec(tag) ?? [];
  if (number === undefined) return undefined;
  if (!returnsRows) return Number(number);
  return verb === 'SELECT' || verb === 'FETCH' ? undefined : rowsSeen;
}

/** Releases its session when the last row was fetched or the cursor is closed. */
export class PostgresCursor implements ResultCursor {
  readonly columns: readonly Column[];
  affected: number | undefined;
  readonly #lease: Lease<Session>;
  readonly #ending: Ending;
  readonly #shape: ResultShape;
  #rows: RawRow[];
  #seen = 0;
  #complete = false;
  #closed = false;

  constructor(lease: Lease<Session>, ending: Ending, first: StepResult, shape: ResultShape) {
    this.#lease = lease;
    this.#ending = ending;
    this.columns = shape.columns;
    this.#shape = shape;
    this.#rows = first.rows;
    this.#record(first);
  }

  /** Commits once the last row is there: deferred constraints fail only then. */
  async settle(signal: AbortSignal): Promise<void> {
    if (!this.#complete || this.#closed) return;
    if (this.#ending === 'COMMIT') await this.#exchange(statement('COMMIT'), signal);
    this.#end();
  }

  async fetch(count: number, signal: AbortSignal): Promise<Batch> {
    signal.throwIfAborted();
    while (!this.#complete && !this.#closed && this.#rows.length < count) {
      const rows = count - this.#rows.length;
      const more = await this.#exchange({ kind: 'fetch', portal: PORTAL, rows }, signal);
      for (const row of more.rows) this.#rows.push(row);
      this.#record(more);
      await this.settle(signal);
    }
    const taken = this.#rows.slice(0, count);
    this.#rows = this.#rows.slice(count);
    return { rows: this.#shape.readRows(taken), done: this.#complete && this.#rows.length === 0 };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#rows = [];
    if (this.#ending === 'COMMIT') await this.#exchange(statement('COMMIT'), undefined);
    this.#end();
  }

  #record({ rows, tag }: StepResult): void {
    this.#seen += rows.length;
    this.#complete = tag !== undefined;
    if (tag !== undefined) this.affected = affectedRows(tag, this.columns.length > 0, this.#seen);
  }

  async #exchange(step: Step, signal: AbortSignal | undefined): Promise<StepResult> {
    try {
      const [result] = await this.#lease.session.exchange([step], signal);
      return result ?? emptyResult('');
    } catch (error) {
      this.#closed = true;
      throw this.#lease.fail(error, this.#ending === 'ROLLBACK', signal);
    }
  }

  #end(): void {
    this.#closed = true;
    this.#lease.release();
  }
}
