import { StaleBackendError } from '@molehill/connections/errors';
import { isMolehillError } from '@molehill/core/errors';
import { connectionLost } from './connection-errors.ts';
import { Reconnect } from './reconnect.ts';

export interface PooledSession {
  /** False once the connection is lost. */
  readonly usable: boolean;
  /** Undoes the changes of the last holder to the session; rejects where that is impossible. */
  reset(): Promise<void>;
  /** Closes it at once, idle or busy. Resolves when the server was told to stop what it runs. */
  destroy(): Promise<void>;
}

export interface PoolOptions<T> {
  readonly max?: number;
  readonly idleMs?: number;
  open(signal: AbortSignal): Promise<T>;
  /** False when no new session can be opened any more; then the connection itself is stale. */
  isRouteOpen?: (() => boolean) | undefined;
  /** Undefined for an error that is not known. */
  classify(error: unknown): Error | undefined;
}

export interface Lease<T> {
  readonly session: T;
  /** Undefined for a session that was opened for this lease. */
  readonly idleMs: number | undefined;
  /** Returns the session to the pool, which resets it. */
  release(): void;
  /** Releases the session after a statement failed, and returns the error to throw. */
  fail(error: unknown, readonly: boolean, signal?: AbortSignal): unknown;
}

/** The statement certainly did not run, so it can be sent again over another connection. */
export class NotSentError extends Error {
  constructor(cause: unknown) {
    super('the connection was lost before the statement was sent', { cause });
  }
}

/** Wraps work that may run twice: when the connection is lost, the pool retries it on another one. */
export async function retriable<R>(
  session: PooledSession,
  work: () => Promise<R>,
  signal?: AbortSignal,
): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw session.usable || signal?.aborted ? error : new NotSentError(error);
  }
}

function isUnreachable(error: Error | undefined): boolean {
  return isMolehillError(error) && error.code === 'E_CONNECT_FAILED' && error.retryable;
}

interface Waiter<T> {
  /** Undefined when a session may be opened. */
  resolve(session: T | undefined): void;
  reject(reason: unknown): void;
}

/** Five for calls and three for cursors. */
const MOST_SESSIONS = 8;
const IDLE_MS = 60_000;
/** A second session spares the next call the wait for the reset of the first. */
const READY = 2;
const NEVER = new AbortController().signal;

/**
 * A bounded pool of sessions with one retry. Sessions are opened on demand and closed when idle; waiters are served in order. While
 * the server restarts, calls wait for it.
 */
export class Pool<T extends PooledSession> {
  readonly #options: PoolOptions<T>;
  readonly #max: number;
  /** Every open session, with the time it was last returned. */
  readonly #sessions = new Map<T, number>();
  /** With the timers that close them, least recently used first. */
  readonly #idle = new Map<T, NodeJS.Timeout>();
  readonly #reconnect: Reconnect;
  #waiters: Waiter<T>[] = [];
  #opening = 0;
  #resetting = 0;
  #disposed: { readonly reason: unknown } | undefined;

  constructor(options: PoolOptions<T>) {
    this.#options = options;
    this.#max = options.max ?? MOST_SESSIONS;
    const isTemporary = (error: unknown) => this.#hasRoute && isUnreachable(options.classify(error));
    this.#reconnect = new Reconnect(isTemporary);
  }

  /** Includes sessions that are being opened. */
  get size(): number {
    return this.#sessions.size + this.#opening;
  }

  /**
   * Runs work that releases its lease itself, unless it fails. Retries once on a new session when an idle one had lost
   * its connection.
   */
  async lend<R>(
    signal: AbortSignal,
    work: (lease: Lease<T>) => Promise<R>,
    readonly = true,
    fresh = false,
  ): Promise<R> {
    const { classify } = this.#options;
    const lease = await this.acquire(signal, fresh).catch((error) => {
      throw this.#openError(error);
    });
    try {
      return await work(lease);
    } catch (error) {
      if (!(error instanceof NotSentError)) throw lease.fail(error, readonly, signal);
      lease.release();
      if (lease.idleMs === undefined) throw classify(error.cause) ?? error.cause;
    }
    return this.lend(signal, work, readonly, true);
  }

  /** Runs work on a session and returns it to the pool. */
  use<R>(signal: AbortSignal, work: (session: T) => Promise<R>, readonly = true): Promise<R> {
    const releasing = async ({ session, release }: Lease<T>) => {
      const result = await work(session);
      release();
      return result;
    };
    return this.lend(signal, releasing, readonly);
  }

