/** How a pool makes, judges and ends what it holds. */
export interface PoolKind<T> {
  readonly max: number;
  readonly idleMs: number;
  open(signal: AbortSignal): Promise<T>;
  isUsable(resource: T): boolean;
  /** Undoes what its last holder left behind; nobody waits for it but the next holder. */
  clean(resource: T): Promise<void>;
  /** Ends it at once; called for idle and busy ones alike. */
  destroy(resource: T): void;
}

export interface Lease<T> {
  readonly resource: T;
  /** How long it lay idle; nothing when it was opened for this lease. */
  readonly restedMs: number | undefined;
  /** Gives it back, to be cleaned for the next one. */
  release(): void;
  /** Ends it: nobody shall get it again. */
  discard(): void;
}

interface Waiter<T> {
  /** With nothing, there is room to open one. */
  take(resource: T | undefined): void;
  refuse(reason: unknown): void;
}

const NEVER = new AbortController().signal;

/** Who calls again at once finds a clean one while the last is still being cleaned. */
const READY = 2;

/** At most so many connections, opened when wanted and closed when idle. Who comes when all are busy waits in line. */
export class Pool<T> {
  readonly #kind: PoolKind<T>;
  /** All that are open, with when they were last given back. */
  readonly #all = new Map<T, number>();
  readonly #idle: { resource: T; timer: NodeJS.Timeout }[] = [];
  #waiters: Waiter<T>[] = [];
  #opening = 0;
  #cleaning = 0;
  #disposed: { readonly reason: unknown } | undefined;

  constructor(kind: PoolKind<T>) {
    this.#kind = kind;
  }

  /** Every connection it holds or is about to hold. */
  get size(): number {
    return this.#all.size + this.#opening;
  }

  /** With `fresh`, what lay idle is not trusted: a new one is opened. */
  async acquire(signal: AbortSignal, options: { readonly fresh?: boolean } = {}): Promise<Lease<T>> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#disposed) throw this.#disposed.reason;
      const idle = this.#takeIdle() ?? (this.#mayOpen() ? undefined : await this.#turn(signal));
      if (idle !== undefined && !options.fresh) return this.#lease(idle, this.#restedMs(idle));
      if (idle !== undefined) this.#end(idle);
      if (this.size < this.#kind.max) return this.#lease(await this.#open(signal), undefined);
    }
  }

  /** Ends all of it, busy or not, and refuses whoever still waits. */
  dispose(reason: unknown): void {
    this.#disposed = { reason };
    for (const { timer } of this.#idle) clearTimeout(timer);
    this.#idle.length = 0;
    for (const resource of this.#all.keys()) this.#kind.destroy(resource);
    this.#all.clear();
    for (const waiter of this.#waiters.splice(0)) waiter.refuse(reason);
  }

  /** One that is about to come back is there sooner than a new one, but a second one spares that wait from then on. */
  #mayOpen(): boolean {
    const expected = this.#cleaning > this.#waiters.length;
    return this.size < this.#kind.max && (!expected || this.size < READY);
  }

  async #open(signal: AbortSignal): Promise<T> {
    this.#opening += 1;
    try {
      const resource = await this.#kind.open(signal);
      if (this.#disposed) {
        this.#kind.destroy(resource);
        throw this.#disposed.reason;
      }
      this.#all.set(resource, performance.now());
      return resource;
    } catch (error) {
      queueMicrotask(() => this.#offer(undefined));
      throw error;
    } finally {
      this.#opening -= 1;
    }
  }

  #lease(resource: T, restedMs: number | undefined): Lease<T> {
    let held = true;
    const giveBack = (keep: boolean) => {
      if (!held) return;
      held = false;
      if (keep && this.#all.has(resource) && this.#kind.isUsable(resource)) void this.#clean(resource);
      else this.#replace(resource);
    };
    return { resource, restedMs, release: () => giveBack(true), discard: () => giveBack(false) };
  }

  /** Its last holder has an answer to send, and that goes first unless somebody waits. */
  async #clean(resource: T): Promise<void> {
    this.#cleaning += 1;
    if (this.#waiters.length === 0) await new Promise(setImmediate);
    const cleaned = await this.#kind.clean(resource).then(
      () => this.#all.has(resource) && this.#kind.isUsable(resource),
      () => false,
    );
    this.#cleaning -= 1;
    if (cleaned) this.#rest(resource);
    else this.#replace(resource);
  }

  /** Ends one that was in use just now; the next caller shall not have to wait for another. */
  #replace(resource: T): void {
    const known = this.#all.has(resource);
    this.#end(resource);
    const spare = this.#idle.length + this.#cleaning + this.#opening;
    if (!known || this.#disposed || spare > 0 || this.size >= this.#kind.max) return;
    this.#open(NEVER).then(
      (fresh) => this.#rest(fresh),
      () => {},
    );
  }

  #restedMs(resource: T): number {
    return performance.now() - (this.#all.get(resource) ?? 0);
  }

  #rest(resource: T): void {
    this.#all.set(resource, performance.now());
    if (this.#offer(resource)) return;
    const timer = setTimeout(() => this.#expire(resource), this.#kind.idleMs);
    timer.unref();
    this.#idle.push({ resource, timer });
  }

  #expire(resource: T): void {
    const index = this.#idle.findIndex((entry) => entry.resource === resource);
    if (index >= 0) this.#idle.splice(index, 1);
    this.#end(resource);
  }

  #end(resource: T): void {
    if (this.#all.delete(resource)) this.#kind.destroy(resource);
    this.#offer(undefined);
  }

  /** The one used last, since its far end was there most recently. */
  #takeIdle(): T | undefined {
    for (let entry = this.#idle.pop(); entry; entry = this.#idle.pop()) {
      clearTimeout(entry.timer);
      if (this.#kind.isUsable(entry.resource)) return entry.resource;
      this.#end(entry.resource);
    }
    return undefined;
  }

  /** To the first in line; false when there is no line. */
  #offer(resource: T | undefined): boolean {
    const waiter = this.#waiters.shift();
    waiter?.take(resource);
    return waiter !== undefined;
  }

  #turn(signal: AbortSignal): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        reject(signal.reason);
      };
      const waiter: Waiter<T> = {
        take: (resource) => {
          signal.removeEventListener('abort', leave);
          resolve(resource);
        },
        refuse: (reason) => {
          signal.removeEventListener('abort', leave);
          reject(reason);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiters.push(waiter);
    });
  }
}
