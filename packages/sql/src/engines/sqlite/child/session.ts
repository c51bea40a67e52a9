import type { Binding, ChildApi, Executed, OpenOptions, Rows, StatementResult } from '../protocol.ts';
import type { Denied, Effects } from './authorizer.ts';
import { awaitNextTick, isUnusedWal, OpenDatabase } from './database.ts';
import { ChildFailure, toFailure } from './failure.ts';
import { asksForJournalMode, type JournalModeForm, withoutPragmaSyntax } from './journal-mode.ts';
import type { Sqlite, Statement } from './load.ts';
import { startReaderYield } from './reader-yield.ts';
import { RowSource } from './rows.ts';

/** Small results need no second message; of large ones little is read before it is requested. */
const FIRST_ROWS = { rows: 256, bytes: 64 * 1024, ms: 10 };
const BATCH_BYTES = 1024 * 1024;
const SCRIPT_ROWS = { rows: 10_000, bytes: 16 * 1024 * 1024 };
/** Up to this duration, starting a statement again with locks costs less than a change of the file would later. */
const RESTARTABLE_MS = 50;
/** Without locks, only rows that were read before the file changes are valid. */
const AHEAD_OF_CHANGES = { rows: 100_000, bytes: 4 * 1024 * 1024, ms: RESTARTABLE_MS };
const MOST_STARTS = 3;
const NO_ROWS: Rows = { rows: [], ended: true };

/**
 * One database and at most one half-read statement. Changes are executed in a transaction whose commit is a request of its own, so the
 * parent knows whether a killed process had started to commit.
 */
export class Session implements Omit<ChildApi, 'open'> {
  readonly #sqlite: Sqlite;
  readonly #options: OpenOptions;
  #database: OpenDatabase;
  #source: RowSource | undefined;
  /** All rows were read before the file changed; the rest of them is in memory. */
  #isComplete = false;
  #commit: (() => Executed) | undefined;
  #stopYield = () => {};

  constructor(sqlite: Sqlite, options: OpenOptions) {
    this.#sqlite = sqlite;
    this.#options = options;
    this.#database = this.#open();
  }

  get denied(): Denied | undefined {
    return this.#database.authorizer.denied;
  }

