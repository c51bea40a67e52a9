import type { RowsReply } from '../protocol.ts';
import { Courtesy } from './courtesy.ts';
import type { Handle } from './handle.ts';
import type { RowSource } from './rows.ts';

const LARGEST_BATCH_BYTES = 1024 * 1024;
const NO_ROWS: RowsReply = { kind: 'rows', rows: [], ended: true, heavy: false };

interface Open {
  readonly source: RowSource;
  readonly courtesy: Courtesy | undefined;
}

/** The one statement that may be half read between two requests. */
export class OpenStatement {
  readonly #file: string;
  #open: Open | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  keep(source: RowSource, handle: Handle): void {
    const courtesy = handle.hindersWriters() ? new Courtesy(this.#file) : undefined;
    this.#open = { source, courtesy };
    courtesy?.begin(source);
  }

  fetch(count: number): RowsReply {
    if (!this.#open) return NO_ROWS;
    const { source, courtesy } = this.#open;
    courtesy?.end();
    const reply = source.take({ rows: count, bytes: LARGEST_BATCH_BYTES });
    if (reply.ended) this.#open = undefined;
    else courtesy?.begin(source);
    return reply;
  }

  close(): void {
    this.#open?.courtesy?.end();
    this.#open?.source.close();
    this.#open = undefined;
  }
}
