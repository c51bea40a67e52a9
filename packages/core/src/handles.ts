import { randomBytes } from 'node:crypto';
import { coreErrors } from './errors.ts';

/** A kind of thing that outlives the call which opened it: a cursor, a debug session, a running task. */
export interface HandleKind<T> {
  /** The beginning of its ids. */
  readonly name: string;
  readonly idleMs: number;
  /** How many may be open in one group; opening another disposes the least recently used idle one. */
  readonly most: number;
  /** Handles of one group share the limit. Default: those of one caller. */
  groupOf?(value: T): string;
  /** What to do when a handle is gone. */
  readonly hint?: string;
  dispose(value: T): void | Promise<void>;
}

/** The handles of one caller. */
export interface Handles {
  open<T>(kind: HandleKind<T>, value: T): string;
  /** The value, with its idle timeout started anew. Throws E_STALE_REFERENCE where this caller has no such handle. */
  get<T>(kind: HandleKind<T>, id: string): T;
  /** Runs work that has the value to itself; meanwhile the handle is not idle. */
  use<T, R>(kind: HandleKind<T>, id: string, work: (value: T) => Promise<R>): Promise<R>;
  close<T>(kind: HandleKind<T>, id: string): Promise<void>;
  /** Disposes idle handles of all callers, such as cursors that block a writer. */
  closeIdle<T>(kind: HandleKind<T>, isWanted: (value: T) => boolean): Promise<void>;
}

interface Entry {
  readonly kind: HandleKind<unknown>;
  readonly value: unknown;
  readonly owner: string;
  readonly group: string;
  /** Users now and in the queue; an entry with one is not idle. */
  users: number;
  queue: Promise<unknown>;
  timer: NodeJS.Timeout | undefined;
}

/** All open handles of a process. The map is in order of last use. */
export class HandleStore {
  readonly #entries = new Map<string, Entry>();

  forCaller(owner: string): Handles {
    return {
      open: (kind, value) => this.#open(kind as HandleKind<unknown>, value, owner),
      get: <T>(kind: HandleKind<T>, id: string) => {
        const entry = this.#find(kind.name, kind.hint, id, owner);
        this.#touch(id, entry);
        return entry.value as T;
      },
      use: (kind, id, work) => this.#use(id, this.#find(kind.name, kind.hint, id, owner), work),
      close: async (kind, id) => {
        this.#find(kind.name, kind.hint, id, owner);
        await this.#dispose(id);
      },
      closeIdle: async (kind, isWanted) => {
        const idle = [...this.#entries].filter(
          ([, entry]) => entry.kind.name === kind.name && entry.users === 0 && isWanted(entry.value as never),
        );
        await Promise.all(idle.map(([id]) => this.#dispose(id)));
      },
    };
  }

  /** The caller disconnected. */
  async disposeCaller(owner: string): Promise<void> {
    const owned = [...this.#entries].filter(([, entry]) => entry.owner === owner);
    await Promise.all(owned.map(([id]) => this.#dispose(id)));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((id) => this.#dispose(id)));
  }

  #open(kind: HandleKind<unknown>, value: unknown, owner: string): string {
    const group = kind.groupOf?.(value) ?? owner;
    const others = [...this.#entries].filter(
      ([, open]) => open.kind.name === kind.name && open.group === group,
    );
    if (others.length >= kind.most) {
      const leastRecentlyUsed = others.find(([, { users }]) => users === 0);
      if (!leastRecentlyUsed) throw tooMany(kind);
      void this.#dispose(leastRecentlyUsed[0]);
    }
    const id = `${kind.name}_${randomBytes(18).toString('base64url')}`;
    const entry: Entry = { kind, value, owner, group, users: 0, queue: Promise.resolve(), timer: undefined };
    this.#touch(id, entry);
    return id;
  }

  #find(name: string, hint: string | undefined, id: string, owner: string): Entry {
    const entry = this.#entries.get(id);
    if (entry?.kind.name === name && entry.owner === owner) return entry;
    throw coreErrors.fail('E_STALE_REFERENCE', `The ${name} "${id.slice(0, 80)}" is not open.`, {
      ...(hint === undefined ? {} : { hint }),
    });
  }

  async #use<T, R>(id: string, entry: Entry, work: (value: T) => Promise<R>): Promise<R> {
    entry.users += 1;
    this.#touch(id, entry);
    const turn = entry.queue.then(() => {
      if (this.#entries.get(id) !== entry) this.#find(entry.kind.name, entry.kind.hint, id, entry.owner);
      return work(entry.value as T);
    });
    entry.queue = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      entry.users -= 1;
      if (this.#entries.get(id) === entry) this.#touch(id, entry);
    }
  }

  /** Makes it the most recently used one, and starts its idle timeout unless it is in use. */
  #touch(id: string, entry: Entry): void {
    clearTimeout(entry.timer);
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    entry.timer =
      entry.users > 0 ? undefined : setTimeout(() => void this.#dispose(id), entry.kind.idleMs).unref();
  }

  async #dispose(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    clearTimeout(entry.timer);
    try {
      await entry.kind.dispose(entry.value);
    } catch {
      // Whatever it held is gone with its connection or process.
    }
  }
}

function tooMany({ name, most }: HandleKind<unknown>) {
  return coreErrors.fail('E_TOO_MANY_HANDLES', `All ${most} open handles of the kind "${name}" are in use.`);
}
