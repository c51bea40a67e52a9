import { randomBytes } from 'node:crypto';
import { coreErrors } from '@molehill/core/errors';
import type { SqlBackend } from './engines/engine.ts';
import type { RowReader } from './rows.ts';
import { toolErrors } from './tools/errors.ts';

const PER_CONNECTION = 3;
const IDLE_MS = 60_000;
const CURSOR = /^c_[A-Za-z0-9_-]{24}$/;

export interface CursorLimits {
  readonly perConnection?: number;
  readonly idleMs?: number;
}

/** Whose rows a cursor gives: a name alone may stand for another database tomorrow. */
export interface CursorOwner {
  readonly connection: string;
  readonly backend: SqlBackend;
  /** The statement; one who goes on need not say it again. */
  readonly sql?: string | undefined;
  /** The server or file behind the connection; others may lead to the same. */
  readonly place: string;
}

interface Open extends CursorOwner {
  readonly reader: RowReader;
  /** The timer of an idle one; a busy one has none. */
  idle: NodeJS.Timeout | undefined;
}

export interface Page<T> {
  readonly result: T;
  readonly cursor: string | undefined;
}

/**
 * Statements that wait, half read, for the next page. A cursor is good for one page and is answered with the next one:
 * a page that got lost on its way shows as an error instead of as a gap.
 */
export class CursorStore {
  readonly #open = new Map<string, Open>();
  readonly #perConnection: number;
  readonly #idleMs: number;

  constructor(limits: CursorLimits = {}) {
    this.#perConnection = limits.perConnection ?? PER_CONNECTION;
    this.#idleMs = limits.idleMs ?? IDLE_MS;
  }

  /** Keeps what is left of a statement, at the cost of the oldest idle one; nothing is kept while all are being read. */
  keep(owner: CursorOwner, reader: RowReader): string | undefined {
    const same = [...this.#open].filter(([, open]) => open.connection === owner.connection);
    if (same.length >= this.#perConnection) {
      const oldest = same.find(([, open]) => open.idle !== undefined);
      if (!oldest) return undefined;
      void this.#close(oldest[0]);
    }
    return this.#wait({ ...owner, reader, idle: undefined });
  }

  /** Reads the next page; what fails on the way ends the cursor. */
  async resume<T>(owner: CursorOwner, id: string, work: (reader: RowReader) => Promise<T>): Promise<Page<T>> {
    const open = this.#find(owner, id);
    clearTimeout(open.idle);
    open.idle = undefined;
    try {
      const result = await work(open.reader);
      this.#open.delete(id);
      if (!open.reader.atEnd) return { result, cursor: this.#wait(open) };
      await closeQuietly(open.reader);
      return { result, cursor: undefined };
    } catch (error) {
      void this.#close(id);
      throw error;
    }
  }

  /** A snapshot that waits for its next page would make whoever changes the same database wait for it. */
  async closeIdle(place: string): Promise<void> {
    const waiting = [...this.#open].filter(([, open]) => open.place === place && open.idle !== undefined);
    await Promise.all(waiting.map(([id]) => this.#close(id)));
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.#close(id)));
  }

  #find(owner: CursorOwner, id: string): Open {
    if (!CURSOR.test(id))
      throw coreErrors.fail('E_CURSOR_INVALID', 'This is not a cursor of query.', restart);
    const open = this.#open.get(id);
    if (open && !belongs(open, owner))
      throw coreErrors.fail(
        'E_CURSOR_INVALID',
        'This cursor belongs to another connection or statement.',
        restart,
      );
    if (open && open.backend !== owner.backend) void this.#close(id);
    else if (open?.idle) return open;
    throw toolErrors.fail(
      'E_CURSOR_EXPIRED',
      'This cursor is gone: it was used before, waited too long, or made way for a newer one or for a change.',
    );
  }

  #wait(open: Open): string {
    const id = `c_${randomBytes(18).toString('base64url')}`;
    open.idle = setTimeout(() => void this.#close(id), this.#idleMs);
    open.idle.unref();
    this.#open.set(id, open);
    return id;
  }

  async #close(id: string): Promise<void> {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    clearTimeout(open.idle);
    await closeQuietly(open.reader);
  }
}

function belongs(open: Open, { connection, sql }: CursorOwner): boolean {
  return open.connection === connection && (sql === undefined || sql === open.sql);
}

/** The rows that were read are good whatever becomes of the connection they came from. */
export async function closeQuietly(reader: RowReader): Promise<void> {
  await reader.close().catch(() => {});
}

const restart = { hint: 'Call query with the statement and without a cursor to start from its first row.' };
