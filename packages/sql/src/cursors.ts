import { coreErrors, isMolehillError, type MolehillError } from '@molehill/core/errors';
import type { HandleKind, Handles } from '@molehill/core/handles';
import type { SqlBackend } from './engines/engine.ts';
import type { RowReader } from './rows.ts';

const PER_CONNECTION = 3;
const IDLE_MS = 60_000;
const HINT =
  'Query again with a condition on the key of the last row (WHERE id > … ORDER BY id), or write all rows with {tool:export_query}.';

/** The rest of a statement, with its snapshot. */
export interface Cursor {
  readonly connection: string;
  /** A connection of the same name may lead to another database later. */
  readonly backend: SqlBackend;
  /** The next page need not repeat the statement. */
  readonly sql?: string | undefined;
  /** The server or file of the connection, which other connections may share. */
  readonly place: string;
  readonly reader: RowReader;
  /** Set when a page was read and the reader belongs to the next handle. */
  isUsed?: boolean;
}

export type CursorOwner = Omit<Cursor, 'reader' | 'isUsed'>;

/** At most three cursors for each named connection, of all callers together. */
export function cursorKind(idleMs: number = IDLE_MS): HandleKind<Cursor> {
  return {
    name: 'cursor',
    idleMs,
    most: PER_CONNECTION,
    groupOf: ({ connection }) => connection,
    hint: HINT,
    dispose: async ({ reader, isUsed }) => {
      if (!isUsed) await closeQuietly(reader);
    },
  };
}

export function staleCursor(message: string): MolehillError {
  return coreErrors.fail('E_STALE_REFERENCE', message, { hint: HINT });
}

/** Opens a handle for the remaining rows. Undefined, with the reader closed, at the end or while all cursors are in use. */
export async function openCursor(
  handles: Handles,
  kind: HandleKind<Cursor>,
  cursor: Cursor,
  /** The caller ends with this call, so it could not use a cursor. */
  isLast = false,
): Promise<string | undefined> {
  if (cursor.reader.atEnd || isLast) {
    await closeQuietly(cursor.reader);
    return undefined;
  }
  try {
    return handles.open(kind, cursor);
  } catch (error) {
    if (isMolehillError(error) && error.code === 'E_TOO_MANY_HANDLES') return undefined;
    throw error;
  }
}

/** A page of rows, and the cursor of the next one. */
export interface Page<T> {
  readonly result: T;
  readonly reader: RowReader;
  readonly cursor: string | undefined;
}

/** Reads the next page. Each page has a new id, so a repeated request gets the same page and skips no rows. */
export async function resumeCursor<T>(
  handles: Handles,
  kind: HandleKind<Cursor>,
  id: string,
  owner: CursorOwner,
  work: (reader: RowReader) => Promise<T>,
): Promise<Page<T>> {
  const pages = pagesOf<T>(kind);
  const known = findPage(handles, pages, id, owner);
  if (known) return known;
  try {
    const page = await readNext(handles, kind, id, owner, work);
    handles.open(pages, { ...owner, id, page });
    return page;
  } catch (error) {
    // Another call with this cursor may have read the page meanwhile.
    const read = findPage(handles, pages, id, owner);
    if (read) return read;
    throw error;
  }
}

interface LastPage<T> extends CursorOwner {
  /** The cursor it was read with. */
  readonly id: string;
  readonly page: Page<T>;
}

/** The pages that were read last, in case an answer was lost. */
function pagesOf<T>({ idleMs, most }: HandleKind<Cursor>): HandleKind<LastPage<T>> {
  return { name: 'page', idleMs, most, groupOf: ({ connection }) => connection, dispose: async () => {} };
}

function findPage<T>(
  handles: Handles,
  pages: HandleKind<LastPage<T>>,
  id: string,
  owner: CursorOwner,
): Page<T> | undefined {
  const found = handles.list(pages).find(({ value }) => value.id === id)?.value;
  if (found) assertOwner(found, owner);
  return found?.page;
}

async function readNext<T>(
  handles: Handles,
  kind: HandleKind<Cursor>,
  id: string,
  owner: CursorOwner,
  work: (reader: RowReader) => Promise<T>,
): Promise<Page<T>> {
  assertOwner(handles.get(kind, id), owner);
  const used = await handles.use(kind, id, async (cursor) => {
    try {
      if (cursor.isUsed) throw staleCursor('The cursor was used by another call.');
      const result = await work(cursor.reader);
      cursor.isUsed = true;
      return { result, cursor };
    } catch (error) {
      await release(handles, kind, id);
      throw error;
    }
  });
  await release(handles, kind, id);
  const { reader } = used.cursor;
  return { ...used, reader, cursor: await openCursor(handles, kind, { ...used.cursor, isUsed: false }) };
}

/** A concurrent call may have closed the handle already. */
async function release(handles: Handles, kind: HandleKind<Cursor>, id: string): Promise<void> {
  await handles.close(kind, id).catch(() => {});
}

function assertOwner(cursor: CursorOwner, { connection, sql, backend }: CursorOwner): void {
  if (cursor.connection !== connection || (sql !== undefined && sql !== cursor.sql))
    throw coreErrors.fail('E_CURSOR_INVALID', 'The cursor belongs to another connection or statement.', {
      hint: 'Call {tool:query} with the statement and without a cursor to start from its first row.',
    });
  if (cursor.backend !== backend) throw staleCursor('The connection of the cursor was closed.');
}

/** Rows that were read are valid even if closing fails. */
export async function closeQuietly(reader: RowReader): Promise<void> {
  await reader.close().catch(() => {});
}
