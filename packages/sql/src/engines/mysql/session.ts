import { coreErrors } from '@molehill/core/errors';
import mysql from 'mysql2';
import { sqlErrors } from '../../errors.ts';
import { cancellable, cancelUnseen, cancelUntilAnswered } from '../shared/cancellable.ts';
import { type PooledSession, retriable } from '../shared/pool.ts';
import { destroyConnection } from './connect.ts';
import type { DriverConnection, PreparedStatement } from './driver.ts';
import { errorNumber, READ_ONLY_TRANSACTION, UNSUPPORTED_AS_PREPARED } from './errors.ts';
import type { Killer } from './killer.ts';
import type { ServerKind } from './server.ts';
import { ResultStream } from './stream.ts';

const BEGIN = 'START TRANSACTION';

/** A connection to the server. Its statements run one after the other, and it is read-only until allowWrites(). */
export class Session implements PooledSession {
  usable = true;
  readonly server: ServerKind;
  readonly #connection: DriverConnection;
  readonly #setup: string;
  readonly #killer: Killer;
  #stream: ResultStream | undefined;
  /** Reject the commands that the server has not answered yet. */
  readonly #pending = new Set<(error: Error) => void>();
  #dirty = false;

  /** The setup statement runs after each reset. */
  constructor(connection: DriverConnection, server: ServerKind, setup: string, killer: Killer) {
    this.server = server;
    this.#connection = connection;
    this.#setup = setup;
    this.#killer = killer;
    connection.on('error', (error: Error) => this.#onLost(error));
    connection.on('end', () => this.#onLost(new Error('Connection lost: the server closed it')));
  }

  /** For statements that a reset does not undo: the session is not used again. */
  markDirty(): void {
    this.#dirty = true;
  }

  /** Runs a statement without parameters and rows. */
  command(sql: string): Promise<void> {
    return this.#call((done) => this.#connection.query(sql, done));
  }

  beginReadOnly(): Promise<void> {
    return retriable(this, () => this.command(`${BEGIN} READ ONLY`));
  }

  /** Until the session is reset. */
  allowWrites(): Promise<void> {
    return retriable(this, () => this.command(this.server.allowWrites));
  }

  begin(): Promise<void> {
    return retriable(this, () => this.command(BEGIN));
  }

  /**
   * Runs work in a READ ONLY transaction. The server refuses to plan changes there, so a plan that it refuses is
   * requested again in a writable transaction, which the reset rolls back.
   */
  async readOnly<T>(planOnly: boolean | undefined, work: () => Promise<T>): Promise<T> {
    await this.beginReadOnly();
    try {
      return await work();
    } catch (error) {
      if (!planOnly || errorNumber(error) !== READ_ONLY_TRANSACTION) throw error;
    }
    for (const sql of ['ROLLBACK', this.server.allowWrites, BEGIN]) await this.command(sql);
    return work();
  }

  /** Rolls back, and discards variables, locks, prepared statements and temporary tables. */
  async reset(): Promise<void> {
    if (!this.server.canReset || this.#dirty || this.#isBusy) throw new Error('this session cannot be reset');
    await this.#call((done) => this.#connection.reset(done));
    await this.command(this.#setup);
  }

  /**
   * Prepares the statement where the server can, since only then values have their binary form. With `requireRows`, a
   * statement that the server has no columns for is not executed: it writes its rows to a file or a variable.
   */
  async start(
    sql: string,
    params: readonly unknown[],
    signal: AbortSignal,
    { requireRows = false } = {},
  ): Promise<ResultStream> {
    this.#stream = undefined;
    const statement = await this.#untilAnswered(signal, () => this.#prepare(sql, params));
    if (requireRows && !statement?.columns.length) throw returnsNoRows();
    signal.throwIfAborted();
    const values = params.map(encodeParam);
    const command = statement ? statement.execute(values) : this.#connection.query(sql);
    const stream = new ResultStream(this.#connection, command);
    this.#stream = stream;
    await this.wait(signal, () => stream.begin());
    return stream;
  }

  /** Aborting cancels the running statement in the server; this then rejects with the signal's reason. */
  wait<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#untilAnswered(signal, async () => {
      const result = await work();
      // Some statements end early without an error, with rows missing.
      if (signal.aborted && this.#stream?.fields.length) throw signal.reason;
      return result;
    });
  }

  /** Closes the connection of a statement with unread rows: reading them may take longer than reconnecting. */
  abandon(): void {
    if (this.usable) void this.destroy();
  }

  /** The server does not notice a closed connection while a statement runs, so it is told to end the session. */
  async destroy(): Promise<void> {
    const isRunning = this.usable && this.#isBusy;
    const { threadId } = this.#connection;
    destroyConnection(this.#connection);
    this.#onLost(new Error('Connection lost: it was closed'));
    if (isRunning) await cancelUnseen(() => this.#killer.kill('CONNECTION', threadId));
  }

  get #isBusy(): boolean {
    return this.#pending.size > 0 || this.#stream?.ended === false;
  }

  async #prepare(sql: string, params: readonly unknown[]): Promise<PreparedStatement | undefined> {
    try {
      const statement = await this.#call<PreparedStatement>((done) => this.#connection.prepare(sql, done));
      requireCount(statement.parameters.length, params.length);
      return statement;
    } catch (error) {
      if (errorNumber(error) !== UNSUPPORTED_AS_PREPARED || params.length > 0) throw error;
      return undefined;
    }
  }

  #untilAnswered<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    let answer: Promise<T> | undefined;
    const start = () => {
      answer = work();
      return answer;
    };
    return cancellable(signal, () => this.#cancel(answer), start);
  }

  async #cancel(answer: Promise<unknown> | undefined): Promise<void> {
    const { threadId } = this.#connection;
    const statement = this.#stream?.drain() ?? answer;
    if (!statement) return;
    const request = () => this.#killer.kill('QUERY', threadId);
    const { answered, settled } = await cancelUntilAnswered(statement, request);
    if (!answered || !settled) void this.destroy();
    // Some servers keep a KILL that arrived after the statement for the next one, whatever that is.
    else await this.command('DO 0').catch(() => {});
  }

  /** The driver does not report every lost connection to its commands. */
  #onLost(error: Error): void {
    this.usable = false;
    this.#stream?.fail(error);
    for (const reject of this.#pending) reject(error);
    this.#pending.clear();
  }

  #call<T = void>(send: (done: (error: Error | null, result?: unknown) => void) => unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#pending.add(reject);
      send((error, result) => {
        this.#pending.delete(reject);
        if (error && !('sqlState' in error)) this.usable = false;
        if (error) reject(error);
        else resolve(result as T);
      });
    });
  }
}

/** Sends integers as integers: some servers refuse the driver's doubles after LIMIT. Lists and objects become JSON. */
function encodeParam(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && !Object.is(value, -0))
    return mysql.TypedParameter.LONGLONG(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'bigint' ? String(value) : value;
}

function returnsNoRows() {
  const message = 'The server says that this query returns no rows, so it is not a read.';
  return sqlErrors.fail('E_READONLY', message, { hint: 'Remove INTO.' });
}

function requireCount(wanted: number, given: number): void {
  if (wanted === given) return;
  throw coreErrors.fail(
    'E_INVALID_PARAMS',
    `params: the statement has ${wanted} placeholders, but ${given} values were passed.`,
    { hint: 'Pass one value in {param:params} for each ?.' },
  );
}
