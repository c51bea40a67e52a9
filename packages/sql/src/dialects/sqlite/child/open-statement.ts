import type { RowsReply } from '../protocol.ts';
import { Courtesy } from './courtesy.ts';
import type { RowSource } from './rows.ts';

const LARGEST_BATCH_BYTES = 1024 * 1024;
const NO_ROWS: RowsReply = { kind: 'rows', rows: [], ended: true, heavy: false };

/** The one statement that may be half read between two requests. */
export class OpenStatement {
  readonly #courtesy: Courtesy;
  #source: RowSource | undefined;

  constructor(file: string) {
    this.#courtesy = new Courtesy(file);
  }

  keep(source: RowSource): void {
    this.#source = source;
    this.#courtesy.begin(source);
  }

  fetch(count: number): RowsReply {
    this.#courtesy.end();
    const source = this.#source;
    const reply = source?.take({ rows: count, bytes: LARGEST_BATCH_BYTES }) ?? NO_ROWS;
    if (reply.ended) this.#source = undefined;
    else if (source) this.#courtesy.begin(source);
    return reply;
  }

  close(): void {
    this.#courtesy.end();
    this.#source?.close();
    this.#source = undefined;
  }
}
