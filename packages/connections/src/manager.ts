import { coreErrors, isMolehillError, type MolehillError } from '@molehill/core/errors';
import { type BackendOptions, type Disposable, type Opened, openBackend } from './backend.ts';
import type { Connection } from './definition.ts';
import { connectionErrors } from './errors.ts';
import { orAborted } from './or-aborted.ts';
import type { Registry } from './registry.ts';
import type { ConnectionBase } from './shape.ts';
import { Slot, type SlotLimits } from './slot.ts';

export interface ManagerOptions<TConfig, TBackend extends Disposable>
  extends BackendOptions<TConfig, TBackend>,
    Partial<SlotLimits> {
  /** How long an unused connection stays open. */
  readonly idleMs?: number;
}

export interface AcquireOptions<TConfig> {
  /** Ends this caller's waiting; others go on waiting for the same connect. */
  readonly signal?: AbortSignal | undefined;
  /** The definition, where the caller has looked at it just now. */
  readonly known?: Connection<TConfig> | undefined;
  /** Turns a driver's error into one of ours; nothing when it does not know it. */
  formatError?(error: unknown, config: TConfig): MolehillError | undefined;
}

/** The right to use a backend. It stays open until released, also when the connection is changed meanwhile. */
export interface Lease<TConfig, TBackend> {
  readonly backend: TBackend;
  /** As it was written, references unresolved. */
  readonly config: TConfig;
  release(): void;
  /** The reason behind an error that says the server is not reached; the error itself where none is known. */
  explain(error: unknown): unknown;
  /** Says that the backend is dead: nobody gets it from now on. Release it all the same. */
  discard(): void;
}

/** Open backends, one for each connection. */
export interface Manager<TConfig, TBackend> {
  acquire(name: string, options?: AcquireOptions<TConfig>): Promise<Lease<TConfig, TBackend>>;
  state(name: string): 'open' | 'connecting' | 'closed';
  /** Closes this connection's backend as soon as nobody uses it. */
  forget(name: string): void;
  /** Closes everything, used or not. */
  dispose(): Promise<void>;
}

const IDLE_MS = 5 * 60_000;
const LIMITS: SlotLimits = { connectTimeoutMs: 20_000, closeWithinMs: 500 };

export function createManager<TConfig extends ConnectionBase, TBackend extends Disposable>(
  registry: Registry<TConfig>,
  options: ManagerOptions<TConfig, TBackend>,
): Manager<TConfig, TBackend> {
  return new SlotManager(registry, options);
}

class SlotManager<TConfig extends ConnectionBase, TBackend extends Disposable>
  implements Manager<TConfig, TBackend>
{
  readonly #registry: Registry<TConfig>;
  readonly #options: ManagerOptions<TConfig, TBackend>;
  readonly #limits: SlotLimits;
  readonly #slots = new Map<string, Slot<TConfig, TBackend>>();
  readonly #retired = new Set<Slot<TConfig, TBackend>>();
  readonly #idle = new Map<Slot<TConfig, TBackend>, NodeJS.Timeout>();
  #disposed = false;

  constructor(registry: Registry<TConfig>, options: ManagerOptions<TConfig, TBackend>) {
    this.#registry = registry;
    this.#options = options;
    this.#limits = {
      connectTimeoutMs: options.connectTimeoutMs ?? LIMITS.connectTimeoutMs,
      closeWithinMs: options.closeWithinMs ?? LIMITS.closeWithinMs,
    };
  }

  async acquire(name: string, options: AcquireOptions<TConfig> = {}): Promise<Lease<TConfig, TBackend>> {
    options.signal?.throwIfAborted();
    const slot = this.#slotFor(options.known ?? (await this.#current(name)));
    this.#enter(slot);
    try {
      return this.#lease(slot, await orAborted(slot.ready, options.signal));
    } catch (error) {
      this.#leave(slot);
      if (options.signal?.aborted) throw options.signal.reason;
      throw describeFailure(error, slot.connection, options);
    }
  }

  state(name: string): 'open' | 'connecting' | 'closed' {
    const slot = this.#slots.get(name);
    if (!slot) return 'closed';
    return slot.isOpen ? 'open' : 'connecting';
  }

  forget(name: string): void {
    const slot = this.#slots.get(name);
    if (slot) this.#retire(slot);
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const slot of this.#slots.values()) this.#retire(slot);
    await Promise.all([...this.#retired].map((slot) => this.#close(slot)));
  }

  /** What is no longer defined is closed as soon as somebody notices. */
  async #current(name: string): Promise<Connection<TConfig>> {
    try {
      return await this.#registry.get(name);
    } catch (error) {
      this.forget(name);
      throw error;
    }
  }

  /** No waiting in here: two callers cannot come in between each other and connect twice. */
  #slotFor(connection: Connection<TConfig>): Slot<TConfig, TBackend> {
    if (this.#disposed) throw coreErrors.fail('E_CANCELLED', 'The server is shutting down.');
    const known = this.#slots.get(connection.name);
    if (known?.fits(connection)) return known;
    if (known) this.#retire(known);
    const open = (signal: AbortSignal) => openBackend(connection, this.#registry, this.#options, signal);
    const slot = new Slot(connection, open, this.#limits, this.#options.log);
    this.#slots.set(connection.name, slot);
    slot.ready.catch(() => this.#retire(slot));
    return slot;
  }

  #lease(slot: Slot<TConfig, TBackend>, opened: Opened<TBackend>): Lease<TConfig, TBackend> {
    let released = false;
    return {
      backend: opened.backend,
      config: slot.connection.config,
      explain: opened.explain,
      discard: () => this.#retire(slot),
      release: () => {
        if (!released) this.#leave(slot);
        released = true;
      },
    };
  }

  #enter(slot: Slot<TConfig, TBackend>): void {
    clearTimeout(this.#idle.get(slot));
    this.#idle.delete(slot);
    slot.enter();
  }

  #leave(slot: Slot<TConfig, TBackend>): void {
    slot.leave();
    if (slot.users > 0) return;
    if (this.#retired.has(slot)) void this.#close(slot);
    else if (slot.isOpen) this.#closeWhenIdle(slot);
  }

  #closeWhenIdle(slot: Slot<TConfig, TBackend>): void {
    const timer = setTimeout(() => this.#retire(slot), this.#options.idleMs ?? IDLE_MS);
    this.#idle.set(slot, timer.unref());
  }

  /** Nobody gets it from now on; it closes when its last user leaves. */
  #retire(slot: Slot<TConfig, TBackend>): void {
    const { name } = slot.connection;
    if (this.#slots.get(name) === slot) this.#slots.delete(name);
    clearTimeout(this.#idle.get(slot));
    this.#idle.delete(slot);
    this.#retired.add(slot);
    if (slot.users === 0) void this.#close(slot);
  }

  async #close(slot: Slot<TConfig, TBackend>): Promise<void> {
    await slot.close();
    this.#retired.delete(slot);
  }
}

function describeFailure<TConfig extends ConnectionBase>(
  error: unknown,
  { name, config }: Connection<TConfig>,
  options: AcquireOptions<TConfig>,
): MolehillError {
  const known = isMolehillError(error) ? error : options.formatError?.(error, config);
  if (known) return known;
  const reason = error instanceof Error ? error.message || error.name : String(error);
  const message = `Connection "${name}" cannot be opened: ${reason}`;
  return connectionErrors.fail('E_CONNECT_FAILED', message, { cause: error });
}
