import { coreErrors, isMolehillError, type MolehillError, messageOf } from '@molehill/core/errors';
import { type BackendOptions, type Disposable, openBackend } from './backend.ts';
import type { Connection } from './definition.ts';
import { connectionErrors } from './errors.ts';
import type { Registry } from './registry.ts';
import type { ConnectionBase } from './shape.ts';
import { type BackendLimits, type Lease, SharedBackend } from './shared-backend.ts';

export interface ManagerOptions<TConfig, TBackend extends Disposable>
  extends BackendOptions<TConfig, TBackend>,
    Partial<BackendLimits> {}

export interface AcquireOptions<TConfig> {
  /** Ends the wait of this caller; others go on waiting for the same connect. */
  readonly signal?: AbortSignal | undefined;
  /** The definition, where the caller has just looked it up. */
  readonly known?: Connection<TConfig> | undefined;
  /** Converts an error of the driver; undefined when it is not known. */
  formatError?(error: unknown, config: TConfig): MolehillError | undefined;
}

/** Open backends, one for each connection. */
export interface Manager<TConfig, TBackend> {
  acquire(name: string, options?: AcquireOptions<TConfig>): Promise<Lease<TConfig, TBackend>>;
  state(name: string): 'open' | 'connecting' | 'closed';
  /** Closes the backend of this connection after its last lease. */
  forget(name: string): void;
  /** Closes all backends, leased or not. */
  dispose(): Promise<void>;
}

const LIMITS: BackendLimits = { connectTimeoutMs: 20_000, closeTimeoutMs: 500, idleMs: 5 * 60_000 };

export function createManager<TConfig extends ConnectionBase, TBackend extends Disposable>(
  registry: Registry<TConfig>,
  options: ManagerOptions<TConfig, TBackend>,
): Manager<TConfig, TBackend> {
  return new BackendManager(registry, options);
}

class BackendManager<TConfig extends ConnectionBase, TBackend extends Disposable>
  implements Manager<TConfig, TBackend>
{
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

  async acquire(name: string, options: AcquireOptions<TConfig> = {}): Promise<Lease<TConfig, TBackend>> {
    options.signal?.throwIfAborted();
    const connection = options.known ?? (await this.#definitionOf(name));
    try {
      return await this.#backendFor(connection).lease(options.signal);
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      throw describeFailure(error, connection, options);
    }
  }

  state(name: string): 'open' | 'connecting' | 'closed' {
    const backend = this.#current.get(name);
    if (!backend) return 'closed';
    return backend.isOpen ? 'open' : 'connecting';
  }

  forget(name: string): void {
    this.#current.get(name)?.retire();
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const backend of this.#current.values()) backend.retire();
    await Promise.all([...this.#all].map((backend) => backend.close()));
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
    const { connectTimeoutMs, closeTimeoutMs, idleMs, log } = { ...LIMITS, ...this.#options };
    const backend: SharedBackend<TConfig, TBackend> = new SharedBackend({
      connection,
      limits: { connectTimeoutMs, closeTimeoutMs, idleMs },
      log,
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

function describeFailure<TConfig extends ConnectionBase>(
  error: unknown,
  { name, config }: Connection<TConfig>,
  options: AcquireOptions<TConfig>,
): MolehillError {
  const known = isMolehillError(error) ? error : options.formatError?.(error, config);
  if (known) return known;
  const reason = messageOf(error) || (error instanceof Error ? error.name : '');
  const message = `Connection "${name}" cannot be opened: ${reason}`;
  return connectionErrors.fail('E_CONNECT_FAILED', message, { cause: error });
}
