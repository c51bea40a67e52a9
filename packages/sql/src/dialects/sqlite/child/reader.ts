import type { Binding, RowsReply, StartedReply } from '../protocol.ts';
import { ChildFailure } from './failure.ts';
import { type Handle, isRestingWal, type OpenOptions, openAtRest, openForReading } from './handle.ts';
import type { Sqlite, Statement } from './load.ts';
import { OpenStatement } from './open-statement.ts';
import { describeColumns, iterate, type Portion, RowSource } from './rows.ts';
import { toArguments } from './values.ts';

/** Small results need no second message; of large ones not much is read before somebody asks for it. */
export const FIRST_PORTION: Portion = { rows: 256, bytes: 64 * 1024, ms: 10 };

/** A started statement, and the rows it still has. */
export interface Started {
  readonly source: RowSource;
  readonly reply: StartedReply;
}

export function startReading(statement: Statement, binding: Binding): Started {
  const source = new RowSource(iterate(statement, toArguments(binding)));
  try {
    const columns = describeColumns(statement, source.peek());
    const rows = source.take(FIRST_PORTION);
    return { source, reply: { ...rows, kind: 'started', columns, affected: undefined, tainted: false } };
  } catch (error) {
    source.close();
    throw error;
  }
}

/** A database read at rest would say that it has no log. */
const ASKS_FOR_LOG = /journal_mode/i;

/** Reads through a handle that can do nothing else. */
export class Reader {
  readonly #sqlite: Sqlite;
  readonly #options: OpenOptions;
  #handle: Handle;
  readonly #open: OpenStatement;

  constructor(sqlite: Sqlite, options: OpenOptions) {
    this.#sqlite = sqlite;
    this.#options = options;
    this.#open = new OpenStatement(options.file);
    this.#handle = this.#openHandle();
  }

  get handle(): Handle {
    return this.#handle;
  }

  run(sql: string, binding: Binding, plan: boolean): StartedReply {
    if (!this.#handle.unchanged()) this.#reopen(this.#openHandle());
    if (ASKS_FOR_LOG.test(sql) && isRestingWal(this.#options.file)) this.#share();
    let started = startReading(this.#handle.compile(sql, plan).statement, binding);
    if (!this.#handle.unchanged()) {
      started.source.close();
      this.#share();
      started = startReading(this.#handle.compile(sql, plan).statement, binding);
    }
    if (!started.reply.ended) this.#open.keep(started.source);
    return started.reply;
  }

  fetch(count: number): RowsReply {
    const reply = this.#open.fetch(count);
    if (this.#handle.unchanged()) return reply;
    throw new ChildFailure('the database changed while it was read', { limit: 'changed-while-read' });
  }

  close(): void {
    this.#open.close();
  }

  #openHandle(): Handle {
    const open = isRestingWal(this.#options.file) ? openAtRest : openForReading;
    return open(this.#sqlite, this.#options);
  }

  #share(): void {
    this.#reopen(openForReading(this.#sqlite, this.#options));
  }

  #reopen(handle: Handle): void {
    this.#handle.close();
    this.#handle = handle;
  }
}
