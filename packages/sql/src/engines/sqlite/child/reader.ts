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
/** Up to here starting a statement a second time is cheaper than what may happen to a long one without locks. */
const QUICK_MS = 50;

/** Reads through a handle that can do nothing else. */
export class Reader {
  readonly #sqlite: Sqlite;
  readonly #options: OpenOptions;
  readonly #open: OpenStatement;
  #handle: Handle;

  constructor(sqlite: Sqlite, options: OpenOptions) {
    this.#sqlite = sqlite;
    this.#options = options;
    this.#open = new OpenStatement(options.file);
    const open = isRestingWal(options.file) ? openAtRest : openForReading;
    this.#handle = open(sqlite, options);
  }

  get handle(): Handle {
    return this.#handle;
  }

  run(sql: string, binding: Binding, plan: boolean): StartedReply {
    if (!this.#handle.current()) this.#reopen();
    if (this.#handle.atRest && ASKS_FOR_LOG.test(sql)) this.#share();
    const start = () => startReading(this.#handle.compile(sql, plan).statement, binding);
    const { source, reply } = this.#handle.atRest ? this.#startAtRest(start) : start();
    if (!reply.ended) this.#open.keep(source, this.#handle);
    return reply;
  }

  fetch(count: number): RowsReply {
    const fetched = attempt(() => this.#open.fetch(count));
    if (!this.#handle.intact()) throw changed();
    if ('error' in fetched) throw fetched.error;
    return fetched.value;
  }

  close(): void {
    this.#open.close();
  }

  /** Nothing was answered yet, so a statement may be started again with locks: because it must, or because it will last. */
  #startAtRest(start: () => Started): Started {
    const began = performance.now();
    const started = attempt(start);
    if (!this.#handle.intact()) {
      this.#share();
      return start();
    }
    if ('error' in started) throw started.error;
    if (started.value.reply.ended || performance.now() - began > QUICK_MS) return started.value;
    // In a folder that may not be written there are no locks to be had.
    attempt(() => this.#share());
    return start();
  }

  #reopen(): void {
    this.#handle.close();
    const open = isRestingWal(this.#options.file) ? openAtRest : openForReading;
    this.#handle = open(this.#sqlite, this.#options);
  }

  #share(): void {
    this.#handle.close();
    try {
      this.#handle = openForReading(this.#sqlite, this.#options);
    } catch (error) {
      this.#handle = openAtRest(this.#sqlite, this.#options);
      throw error;
    }
  }
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown };

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

function changed(): ChildFailure {
  return new ChildFailure('the database changed while it was read', { limit: 'changed-while-read' });
}