  run(sql: string, binding: Binding, explain: boolean): Executed | undefined {
    if (!this.#database.isCurrent()) {
      this.#database.close();
      this.#database = this.#open();
    }
    const asked = this.#database.withoutLocks ? asksForJournalMode(sql) : undefined;
    if (asked && !this.#options.leavesNoFiles) this.#reopenWithLocks();
    const start = () => this.#start(this.#withJournalMode(sql, asked), binding, explain);
    if (!this.#database.withoutLocks) return start();
    return this.#options.leavesNoFiles ? this.#startLeavingNoFiles(start) : this.#startWithoutLocks(start);
  }

  script(statements: readonly string[]): undefined {
    this.#transact(
      () => this.#executeScript(statements),
      (executed) => executed,
    );
  }

  commit(): Executed {
    const commit = this.#commit;
    if (!commit) throw new Error('there is nothing to commit');
    this.#commit = undefined;
    return commit();
  }

  fetch(count: number): Rows {
    this.#stopYield();
    const fetched = attempt(() => this.#source?.take({ rows: count, bytes: BATCH_BYTES }) ?? NO_ROWS);
    if (!this.#isComplete && !this.#database.isIntact()) throw changedWhileRead();
    const rows = resultOf(fetched);
    this.#yieldWhenIdle();
    return rows;
  }

  close(): void {
    this.#stopYield();
    this.#source?.close();
    this.#source = undefined;
    this.#isComplete = false;
    this.#commit = undefined;
    if (this.#database.isTransaction) this.#database.execute('ROLLBACK');
  }

  dispose(): void {
    this.#database.close();
  }

  #open(): OpenDatabase {
    const { file, mode, leavesNoFiles } = this.#options;
    if (leavesNoFiles) awaitNextTick(file);
    return new OpenDatabase(this.#sqlite, this.#options, mode === 'read' && isUnusedWal(file));
  }

  /** Without locks, SQLite reports that there is no log, though the database is in WAL mode. */
  #withJournalMode(sql: string, asked: JournalModeForm | undefined): string {
    if (!asked || !this.#database.withoutLocks) return sql;
    if (asked === 'pragma') return "SELECT 'wal' AS journal_mode";
    this.#database.shadowJournalMode();
    return withoutPragmaSyntax(sql);
  }

  /** In a folder that is not writable there may be no locks; then the database stays open without them. */
  #reopenWithLocks(): void {
    this.#database.close();
    try {
      this.#database = new OpenDatabase(this.#sqlite, this.#options, false);
    } catch (error) {
      this.#database = new OpenDatabase(this.#sqlite, this.#options, true);
      throw error;
    }
  }

  /** Starts a statement again with locks when the file changed meanwhile, or when the rest of its rows is read later. */
  #startWithoutLocks(start: () => Executed | undefined): Executed | undefined {
    const startedAt = performance.now();
    const started = attempt(start);
    if (!this.#database.isIntact()) this.#reopenWithLocks();
    else {
      const executed = resultOf(started);
      const restartable = performance.now() - startedAt <= RESTARTABLE_MS;
      if (executed?.results[0]?.ended || !restartable) return executed;
      attempt(() => this.#reopenWithLocks());
    }
    return start();
  }

  /** Starts a statement again when the file changed meanwhile, and reads ahead what a later change would make invalid. */
  #startLeavingNoFiles(start: () => Executed | undefined): Executed | undefined {
    for (let starts = 0; starts < MOST_STARTS; starts++) {
      const started = attempt(start);
      if (!this.#database.withoutLocks || this.#readAhead()) return resultOf(started);
      this.#database.close();
      this.#database = this.#open();
    }
    throw changedWhileRead();
  }

  /** False when the file changed. */
  #readAhead(): boolean {
    this.#source?.readAhead(AHEAD_OF_CHANGES);
    const isIntact = this.#database.isIntact();
    this.#isComplete = isIntact && this.#source?.finished === true;
    return isIntact;
  }

  #start(sql: string, binding: Binding, explain: boolean): Executed | undefined {
    const { statement, effects } = this.#database.compile(sql, explain ? 'explain' : 'statement');
    if (effects.execution === 'read')
      return this.#firstRows(new RowSource(statement, binding), undefined, this.#database.shadowsJournalMode);
    const execute = () => this.#execute(statement, binding, effects);
    const answer = ({ source, affected }: Change) => this.#firstRows(source, affected, effects.leavesTraces);
    if (effects.execution === 'transaction') this.#transact(execute, answer);
    else this.#commit = () => answer(execute());
    return undefined;
  }

  #firstRows(source: RowSource, affected?: number, tainted = false): Executed {
    this.#source = source;
    const rows = source.take(FIRST_ROWS);
    this.#yieldWhenIdle();
    return { results: [{ ...rows, columns: source.columns, affected }], tainted };
  }

  #yieldWhenIdle(): void {
    const source = this.#source;
    if (source && !source.finished && this.#database.blocksWriters())
      this.#stopYield = startReaderYield(this.#options.file, source);
  }

  #execute(statement: Statement, binding: Binding, { execution, countsRows }: Effects): Change {
    if (execution === 'read') return { source: new RowSource(statement, binding), affected: undefined };
    const source = RowSource.execute(statement, binding);
    return { source, affected: countsRows ? Number(this.#database.value('SELECT changes()')) : undefined };
  }

  #executeScript(statements: readonly string[]): Executed {
    let tainted = false;
    const results = statements.map((sql, index) => {
      try {
        const { statement, effects } = this.#database.compile(sql, 'script');
        tainted ||= effects.leavesTraces;
        return inScript(this.#execute(statement, [{}], effects));
      } catch (error) {
        const { message, ...details } = toFailure(error, this.denied);
        throw new ChildFailure(message, { ...details, statement: index + 1 });
      }
    });
    return { results, tainted };
  }

  /** Executes in a transaction that `commit` will commit. After an error the parent calls `close`, which rolls back. */
  #transact<T>(execute: () => T, answer: (outcome: T) => Executed): void {
    this.#database.execute('BEGIN IMMEDIATE');
    const outcome = execute();
    this.#commit = () => {
      this.#database.execute('COMMIT');
      return answer(outcome);
    };
  }
}

function changedWhileRead(): ChildFailure {
  return new ChildFailure('The database changed while it was read.', { limit: 'changed-while-read' });
}

interface Change {
  readonly source: RowSource;
  readonly affected: number | undefined;
}

function inScript({ source, affected }: Change): StatementResult {
  try {
    const rows = source.take(SCRIPT_ROWS);
    if (rows.ended) return { ...rows, columns: source.columns, affected };
    throw new ChildFailure('A statement of a script returns too many rows.', { limit: 'script-rows' });
  } finally {
    source.close();
  }
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown };

function resultOf<T>(attempted: Attempt<T>): T {
  if ('error' in attempted) throw attempted.error;
  return attempted.value;
}

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
