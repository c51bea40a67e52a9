import { coreErrors } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { Disposable, Opened } from './backend.ts';
import type { Connection } from './definition.ts';
import { connectionErrors } from './errors.ts';

/** The right to use a backend. It stays open until the lease is released, also when the connection is changed meanwhile. */
export interface Lease<TConfig, TBackend> {
  readonly backend: TBackend;
  /** As it was written, references unresolved. */
  readonly config: TConfig;
  /** Replaces a connect error by the forwarding error of the tunnel, if any. */
  explain(error: unknown): unknown;
  /** Reports the backend as dead: no new lease is granted. The lease must still be released. */
  discard(): void;
  release(): void;
}

export interface BackendLimits {
  readonly connectTimeoutMs: number;
  readonly closeTimeoutMs: number;
  /** How long an unused backend stays open. */
  readonly idleMs: number;
}

interface SharedBackendOptions<TConfig, TBackend> extends BackendLimits {
  readonly connection: Connection<TConfig>;
  readonly log: Log;
  open(signal: AbortSignal): Promise<Opened<TBackend>>;
  onRetired(): void;
  onClosed(): void;
}

/** One backend for all callers of a connection: opened once, reference-counted, closed after its last lease. */
export class SharedBackend<TConfig, TBackend extends Disposable> {
  readonly #options: SharedBackendOptions<TConfig, TBackend>;
  readonly #connecting = new AbortController();
  readonly #opening: Promise<Opened<TBackend>>;
  #opened: Opened<TBackend> | undefined;
  #leases = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #retired = false;
  #closing: Promise<void> | undefined;
  /** The end of a connect that succeeded after it was given up. */
  #abandoned: Promise<void> = Promise.resolve();

  constructor(options: SharedBackendOptions<TConfig, TBackend>) {
    this.#options = options;
    this.#opening = this.#connect();
    this.#opening.catch(() => this.retire());
  }

  get isOpen(): boolean {
    return this.#opened !== undefined && !this.#closing;
  }

  /** Whether a new lease for this definition may be granted. */
  fits({ revision }: Connection<TConfig>): boolean {
    const alive = !this.#closing && !this.#connecting.signal.aborted && !this.#opened?.tunnel?.isClosed();
    return alive && revision === this.#options.connection.revision;
  }

  /** The signal ends this caller's wait only; the connect goes on for the others. */
  async lease(signal: AbortSignal | undefined): Promise<Lease<TConfig, TBackend>> {
    this.#leases += 1;
    clearTimeout(this.#idleTimer);
    let released = false;
    const release = () => {
      if (!released) this.#release();
      released = true;
    };
    try {
      const { backend, explain } = await untilAborted(this.#opening, signal);
      const { config } = this.#options.connection;
      return { backend, config, explain, release, discard: () => this.retire() };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** No new lease is granted; closes after the last one. */
  retire(): void {
    if (!this.#retired) this.#options.onRetired();
    this.#retired = true;
    clearTimeout(this.#idleTimer);
    if (this.#leases === 0) void this.close();
  }

  /** Closes the backend, open or still connecting. Never throws, and returns within its limits. */
  close(): Promise<void> {
    this.#closing ??= this.#close().finally(() => this.#options.onClosed());
    return this.#closing;
  }

  #release(): void {
    this.#leases -= 1;
    if (this.#leases > 0) return;
    if (!this.#opened)
      this.#connecting.abort(coreErrors.fail('E_CANCELLED', 'No caller waits for this connection any more.'));
    if (this.#retired) void this.close();
    else if (this.isOpen) this.#idleTimer = setTimeout(() => this.retire(), this.#options.idleMs).unref();
  }

  async #connect(): Promise<Opened<TBackend>> {
    const { connection, connectTimeoutMs, open } = this.#options;
    const { signal } = this.#connecting;
    const message = `Connection "${connection.name}" did not open within ${connectTimeoutMs / 1_000} s.`;
    const giveUp = () => this.#connecting.abort(connectionErrors.fail('E_CONNECT_FAILED', message));
    const timer = setTimeout(giveUp, connectTimeoutMs);
    const opening = open(signal);
    try {
      const opened = await untilAborted(opening, signal);
      signal.throwIfAborted();
      this.#opened = opened;
      return opened;
    } catch (error) {
      this.#abandoned = opening.then(
        (opened) => this.#closeOpened(opened),
        () => {},
      );
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #close(): Promise<void> {
    this.#connecting.abort(coreErrors.fail('E_CANCELLED', 'The connection is being closed.'));
    const opened = await this.#opening.catch(() => undefined);
    if (opened) await this.#closeOpened(opened);
    else await this.#withTimeout(this.#abandoned, 'a connect did not stop in time');
  }

  async #closeOpened({ backend, tunnel }: Opened<TBackend>): Promise<void> {
    await this.#withTimeout(backend.dispose(), 'a backend did not close');
    if (tunnel) await this.#withTimeout(tunnel.dispose(), 'a tunnel did not close');
  }

  async #withTimeout(work: Promise<void>, warning: string): Promise<void> {
    const { connection, closeTimeoutMs, log } = this.#options;
    try {
      await untilAborted(work, AbortSignal.timeout(closeTimeoutMs));
    } catch (error) {
      log.warn({ err: error, connection: connection.name }, warning);
    }
  }
}

/** Settles as the work does, or rejects when the signal aborts first; the work itself continues. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
