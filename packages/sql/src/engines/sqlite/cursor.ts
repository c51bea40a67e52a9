import { sqlErrors } from '../../errors.ts';
import type { Batch, Column, ResultCursor } from '../engine.ts';
import { toError } from './errors.ts';
import type { SqliteProcess } from './process.ts';
import type { Row, StatementResult } from './protocol.ts';

export interface CursorLease {
  readonly process: SqliteProcess;
  /** Its change is committed, so cancelling would only lose rows. */
  readonly committed: boolean;
  release(): void;
}

/** The rows of a statement, which has a process to itself until the last row is read. */
export class SqliteCursor implements ResultCursor {
  readonly columns: readonly Column[];
  readonly affected: number | undefined;
  readonly #lease: CursorLease;
  #rows: readonly Row[];
  #ended: boolean;
  #released = false;
  #failure: { readonly reason: unknown } | undefined;

  constructor(lease: CursorLease, { columns, affected, rows, ended }: StatementResult) {
    this.columns = columns;
    this.affected = affected;
    this.#lease = lease;
    this.#rows = rows;
    this.#ended = ended;
    if (ended) this.#release();
  }

  async fetch(count: number, signal: AbortSignal): Promise<Batch> {
    if (this.#failure) throw this.#failure.reason;
    if (this.#rows.length < count && !this.#ended) await this.#fetchMore(count - this.#rows.length, signal);
    const rows = this.#rows.slice(0, count);
    this.#rows = this.#rows.slice(count);
    return { rows, done: this.#ended && this.#rows.length === 0 };
  }

  async close(): Promise<void> {
    this.#failure ??= { reason: sqlErrors.fail('E_SQL', 'The cursor of this statement is closed.') };
    this.#rows = [];
    if (this.#released) return;
    await this.#lease.process.reset();
    this.#release();
  }

  async #fetchMore(count: number, signal: AbortSignal): Promise<void> {
    const { process, committed } = this.#lease;
    try {
      const { rows, ended } = await process.call('fetch', [count], committed ? undefined : signal);
      this.#rows = this.#rows.concat(rows);
      this.#ended = ended;
      if (ended) this.#release();
    } catch (error) {
      const reason = toError(error, signal);
      this.#failure = { reason };
      await process.kill();
      this.#release();
      throw reason;
    }
  }

  #release(): void {
    if (!this.#released) this.#lease.release();
    this.#released = true;
  }
}
