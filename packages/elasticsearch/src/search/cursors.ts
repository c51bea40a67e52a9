import { randomBytes } from 'node:crypto';
import { coreErrors } from '@molehill/core/errors';
import { esErrors } from '../errors.ts';
import type { EsConnections } from '../tools/connection-tool.ts';
import { closePointInTime, KEEP_ALIVE_MS, type PointInTime } from './point-in-time.ts';

const PER_CONNECTION = 3;
const CURSOR = /^c_[A-Za-z0-9_-]{24}$/;
const CLOSE_WITHIN_MS = 1_000;

/** A search that goes on, over data that stands still for it. */
export interface OpenSearch {
  readonly connection: string;
  /** The arguments that it was asked with. */
  readonly asked: Readonly<Record<string, unknown>>;
  /** The body of the search, without where it stands. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly size: number;
  readonly pointInTime: PointInTime;
}

/** Sort values of the last hit that was shown: what follows comes next. */
export type Position = readonly unknown[];

interface Kept {
  readonly search: OpenSearch;
  /** Each page has its cursor, so that one that got lost on its way can be asked for again. */
  readonly positions: Map<string, Position>;
  idle: NodeJS.Timeout;
}

/** Searches of which more may be wanted. A cluster holds something open for each, so there are few. */
export class SearchCursors {
  readonly #connections: EsConnections;
  readonly #kept = new Map<OpenSearch, Kept>();

  constructor(connections: EsConnections) {
    this.#connections = connections;
  }

  /** A cursor for what comes after a position; at the cost of the oldest search of the connection, if there are many. */
  keep(search: OpenSearch, position: Position): string {
    const kept = this.#kept.get(search) ?? this.#begin(search);
    const known = [...kept.positions].find(([, other]) => other === position)?.[0];
    const cursor = known ?? `c_${randomBytes(18).toString('base64url')}`;
    kept.positions.set(cursor, position);
    this.#wait(search, kept);
    return cursor;
  }

  find(connection: string, cursor: string): { readonly search: OpenSearch; readonly position: Position } {
    if (!CURSOR.test(cursor))
      throw coreErrors.fail('E_CURSOR_INVALID', 'This is not a cursor of es_search.', restart);
    for (const { search, positions } of this.#kept.values()) {
      const position = positions.get(cursor);
      if (position === undefined) continue;
      if (search.connection === connection) return { search, position };
      throw coreErrors.fail('E_CURSOR_INVALID', 'This cursor belongs to another connection.', restart);
    }
    throw esErrors.fail(
      'E_ES_CURSOR_EXPIRED',
      'This cursor is gone: all hits were read, it waited too long, or it made way for a newer search.',
    );
  }

  /** Forgets a search; what the cluster holds for it has been given back, or is lost already. */
  forget(search: OpenSearch): void {
    clearTimeout(this.#kept.get(search)?.idle);
    this.#kept.delete(search);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#kept.keys()].map((search) => this.#close(search)));
  }

  #begin(search: OpenSearch): Kept {
    const same = [...this.#kept.keys()].filter(({ connection }) => connection === search.connection);
    const [oldest] = same;
    if (oldest && same.length >= PER_CONNECTION) void this.#close(oldest);
    return { search, positions: new Map(), idle: setTimeout(() => {}) };
  }

  /** The cluster lets go of it by itself when nobody has asked for so long. */
  #wait(search: OpenSearch, kept: Kept): void {
    clearTimeout(kept.idle);
    kept.idle = setTimeout(() => this.forget(search), KEEP_ALIVE_MS);
    kept.idle.unref();
    this.#kept.delete(search);
    this.#kept.set(search, kept);
  }

  async #close(search: OpenSearch): Promise<void> {
    this.forget(search);
    const signal = AbortSignal.timeout(CLOSE_WITHIN_MS);
    await this.#connections
      .use(search.connection, signal, (backend) => closePointInTime(backend, search.pointInTime, signal))
      .catch(() => {});
  }
}

export const restart = { hint: 'Call es_search without a cursor to start from the first hit.' };
