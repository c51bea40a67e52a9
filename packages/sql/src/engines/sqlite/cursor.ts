import { sqlErrors } from '../../errors.ts';
import type { Batch, Column, ResultCursor } from '../engine.ts';
import { ask } from './lease.ts';
import type { Lease } from './process-pool.ts';
import type { Row, RowsReply, StartedReply } from './protocol.ts';

const NEVER = new AbortController().signal;

export interface CursorOptions {
  /** The statement is done and committed: nothing is won by stopping what is left to hand over. */
  readonly committed: boolean;
}

/** Rows of a statement that runs in a process of its own until the last one is taken. */
export class SqliteCursor implements ResultCursor {
  readonly columns: readonly Column[];
  readonly affected: number | undefined;
  readonly #lease: Lease;
  readonly #tainted: boolean;
  readonly #committed: boolean;
  #rows: readonly Row[];
  #ended: boolean;
  #held = true;
  #broken: { readonly reason: unknown } | undefined;

  constructor(lease: Lease, started: StartedReply, { committed }: CursorOptions) {
    this.columns = started.columns;
    this.affected = started.affected;
    this.#lease = lease;
    this.#tainted = started.tainted;
    this.#committed = committed;
    this.#rows = started.rows;
    this.#ended = started.ended;
    if (this.#ended) this.#giveBack();
  }

  /** One row more than asked for is looked at, to know whether these are the last. Large rows come in smaller batches. */
  async fetch(count: number, signal: AbortSignal): Promise<Batch> {
    if (this.#broken) throw this.#broken.reason;
    let heavy = false;
    while (!this.#ended && !heavy && this.#rows.length <= count) {
      const reply = await this.#next(count + 1 - this.#rows.length, signal);
      this.#rows = this.#rows.concat(reply.rows);
      this.#ended = reply.ended;
      heavy = reply.heavy;
    }
    if (this.#ended) this.#giveBack();
    return this.#take(count);
  }

  async close(): Promise<void> {
    this.#broken ??= { reason: sqlErrors.fail('E_SQL', 'The rows of this statement were closed.') };
    this.#rows = [];
    if (!this.#held) return;
    const { process } = this.#lease;
    if (process.busy || !process.alive) return this.#drop();
    await process.request({ op: 'close' }).catch(() => process.kill());
    this.#giveBack();
  }

  #take(count: number): Batch {
    const spare = this.#ended ? 0 : 1;
    const taken = Math.max(0, Math.min(count, this.#rows.length - spare));
    const rows = this.#rows.slice(0, taken);
    this.#rows = this.#rows.slice(taken);
    return { rows, done: this.#ended && this.#rows.length === 0 };
  }

  async #next(count: number, signal: AbortSignal): Promise<RowsReply> {
    try {
      const reply = await ask(this.#lease, { op: 'fetch', count }, this.#committed ? NEVER : signal);
      if (reply.kind === 'rows') return reply;
      throw new Error(`the process answered ${reply.kind} to a fetch`);
    } catch (reason) {
      this.#broken = { reason };
      await this.#drop();
      throw reason;
    }
  }

  #giveBack(): void {
    if (!this.#held) return;
    this.#held = false;
    if (this.#tainted) void this.#lease.discard();
    else this.#lease.release();
  }

  async #drop(): Promise<void> {
    this.#held = false;
    await this.#lease.discard();
  }
}
