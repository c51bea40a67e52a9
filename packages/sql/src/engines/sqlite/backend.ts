import { basename, resolve } from 'node:path';
import { sqlErrors } from '../../errors.ts';
import { readAll, readRest } from '../../rows.ts';
import type { ServerDescription, SqlBackend, SqlCatalogue } from '../engine.ts';
import { createCatalogue } from './catalogue.ts';
import { type CursorLease, SqliteCursor } from './cursor.ts';
import { toError, unknownOutcome } from './errors.ts';
import { toPlan } from './explain.ts';
import { isWritable } from './file.ts';
import { bind } from './params.ts';
import { ProcessExited, type SqliteProcess } from './process.ts';
import { ProcessPool } from './process-pool.ts';
import type { Executed, Mode } from './protocol.ts';
import { isExplain, onlyStatement, scriptStatements } from './statements.ts';

export interface BackendOptions {
  readonly file: string;
  readonly readonly: boolean;
  readonly busyMs?: number;
}

const BUSY_MS = 5_000;
/** Half of them for running statements, half for idle cursors. */
const READERS = 6;
/** SQLite allows one writer at a time; ours queue here instead of polling for the lock. */
const WRITERS = 1;
const RECOVER_WITHIN_MS = 2_000;
/** How long a commit may still take after its caller aborted. */
const COMMIT_GRACE_MS = 2_000;

interface Execution extends Executed, CursorLease {}

/** One database and the child processes that have it open. */
export class SqliteBackend implements SqlBackend {
  readonly catalogue: SqlCatalogue;
  readonly #file: string;
  readonly #readonly: boolean;
  readonly #pools: Readonly<Record<Mode, ProcessPool>>;

  constructor({ file, readonly, busyMs = BUSY_MS }: BackendOptions) {
    this.#file = resolve(file);
    this.#readonly = readonly;
    const options = { file: this.#file, busyMs, leavesNoFiles: readonly };
    this.#pools = {
      read: new ProcessPool({ ...options, mode: 'read', max: READERS }),
      write: new ProcessPool({ ...options, mode: 'write', max: WRITERS }),
    };
    this.catalogue = createCatalogue((sql, params, signal) => readAll(this, { sql, params }, signal));
  }

  get pids(): readonly number[] {
    return [...this.#pools.read.pids, ...this.#pools.write.pids];
  }

  /** Opens the database once, so that problems with the file show now. */
  async open(signal: AbortSignal): Promise<void> {
    const process = await this.#acquire('read', signal);
    this.#pools.read.release(process);
  }

  async describeServer(signal: AbortSignal): Promise<ServerDescription> {
    const [row] = await readAll(this, { sql: 'SELECT sqlite_version()', params: [] }, signal);
    return {
      version: `SQLite ${row?.[0]}`,
      user: undefined,
      database: basename(this.#file),
      superuser: false,
      canWrite: isWritable(this.#file),
    };
  }

  run: SqlBackend['run'] = async ({ sql, params }, { readonly, signal }) => {
    const statement = onlyStatement(sql);
    const binding = bind(statement.tokens, params);
    const mode = readonly || this.#readonly ? 'read' : 'write';
    const execution = await this.#execute(mode, signal, (process) =>
      process.call('run', [statement.sql, binding, isExplain(statement)], signal),
    );
    const [result] = execution.results;
    if (!result) throw new Error('a statement without a result');
    return new SqliteCursor(execution, result);
  };

  script: SqlBackend['script'] = async (sql, signal) => {
    if (this.#readonly) throw sqlErrors.fail('E_READONLY', 'A script may change something.');
    const statements = scriptStatements(sql);
    const { results, release } = await this.#execute('write', signal, (process) =>
      process.call('script', [statements], signal),
    );
    release();
    return results.map(({ columns, rows, affected }, index) => {
      return { sql: statements[index] ?? '', columns, rows, affected };
    });
  };

  explain: SqlBackend['explain'] = async ({ sql, params }, { analyze, ...options }) => {
    if (analyze)
      throw sqlErrors.fail('E_UNSUPPORTED', 'SQLite cannot measure a statement while it runs.', {
        hint: 'Request the plan without {param:analyze}.',
      });
    const cursor = await this.run({ sql: `EXPLAIN QUERY PLAN ${sql}`, params }, options);
    return toPlan(await readRest(cursor, options.signal));
  };

  async dispose(): Promise<void> {
    const reason = sqlErrors.fail('E_CONNECT_FAILED', 'The connection was closed.');
    await Promise.all(Object.values(this.#pools).map((pool) => pool.dispose(reason)));
  }

  async #acquire(mode: Mode, signal: AbortSignal): Promise<SqliteProcess> {
    return this.#pools[mode].acquire(signal).catch((error) => {
      throw toError(error, signal);
    });
  }

  async #execute(
    mode: Mode,
    signal: AbortSignal,
    start: (process: SqliteProcess) => Promise<Executed | undefined>,
  ): Promise<Execution> {
    const process = await this.#acquire(mode, signal);
    try {
      const read = await start(process);
      const executed = read ?? (await commit(process, signal));
      process.tainted = executed.tainted;
      return { ...executed, process, committed: !read, release: () => this.#pools[mode].release(process) };
    } catch (error) {
      await this.#recover(mode, process);
      throw toError(error, signal);
    }
  }

  /** A process that still answers rolls back. After one that exited, the next process does so when it opens the file. */
  async #recover(mode: Mode, process: SqliteProcess): Promise<void> {
    const pool = this.#pools[mode];
    await process.reset();
    pool.release(process);
    if (process.alive) return;
    const successor = pool.acquire(AbortSignal.timeout(RECOVER_WITHIN_MS)).then(
      (next) => pool.release(next),
      () => {},
    );
    if (mode === 'write') await successor;
  }
}

/** The outcome is unknown only when the process exits during the commit. */
async function commit(process: SqliteProcess, signal: AbortSignal): Promise<Executed> {
  signal.throwIfAborted();
  return process.call('commit', [], signal, COMMIT_GRACE_MS).catch((error) => {
    throw error instanceof ProcessExited ? unknownOutcome(error) : error;
  });
}
