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

export interface UseOptions {
  /** Runs beside other shared uses. Default: one use at a time. */
  readonly shared?: boolean;
}

/** The handles of one caller. */
export interface Handles {
  /** Disposes the value where it cannot be opened. */
  open<T>(kind: HandleKind<T>, value: T): string;
  /** The value, for synchronous use. Throws E_STALE_REFERENCE where this caller has no such handle. */
  get<T>(kind: HandleKind<T>, id: string): T;
  /** Runs work with a lease on the value: until it ends the handle is neither idle nor evicted. The signal aborts on disposal. */
  use<T, R>(
    kind: HandleKind<T>,
    id: string,
    work: (value: T, signal: AbortSignal) => Promise<R>,
    options?: UseOptions,
  ): Promise<R>;
  /** Removes the handle without disposing its value. */
  take<T>(kind: HandleKind<T>, id: string): T;
  list<T>(kind: HandleKind<T>): readonly { readonly id: string; readonly value: T }[];
  close<T>(kind: HandleKind<T>, id: string): Promise<void>;
  /** Disposes idle handles of all callers, such as cursors that block a writer. */
  closeIdle<T>(kind: HandleKind<T>, isWanted: (value: T) => boolean): Promise<void>;
}

interface Entry {
  readonly kind: HandleKind<unknown>;
  readonly value: unknown;
  readonly owner: string;
  readonly group: string;
  readonly disposal: AbortController;
  /** Leases held and waited for; an entry with one is not idle. */
  leases: number;
  /** Resolves when the last exclusive use has ended. */
  mutex: Promise<unknown>;
  timer: NodeJS.Timeout | undefined;
}

/** Connections have unique ids, so a disconnected caller never returns; this many are remembered. */
const REMEMBERED_CALLERS = 1_000;

/** All open handles of a process, in LRU order. */
export class HandleStore {
  readonly #entries = new Map<string, Entry>();
  readonly #disconnected = new Set<string>();

  /** The signal is that of the call: a use that waits for its turn does not start after it. */
  forCaller(owner: string, signal?: AbortSignal): Handles {
    const find = <T>({ name, hint }: HandleKind<T>, id: string) => this.#find(name, hint, id, owner);
    return {
      open: (kind, value) => this.#open(kind as HandleKind<unknown>, value, owner),
      get: <T>(kind: HandleKind<T>, id: string) => {
        const entry = find(kind, id);
        this.#touch(id, entry);
        return entry.value as T;
      },
      use: async (kind, id, work, options) => this.#use(id, find(kind, id), work, options, signal),
      take: <T>(kind: HandleKind<T>, id: string) => {
        const { value } = find(kind, id);
        this.#remove(id);
        return value as T;
      },
      list: <T>({ name }: HandleKind<T>) =>
        [...this.#entries]
          .filter(([, entry]) => entry.kind.name === name && entry.owner === owner)
          .map(([id, { value }]) => ({ id, value: value as T })),
      close: async (kind, id) => {
        find(kind, id);
        await this.#dispose(id);
      },
      closeIdle: ({ name }, isWanted) =>
        this.#disposeWhere(
          ({ kind, leases, value }) => kind.name === name && leases === 0 && isWanted(value as never),
        ),
    };
  }

  /** The caller disconnected: its handles are disposed, and it opens no others. */
  async disposeCaller(owner: string): Promise<void> {
    this.#disconnected.add(owner);
    const [oldest] = this.#disconnected;
    if (this.#disconnected.size > REMEMBERED_CALLERS && oldest !== undefined)
      this.#disconnected.delete(oldest);
    await this.#disposeWhere((entry) => entry.owner === owner);
  }

  async close(): Promise<void> {
    await this.#disposeWhere(() => true);
  }

  #open(kind: HandleKind<unknown>, value: unknown, owner: string): string {
    try {
      if (this.#disconnected.has(owner)) throw coreErrors.fail('E_CANCELLED', 'The caller disconnected.');
      const group = kind.groupOf?.(value) ?? owner;
      this.#evictFor(kind, group);
      const id = `${kind.name}_${randomBytes(18).toString('base64url')}`;
      const mutex = Promise.resolve();
      const disposal = new AbortController();
      this.#touch(id, { kind, value, owner, group, disposal, leases: 0, mutex, timer: undefined });
      return id;
    } catch (error) {
      void dispose(kind, value);
      throw error;
    }
  }

  #evictFor(kind: HandleKind<unknown>, group: string): void {
    const others = [...this.#entries].filter(
      ([, open]) => open.kind.name === kind.name && open.group === group,
    );
    if (others.length < kind.most) return;
    const leastRecentlyUsed = others.find(([, { leases }]) => leases === 0);
    if (!leastRecentlyUsed) throw tooMany(kind);
    void this.#dispose(leastRecentlyUsed[0]);
  }

  #find(name: string, hint: string | undefined, id: string, owner: string): Entry {
    const entry = this.#entries.get(id);
    if (entry?.kind.name === name && entry.owner === owner) return entry;
    throw coreErrors.fail('E_STALE_REFERENCE', `The ${name} "${id.slice(0, 80)}" is not open.`, {
      ...(hint === undefined ? {} : { hint }),
    });
  }

  async #use<T, R>(
    id: string,
    entry: Entry,
    work: (value: T, signal: AbortSignal) => Promise<R>,
    { shared = false }: UseOptions = {},
    signal?: AbortSignal,
  ): Promise<R> {
    entry.leases += 1;
    this.#touch(id, entry);
    const turn = entry.mutex.then(() => {
      signal?.throwIfAborted();
      if (this.#entries.get(id) !== entry) this.#find(entry.kind.name, entry.kind.hint, id, entry.owner);
      return work(entry.value as T, entry.disposal.signal);
    });
    if (!shared) entry.mutex = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      entry.leases -= 1;
      if (this.#entries.get(id) === entry) this.#touch(id, entry);
    }
  }

  /** Makes it the most recently used one, and starts its idle timeout unless it is leased. */
  #touch(id: string, entry: Entry): void {
    this.#remove(id);
    this.#entries.set(id, entry);
    entry.timer =
      entry.leases > 0 ? undefined : setTimeout(() => void this.#dispose(id), entry.kind.idleMs).unref();
  }

  #remove(id: string): Entry | undefined {
    const entry = this.#entries.get(id);
    clearTimeout(entry?.timer);
    this.#entries.delete(id);
    return entry;
  }

  async #disposeWhere(isWanted: (entry: Entry) => boolean): Promise<void> {
    const wanted = [...this.#entries].filter(([, entry]) => isWanted(entry));
    await Promise.all(wanted.map(([id]) => this.#dispose(id)));
  }

  async #dispose(id: string): Promise<void> {
    const entry = this.#remove(id);
    if (!entry) return;
    entry.disposal.abort(coreErrors.fail('E_CANCELLED', `The ${entry.kind.name} was closed.`));
    await dispose(entry.kind, entry.value);
  }
}

/** Failures are ignored: what the value held is gone with its connection or process. */
async function dispose(kind: HandleKind<unknown>, value: unknown): Promise<void> {
  try {
    await kind.dispose(value);
  } catch {}
}

function tooMany({ name, most }: HandleKind<unknown>) {
  return coreErrors.fail('E_TOO_MANY_HANDLES', `All ${most} open handles of the kind "${name}" are in use.`);
}