  /** With `fresh`, idle sessions are not trusted and a new one is opened. */
  async acquire(signal: AbortSignal, fresh = false): Promise<Lease<T>> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#disposed) throw this.#disposed.reason;
      const idle = this.#takeIdle() ?? (this.#mayOpen() ? undefined : await this.#wait(signal));
      if (idle !== undefined && !fresh)
        return this.#lease(idle, performance.now() - (this.#sessions.get(idle) ?? 0));
      if (idle !== undefined) this.#close(idle);
      if (this.size < this.#max) return this.#lease(await this.#open(signal), undefined);
    }
  }

  /** Closes every session, busy or not, and rejects the waiters. */
  async dispose(reason: unknown): Promise<void> {
    this.#disposed = { reason };
    this.#reconnect.stop();
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    const closing = [...this.#sessions.keys()].map((session) => session.destroy());
    this.#sessions.clear();
    for (const waiter of this.#waiters.splice(0)) waiter.reject(reason);
    await Promise.all(closing);
  }

  get #hasRoute(): boolean {
    return this.#options.isRouteOpen?.() ?? true;
  }

  /** Nothing was sent yet, so the manager can open the connection again. */
  #openError(error: unknown): unknown {
    const known = this.#options.classify(error);
    if (this.#hasRoute || !isUnreachable(known)) return known ?? error;
    return new StaleBackendError(known?.message, { cause: error });
  }

  /** A session that is being reset is available sooner than a new one. */
  #mayOpen(): boolean {
    const available = this.#resetting > this.#waiters.length;
    return this.size < this.#max && (!available || this.size < READY);
  }

  async #open(signal: AbortSignal): Promise<T> {
    this.#opening += 1;
    try {
      const session = await this.#reconnect.connect(signal, () => this.#options.open(signal));
      if (this.#disposed) {
        void session.destroy();
        throw this.#disposed.reason;
      }
      this.#sessions.set(session, performance.now());
      return session;
    } catch (error) {
      queueMicrotask(() => this.#serve(undefined));
      throw error;
    } finally {
      this.#opening -= 1;
    }
  }

  #lease(session: T, idleMs: number | undefined): Lease<T> {
    let held = true;
    const release = () => {
      if (!held) return;
      held = false;
      if (this.#isOpen(session)) void this.#reset(session);
      else this.#replace(session);
    };
    const fail: Lease<T>['fail'] = (error, readonly, signal) => {
      const lost = !session.usable && !signal?.aborted && !isMolehillError(error);
      release();
      return lost ? connectionLost(error, readonly) : (this.#options.classify(error) ?? error);
    };
    return { session, idleMs, release, fail };
  }

  #isOpen(session: T): boolean {
    return this.#sessions.has(session) && session.usable;
  }

  /** Without waiters, the reset starts after the result of the last holder was sent. */
  async #reset(session: T): Promise<void> {
    this.#resetting += 1;
    if (this.#waiters.length === 0) await new Promise(setImmediate);
    const clean = await session.reset().then(
      () => this.#isOpen(session),
      () => false,
    );
    this.#resetting -= 1;
    if (clean) this.#rest(session);
    else this.#replace(session);
  }

  /** Opens a new session in advance, so that the next call does not wait for it. */
  #replace(session: T): void {
    const known = this.#sessions.has(session);
    this.#close(session);
    const spare = this.#idle.size + this.#resetting + this.#opening;
    if (!known || this.#disposed || spare > 0 || this.size >= this.#max) return;
    this.#open(NEVER).then(
      (fresh) => this.#rest(fresh),
      () => {},
    );
  }

  #rest(session: T): void {
    this.#sessions.set(session, performance.now());
    if (this.#serve(session)) return;
    const timer = setTimeout(() => this.#close(session), this.#options.idleMs ?? IDLE_MS).unref();
    this.#idle.set(session, timer);
  }

  #close(session: T): void {
    this.#idle.delete(session);
    if (this.#sessions.delete(session)) void session.destroy();
    this.#serve(undefined);
  }

  /** The most recently used one: its connection is the most likely to be alive. */
  #takeIdle(): T | undefined {
    for (const [session, timer] of [...this.#idle].reverse()) {
      clearTimeout(timer);
      this.#idle.delete(session);
      if (session.usable) return session;
      this.#close(session);
    }
    return undefined;
  }

  /** Serves the first waiter; false without waiters. */
  #serve(session: T | undefined): boolean {
    const waiter = this.#waiters.shift();
    waiter?.resolve(session);
    return waiter !== undefined;
  }

  #wait(signal: AbortSignal): Promise<T | undefined> {
    let abort = () => {};
    const turn = new Promise<T | undefined>((resolve, reject) => {
      const waiter = { resolve, reject };
      abort = () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        reject(signal.reason);
      };
      this.#waiters.push(waiter);
    });
    signal.addEventListener('abort', abort, { once: true });
    return turn.finally(() => signal.removeEventListener('abort', abort));
  }
}
