import type { Binding, Reply, RowsReply, ScriptReply, StartedReply, StatementResult } from '../protocol.ts';
import type { Effects } from './authorizer.ts';
import { ChildFailure, toFailure } from './failure.ts';
import { type Handle, type OpenOptions, openForWriting } from './handle.ts';
import type { Sqlite, Statement } from './load.ts';
import { OpenStatement } from './open-statement.ts';
import { FIRST_PORTION, startReading } from './reader.ts';
import { describeColumns, iterate, type RawRow, RowSource } from './rows.ts';
import { type Bound, toArguments } from './values.ts';

const MOST_SCRIPT_ROWS = 10_000;
const MOST_SCRIPT_BYTES = 16 * 1024 * 1024;
const NOTHING_BOUND: Bound = [{}];

interface Outcome {
  readonly columns: StatementResult['columns'];
  readonly rows: readonly RawRow[];
  readonly affected: number | undefined;
}

/**
 * Runs statements that may change something. What they do is done inside a transaction, and the last step, the one that
 * cannot be taken back, waits to be asked for: so whoever asks knows on which side of it a kill came.
 */
export class Writer {
  readonly handle: Handle;
  readonly #open: OpenStatement;
  #lastStep: (() => Reply) | undefined;

  constructor(sqlite: Sqlite, options: OpenOptions) {
    this.handle = openForWriting(sqlite, options);
    this.#open = new OpenStatement(options.file);
  }

  run(sql: string, binding: Binding, plan: boolean): Reply {
    const { statement, effects } = this.handle.compile(sql, plan);
    if ((plan && !effects.configures) || (!effects.writes && !effects.none))
      return this.#read(statement, binding);
    const work = () => this.#complete(statement, toArguments(binding), effects);
    const finish = (outcome: Outcome) => this.#started(outcome, leavesTraces(effects));
    if (effects.none || effects.configures) return this.#waitBefore(() => finish(work()));
    const outcome = this.#inTransaction(work);
    return this.#waitBefore(() => this.#commit(() => finish(outcome)));
  }

  script(statements: readonly string[]): Reply {
    const { authorizer } = this.handle;
    authorizer.allowSavepoints = true;
    try {
      const outcome = this.#inTransaction(() => this.#runAll(statements));
      return this.#waitBefore(() => this.#commit((): ScriptReply => ({ kind: 'script', ...outcome })));
    } finally {
      authorizer.allowSavepoints = false;
    }
  }

  /** Does what the last reply waited for. */
  commit(): Reply {
    const step = this.#lastStep;
    this.#lastStep = undefined;
    if (!step) throw new ChildFailure('nothing waits to be committed');
    return step();
  }

  fetch(count: number): RowsReply {
    return this.#open.fetch(count);
  }

  close(): void {
    this.#open.close();
    this.#lastStep = undefined;
    this.#rollback();
  }

  #read(statement: Statement, binding: Binding): StartedReply {
    const { source, reply } = startReading(statement, binding);
    if (!reply.ended) this.#open.keep(source, this.handle);
    return reply;
  }

  #waitBefore(step: () => Reply): Reply {
    this.#lastStep = step;
    return { kind: 'ready' };
  }

  #inTransaction<T>(work: () => T): T {
    this.handle.execute('BEGIN IMMEDIATE');
    try {
      return work();
    } catch (error) {
      this.#rollback();
      throw error;
    }
  }

  #commit<T extends Reply>(answer: () => T): T {
    try {
      this.handle.execute('COMMIT');
    } catch (error) {
      this.#rollback();
      throw error;
    }
    return answer();
  }

  #rollback(): void {
    if (this.handle.database.isTransaction) this.handle.execute('ROLLBACK');
  }

  /** To its end at once: a half-read statement that writes would keep the database locked. */
  #complete(statement: Statement, bound: Bound, effects: Effects): Outcome {
    if (statement.columns().length === 0) {
      const { changes } = statement.run(...bound);
      return { columns: [], rows: [], affected: effects.countsRows ? Number(changes) : undefined };
    }
    const rows = [...toIterable(iterate(statement, bound))];
    const affected = effects.countsRows ? this.#changes() : undefined;
    return { columns: describeColumns(statement, rows[0]), rows, affected };
  }

  #changes(): number {
    const row = this.handle.authorizer.trust(() =>
      this.handle.database.prepare('SELECT changes() AS n').get(),
    );
    return Number(row?.n);
  }

  #started({ columns, rows, affected }: Outcome, tainted: boolean): StartedReply {
    const source = RowSource.of(rows);
    const first = source.take({ rows: FIRST_PORTION.rows, bytes: FIRST_PORTION.bytes });
    if (!first.ended) this.#open.keep(source, this.handle);
    return { ...first, kind: 'started', columns, affected, tainted };
  }

  #runAll(statements: readonly string[]): Omit<ScriptReply, 'kind'> {
    const results: StatementResult[] = [];
    let tainted = false;
    for (const [index, sql] of statements.entries()) {
      try {
        const { statement, effects } = this.handle.compile(sql, false);
        tainted ||= leavesTraces(effects);
        results.push(this.#runOne(statement, effects));
      } catch (error) {
        throw this.#inStatement(error, index + 1);
      }
    }
    return { results, tainted };
  }

  #runOne(statement: Statement, effects: Effects): StatementResult {
    if (statement.columns().length === 0 || effects.writes)
      return keepAll(this.#complete(statement, NOTHING_BOUND, effects));
    const source = new RowSource(iterate(statement, NOTHING_BOUND));
    try {
      const columns = describeColumns(statement, source.peek());
      return { columns, rows: takeAll(source), affected: undefined };
    } finally {
      source.close();
    }
  }

  #inStatement(error: unknown, statement: number): ChildFailure {
    const { message, ...about } = toFailure(error, this.handle.authorizer.denied);
    return new ChildFailure(message, { ...about, statement });
  }
}

/** In the session, where the next statement would meet them. */
function leavesTraces({ configures, temporary }: Effects): boolean {
  return configures || temporary;
}

function keepAll({ columns, rows, affected }: Outcome): StatementResult {
  return { columns, rows: takeAll(RowSource.of(rows)), affected };
}

/** A script's results are answered whole or not at all. */
function takeAll(source: RowSource): RowsReply['rows'] {
  const { rows, ended } = source.take({ rows: MOST_SCRIPT_ROWS + 1, bytes: MOST_SCRIPT_BYTES });
  if (ended) return rows;
  throw new ChildFailure('a statement returns more rows than a script can answer', { limit: 'script-rows' });
}

function toIterable<T>(iterator: Iterator<T>): Iterable<T> {
  return { [Symbol.iterator]: () => iterator };
}
