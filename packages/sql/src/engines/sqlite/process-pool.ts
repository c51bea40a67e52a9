import { EngineProcess, type ProcessOptions } from './engine-process.ts';
import { fileIdentity, requireFile } from './file.ts';

export interface PoolOptions extends ProcessOptions {
  readonly max: number;
}

/** Starting a process takes longer than most statements run: whoever finds all busy waits a moment first. */
const GROW_AFTER_MS = 25;
const IDLE_MS = { last: 60_000, other: 10_000 };

export interface Lease {
  readonly process: EngineProcess;
  /** Gives it back for the next one. */
  release(): void;
  /** Ends it: nobody shall get it again. */
  discard(): Promise<void>;
}

interface Waiter {
  take(process: EngineProcess): void;
  refuse(reason: unknown): void;
}

interface Held {
  /** Which file it has open: the path may lead to another one by now. */
  readonly identity: string;
  idle: NodeJS.Timeout | undefined;
}

/** At most so many processes for one database, started when wanted and ended when idle. */
export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #all = new Map<EngineProcess, Held>();
  readonly #starting = new Set<Promise<void>>();
  #waiters: Waiter[] = [];
  #growth: NodeJS.Timeout | undefined;
  #disposed: { readonly reason: unknown } | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get pids(): readonly (number | undefined)[] {
    return [...this.#all.keys()].map(({ pid }) => pid);
  }

  async acquire(signal: AbortSignal): Promise<Lease> {
    signal.throwIfAborted();
    if (this.#disposed) throw this.#disposed.reason;
    const process = this.#takeIdle(requireFile(this.#options.file)) ?? (await this.#turn(signal));
    return {
      process,
      release: () => this.#rest(process),
      discard: () => this.#discard(process),
    };
  }

  /** Makes sure that one is there, so that the database was opened once and the next statement need not wait. */
  async warm(signal: AbortSignal): Promise<void> {
    const lease = await this.acquire(signal);
    lease.release();
  }

  async dispose(reason: unknown): Promise<void> {
    this.#disposed = { reason };
    clearTimeout(this.#growth);
    for (const waiter of this.#waiters.splice(0)) waiter.refuse(reason);
    const ends = [...this.#all.keys()].map((process) => this.#discard(process));
    await Promise.all([...ends, ...this.#starting]);
  }

  #takeIdle(identity: string): EngineProcess | undefined {
    for (const [process, held] of this.#all) {
      if (held.idle === undefined) continue;
      clearTimeout(held.idle);
      held.idle = undefined;
      if (process.alive && held.identity === identity) return process;
      void this.#discard(process);
    }
    return undefined;
  }

  #rest(process: EngineProcess): void {
    const held = this.#all.get(process);
    const current = held?.identity === fileIdentity(this.#options.file);
    if (!held || !current || !process.alive || this.#disposed) void this.#discard(process);
    else if (this.#waiters.length > 0) this.#waiters.shift()?.take(process);
    else held.idle = this.#endLater(process);
  }

  #endLater(process: EngineProcess): NodeJS.Timeout {
    const wait = this.#all.size > 1 ? IDLE_MS.other : IDLE_MS.last;
    return setTimeout(() => void this.#discard(process), wait).unref();
  }

  async #discard(process: EngineProcess): Promise<void> {
    this.#forget(process);
    await process.end();
  }

  #forget(process: EngineProcess): void {
    const held = this.#all.get(process);
    clearTimeout(held?.idle);
    if (this.#all.delete(process)) this.#growSoon();
  }

  #turn(signal: AbortSignal): Promise<EngineProcess> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        reject(signal.reason);
      };
      const settle = <T>(how: (value: T) => void) => {
        return (value: T) => {
          signal.removeEventListener('abort', leave);
          how(value);
        };
      };
      const waiter: Waiter = { take: settle(resolve), refuse: settle(reject) };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiters.push(waiter);
      this.#growSoon();
    });
  }

  #growSoon(): void {
    if (this.#waiters.length === 0 || this.#disposed) return;
    if (this.#all.size + this.#starting.size === 0) this.#grow();
    else this.#growth ??= setTimeout(() => this.#grow(), GROW_AFTER_MS);
  }

  #grow(): void {
    clearTimeout(this.#growth);
    this.#growth = undefined;
    if (this.#waiters.length === 0 || this.#all.size + this.#starting.size >= this.#options.max) return;
    const start = this.#start().finally(() => {
      this.#starting.delete(start);
      this.#growSoon();
    });
    this.#starting.add(start);
  }

  async #start(): Promise<void> {
    try {
      const identity = fileIdentity(this.#options.file) ?? '';
      const process = await EngineProcess.start(this.#options);
      if (this.#disposed) return await process.end();
      this.#all.set(process, { identity, idle: undefined });
      process.onExit(() => this.#forget(process));
      this.#rest(process);
    } catch (error) {
      this.#waiters.shift()?.refuse(error);
    }
  }
}
