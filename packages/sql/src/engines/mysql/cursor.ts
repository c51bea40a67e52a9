import type { Batch, Cell, Column, ResultCursor } from '../engine.ts';
import type { Lease } from '../shared/pool.ts';
import type { Field } from './driver.ts';
import type { Session } from './session.ts';
import type { ResultStream } from './stream.ts';
import { typeName } from './types.ts';
import { cellReader } from './values.ts';
import { canStopEarly, mysqlVerb } from './verb.ts';

export function columnsOf(fields: readonly Field[]): Column[] {
  return fields.map((field) => ({ name: field.name, type: typeName(field) }));
}

export function readRows(rows: readonly (readonly unknown[])[], fields: readonly Field[]): Cell[][] {
  const readers = fields.map(cellReader);
  return rows.map((row) => row.map((value, index) => readers[index]?.(value) ?? null));
}

/** MariaDB's RETURNING returns the affected rows instead of their number. */
const RETURNING = ['INSERT', 'REPLACE', 'DELETE'];

const NEVER = new AbortController().signal;

/** Releases its session when the last row was fetched or the cursor is closed. */
export class MysqlCursor implements ResultCursor {
  readonly columns: readonly Column[];
  readonly #lease: Lease<Session>;
  readonly #stream: ResultStream;
  readonly #sql: string;
  readonly #readonly: boolean;
  #seen = 0;
  #closed = false;

  constructor(lease: Lease<Session>, stream: ResultStream, sql: string, readonly: boolean) {
    this.#lease = lease;
    this.#stream = stream;
    this.#sql = sql;
    this.#readonly = readonly;
    this.columns = columnsOf(stream.fields);
    if (stream.exhausted) this.#end();
  }

  get affected(): number | undefined {
    const { ok } = this.#stream;
    if (this.columns.length === 0) return ok === undefined ? undefined : Number(ok.affectedRows);
    return this.#stream.exhausted && RETURNING.includes(mysqlVerb(this.#sql)) ? this.#seen : undefined;
  }

  async fetch(count: number, signal: AbortSignal): Promise<Batch> {
    signal.throwIfAborted();
    if (this.#closed) return { rows: [], done: true };
    const rows = await this.#wait(signal, () => this.#stream.take(count));
    this.#seen += rows.length;
    const done = this.#stream.exhausted;
    if (done) this.#end();
    return { rows: readRows(rows, this.#stream.fields), done };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    if (!this.#stream.ended) {
      if (this.#readonly || canStopEarly(this.#sql)) this.#lease.session.abandon();
      else await this.#wait(NEVER, () => this.#stream.drain());
    }
    this.#end();
  }

  async #wait<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#lease.session.wait(signal, work);
    } catch (error) {
      this.#closed = true;
      throw this.#lease.fail(error, this.#readonly, signal);
    }
  }

  #end(): void {
    this.#closed = true;
    this.#lease.release();
  }
}
