import { setTimeout as delay } from 'node:timers/promises';
import { coreErrors } from '@molehill/core/errors';
import type { TypedParameter } from 'mysql2';
import { hangUp } from './connect.ts';
import type { DriverConnection, PreparedStatement } from './driver.ts';
import { errorNumber, UNSUPPORTED_AS_PREPARED } from './errors.ts';
import { encodeParams } from './params.ts';
import type { ServerKind } from './server.ts';
import { ResultStream } from './stream.ts';

/** How long the server may take to stop a statement before the connection is given up. */
const STOP_LIMIT_MS = 2_500;

export interface SessionParts {
  readonly connection: DriverConnection;
  readonly server: ServerKind;
  readonly typed: TypedParameter;
  /** Run at the start and after each reset. */
  readonly setup: string;
  /** Stops what a connection runs, or ends it, from another connection. */
  readonly kill: (what: 'QUERY' | 'CONNECTION', threadId: number) => Promise<void>;
}

/** One connection to the server. Statements on it come one after the other. */
export class Session {
  readonly server: ServerKind;
  readonly #parts: SessionParts;
  readonly #connection: DriverConnection;
  #stream: ResultStream | undefined;
  #usable = true;
  #dirty = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.server = parts.server;
    this.#connection = parts.connection;
    this.#connection.on('error', (error: Error) => this.#lost(error));
    this.#connection.on('end', () => this.#lost(new Error('Connection lost: the server closed it')));
  }

  get usable(): boolean {
    return this.#usable;
  }

  /** For statements of which a reset leaves something behind: this connection is not used again. */
  spoil(): void {
    this.#dirty = true;
  }

  /** Runs a statement of our own that answers without rows. */
  command(sql: string): Promise<void> {
    return this.#call((done) => this.#connection.query(sql, done));
  }

  setUp(): Promise<void> {
    return this.command(this.#parts.setup);
  }

  /** Ends what a caller left open and forgets what it set. Throws where that cannot be done. */
  async reset(): Promise<void> {
    if (!this.server.canReset || this.#dirty) throw new Error('this session cannot be reset');
    // This rolls back as well.
    await this.#call((done) => this.#connection.reset(done));
    await this.setUp();
  }

  /**
   * Starts a statement, prepared in the server where it can be: only then values come as they are and not as text. Aborting
   * stops it in the server; it then ends with the signal's reason.
   */
  async start(sql: string, params: readonly unknown[], signal: AbortSignal): Promise<ResultStream> {
    signal.throwIfAborted();
    this.#stream = undefined;
    const statement = await this.wait(signal, () => this.#prepare(sql, params));
    const values = encodeParams(params, this.#parts.typed);
    const command = statement ? statement.execute(values) : this.#connection.query(sql);
    const stream = new ResultStream(this.#connection, command);
    this.#stream = stream;
    await this.wait(signal, () => stream.begin());
    return stream;
  }

  /** Waits for something of the running statement, and stops the statement when the signal says so. */
  async wait<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping = this.#stop();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      const result = await work();
      // Some statements end early without an error, and rows were dropped on the way.
      if (stopping && this.#stream?.fields.length) throw signal.reason;
      return result;
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', stop);
      // A request that is still under way would stop whatever this connection does next.
      await stopping;
    }
  }

  /** Gives up a statement whose rows nobody wants: reading them all would take longer than connecting anew. */
  abandon(): void {
    if (!this.#usable) return;
    this.destroy();
    void this.#parts.kill('CONNECTION', this.#connection.threadId);
  }

  destroy(): void {
    this.#usable = false;
    hangUp(this.#connection);
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

  async #stop(): Promise<void> {
    await this.#parts.kill('QUERY', this.#connection.threadId);
    const timer = new AbortController();
    const over = this.#stream?.drain().catch(() => {});
    const late = delay(STOP_LIMIT_MS, 'late', { signal: timer.signal }).catch(() => {});
    if ((await Promise.race([over, late])) === 'late') this.destroy();
    timer.abort();
  }

  #lost(error: Error): void {
    this.#usable = false;
    this.#stream?.fail(error);
  }

  #call<T = void>(send: (done: (error: Error | null, result?: unknown) => void) => unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      send((error, result) => {
        if (error && !('sqlState' in error)) this.#usable = false;
        if (error) reject(error);
        else resolve(result as T);
      });
    });
  }
}

function requireCount(wanted: number, given: number): void {
  if (wanted === given) return;
  throw coreErrors.fail(
    'E_INVALID_PARAMS',
    `params: the statement has ${wanted} placeholders, and ${given} values are given.`,
    {
      hint: 'Give one value in params for each ?.',
    },
  );
}
