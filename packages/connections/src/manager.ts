import { coreErrors, isMolehillError, type MolehillError, messageOf } from '@molehill/core/errors';
import { type BackendOptions, type Disposable, openBackend } from './backend.ts';
import type { Connection } from './definition.ts';
import { connectionErrors, StaleBackendError } from './errors.ts';
import type { Registry } from './registry.ts';
import type { ConnectionBase } from './shape.ts';
import { type BackendLimits, type Lease, SharedBackend } from './shared-backend.ts';

export interface ManagerOptions<TConfig, TBackend extends Disposable>
  extends BackendOptions<TConfig, TBackend>,
    Partial<BackendLimits> {
  /** Converts an error of the driver; undefined when it is not known. */
  formatError?(error: unknown, config: TConfig): MolehillError | undefined;
}

export interface AcquireOptions<TConfig> {
  /** Ends the wait of this caller; others go on waiting for the same connect. */
  readonly signal?: AbortSignal | undefined;
  /** The definition, where the caller has just looked it up. */
  readonly known?: Connection<TConfig> | undefined;
}

const LIMITS: BackendLimits = { connectTimeoutMs: 20_000, closeTimeoutMs: 500, idleMs: 5 * 60_000 };
const ATTEMPTS = 2;

/** Open backends, one for each connection. */
export class Manager<TConfig extends ConnectionBase, TBackend extends Disposable> {
  readonly #registry: Registry<TConfig>;
  readonly #options: ManagerOptions<TConfig, TBackend>;
  readonly #current = new Map<string, SharedBackend<TConfig, TBackend>>();
  /** Those that are current, and those that are retired and not closed yet. */
  readonly #all = new Set<SharedBackend<TConfig, TBackend>>();
  #disposed = false;

  constructor(registry: Registry<TConfig>, options: ManagerOptions<TConfig, TBackend>) {
    this.#registry = registry;
    this.#options = options;
  }

  /** Runs work on a connection's backend, and retries once on a new backend when the first one is stale. */
  async use<T>(
    name: string,
    work: (backend: TBackend, config: TConfig) => Promise<T>,
    options: AcquireOptions<TConfig> = {},
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const lease = await this.acquire(name, attempt === 1 ? options : { signal: options.signal });
      try {
        return await work(lease.backend, lease.config);
      } catch (error) {
        if (!(error instanceof StaleBackendError)) throw this.#formatted(error, lease);
        lease.discard();
        if (attempt === ATTEMPTS)
          throw connectFailed(name, 'was lost, also after it was opened again', error);
      } finally {
        lease.release();
      }
    }
  }

  async acquire(name: string, options: AcquireOptions<TConfig> = {}): Promise<Lease<TConfig, TBackend>> {
    options.signal?.throwIfAborted();
    const connection = options.known ?? (await this.#definitionOf(name));
    try {
      return await this.#backendFor(connection).lease(options.signal);
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      throw this.#known(error, connection.config) ?? connectFailed(name, 'cannot be opened', error);
    }
  }

  state(name: string): 'open' | 'connecting' | 'closed' {
    const backend = this.#current.get(name);
    if (!backend) return 'closed';
    return backend.isOpen ? 'open' : 'connecting';
  }

  /** Closes the backend of this connection after its last lease. */
  forget(name: string): void {
    this.#current.get(name)?.retire();
  }

  /** Closes all backends, leased or not. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const backend of this.#current.values()) backend.retire();
    await Promise.all([...this.#all].map((backend) => backend.close()));
  }

  #formatted(error: unknown, { config, explain }: Lease<TConfig, TBackend>): unknown {
    const known = this.#known(error, config);
    return known?.code === 'E_CONNECT_FAILED' ? explain(known) : (known ?? error);
  }

  #known(error: unknown, config: TConfig): MolehillError | undefined {
    return isMolehillError(error) ? error : this.#options.formatError?.(error, config);
  }

  /** A connection that is no longer defined is closed when this is noticed. */
  async #definitionOf(name: string): Promise<Connection<TConfig>> {
    try {
      return await this.#registry.get(name);
    } catch (error) {
      this.forget(name);
      throw error;
    }
  }

  /** Synchronous, so that concurrent callers cannot connect twice. */
  #backendFor(connection: Connection<TConfig>): SharedBackend<TConfig, TBackend> {
    if (this.#disposed) throw coreErrors.fail('E_CANCELLED', 'The server is shutting down.');
    const current = this.#current.get(connection.name);
    if (current?.fits(connection)) return current;
    current?.retire();
    const backend: SharedBackend<TConfig, TBackend> = new SharedBackend({
      ...LIMITS,
      ...this.#options,
      connection,
      open: (signal) => openBackend(connection, this.#registry, this.#options, signal),
      onRetired: () => {
        if (this.#current.get(connection.name) === backend) this.#current.delete(connection.name);
      },
      onClosed: () => this.#all.delete(backend),
    });
    this.#current.set(connection.name, backend);
    this.#all.add(backend);
    return backend;
  }
}

function connectFailed(name: string, what: string, cause: unknown): MolehillError {
  const reason = messageOf(cause) || (cause instanceof Error ? cause.name : '');
  return connectionErrors.fail('E_CONNECT_FAILED', `Connection "${name}" ${what}: ${reason}`, { cause });
}
