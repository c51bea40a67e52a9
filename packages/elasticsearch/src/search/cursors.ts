import { coreErrors } from '@molehill/core/errors';
import type { HandleKind } from '@molehill/core/handles';
import type { EsConnections } from '../connections.ts';
import { closePointInTime, KEEP_ALIVE_MS, type PointInTime } from './point-in-time.ts';

const MAX_PER_CONNECTION = 3;
const CLOSE_TIMEOUT_MS = 1_000;
const CURSOR = /^(.+)\.(\d+)$/;

/** Sort values of the last hit of a page; `search_after` continues after them. */
export type Position = readonly unknown[];

/** A search that is paged through in a point in time. */
export interface OpenSearch {
  readonly connection: string;
  /** The arguments of the first page. */
  readonly asked: Readonly<Record<string, unknown>>;
  /** The body of the search, without its position. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly size: number;
  readonly pointInTime: PointInTime;
  /** Where each page ends. Every page has its own cursor, so that a lost answer can be requested again. */
  readonly positions: Position[];
}

export type SearchCursors = HandleKind<OpenSearch>;

/** The cluster holds a snapshot for each open search, so there are few. */
export function searchCursors(connections: EsConnections): SearchCursors {
  return {
    name: 'search-cursor',
    idleMs: KEEP_ALIVE_MS,
    most: MAX_PER_CONNECTION,
    groupOf: ({ connection }) => connection,
    hint: 'Call {tool:es_search} without {param:cursor}. To continue where it ended, sort by a field and use a range query on it.',
    dispose: ({ connection, pointInTime }) => {
      const signal = AbortSignal.timeout(CLOSE_TIMEOUT_MS);
      return connections.use(connection, signal, (backend) => closePointInTime(backend, pointInTime, signal));
    },
  };
}

/** The cursor of the page after a position. */
export function cursorFor(handle: string, { positions }: OpenSearch, position: Position): string {
  const json = JSON.stringify(position);
  const known = positions.findIndex((each) => JSON.stringify(each) === json);
  return `${handle}.${known < 0 ? positions.push(position) - 1 : known}`;
}

export function parseCursor(cursor: string): { readonly handle: string; readonly page: number } {
  const [, handle, page] = CURSOR.exec(cursor) ?? [];
  if (handle === undefined) throw invalidCursor('This is not a cursor of es_search.');
  return { handle, page: Number(page) };
}

export function invalidCursor(message: string) {
  return coreErrors.fail('E_CURSOR_INVALID', message, {
    hint: 'Call {tool:es_search} without {param:cursor} to start from the first hit.',
  });
}
