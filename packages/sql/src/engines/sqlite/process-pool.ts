import { fileIdentity, requireFile } from './file.ts';
import { SqliteProcess } from './process.ts';
import type { OpenOptions } from './protocol.ts';

export interface PoolOptions extends OpenOptions {
  readonly max: number;
}

/** Starting a process takes longer than most statements, so a caller first waits this long for one in use. */
const GROW_AFTER_MS = 25;
const IDLE_MS = { last: 60_000, other: 10_000 };

/** Receives a process, or the error because of which there is none. */
type Waiter = (result: SqliteProcess | { readonly error: unknown }) => void;

/** A bounded pool of child processes for one database. */
export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #all = new Set<SqliteProcess>();
  readonly #idle = new Map<SqliteProcess, NodeJS.Timeout>();
  readonly #waiters = new Set<Waiter>();
  #growth: NodeJS.Timeout | undefined;
  #disposed: { readonly error: unknown } | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get pids(): readonly number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? []);
  }

  /** Leases a process until `release`. */
  async acquire(signal: AbortSignal): Promise<SqliteProcess> {
    signal.throwIfAborted();
    if (this.#disposed) throw this.#disposed.error;
    const identity = requireFile(this.#options.file);
    for (const [process, timer] of this.#idle) {
      this.#idle.delete(process);
      clearTimeout(timer);
      if (process.alive && process.identity === identity) return process;
      void this.#discard(process);
    }
    return this.#wait(signal);
  }

  release(process: SqliteProcess): void {
    const [waiter] = this.#waiters;
    if (!this.#isReusable(process)) void this.#discard(process);
    else if (waiter) waiter(process);
    else {
      const idleMs = this.#all.size > 1 ? IDLE_MS.other : IDLE_MS.last;
      this.#idle.set(process, setTimeout(() => void this.#discard(process), idleMs).unref());
    }
  }

  async dispose(error: unknown): Promise<void> {
    this.#disposed = { error };
    clearTimeout(this.#growth);
    for (const waiter of this.#waiters) waiter({ error });
    await Promise.all([...this.#all].map((process) => this.#discard(process)));
  }

  #isReusable({ alive, tainted, identity }: SqliteProcess): boolean {
    return alive && !tainted && !this.#disposed && identity === fileIdentity(this.#options.file);
  }

  async #discard(process: SqliteProcess): Promise<void> {
    this.#forget(process);
    await process.end();
  }

  #forget(process: SqliteProcess): void {
    clearTimeout(this.#idle.get(process));
    this.#idle.delete(process);
    // A process that could not open the database is followed by another only after its waiter was rejected.
    if (this.#all.delete(process) && process.pid !== undefined) this.#grow();
  }

  #wait(signal: AbortSignal): Promise<SqliteProcess> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = (result) => {
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', abort);
        if ('error' in result) reject(result.error);
        else resolve(result);
      };
      const abort = () => waiter({ error: signal.reason });
      signal.addEventListener('abort', abort);
      this.#waiters.add(waiter);
      this.#grow();
    });
  }

  #grow(): void {
    if (this.#waiters.size === 0 || this.#disposed || this.#all.size >= this.#options.max) return;
    if (this.#all.size === 0) void this.#start();
    else
      this.#growth ??= setTimeout(() => {
        this.#growth = undefined;
        if (this.#waiters.size > 0 && this.#all.size < this.#options.max) void this.#start();
      }, GROW_AFTER_MS);
  }

  async #start(): Promise<void> {
    const process = new SqliteProcess(this.#options);
    this.#all.add(process);
    void process.exited.then(() => this.#forget(process));
    try {
      await process.opened;
      this.release(process);
    } catch (error) {
      const [waiter] = this.#waiters;
      waiter?.({ error });
    }
    this.#grow();
  }
}
