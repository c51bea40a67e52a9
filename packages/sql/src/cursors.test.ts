import { HandleStore } from '@molehill/core/handles';
import { afterEach, describe, expect, test } from 'vitest';
import { type Cursor, cursorKind, openCursor, resumeCursor } from './cursors.ts';
import type { SqlBackend } from './engines/engine.ts';
import { RowReader } from './rows.ts';
import { RowsCursor } from './testing/rows-cursor.ts';

/** Backends are only compared by identity. */
const backend = {} as SqlBackend;
const owner = { connection: 'shop', backend, place: 'here' };
const { signal } = new AbortController();
const kind = cursorKind();

const stores: HandleStore[] = [];
function openHandles() {
  const store = new HandleStore();
  stores.push(store);
  return store.forCaller('a');
}
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
});

async function open(
  handles: ReturnType<typeof openHandles>,
  count = 100,
  more: Partial<Omit<Cursor, 'reader'>> = {},
) {
  const rows = new RowsCursor(count);
  const id = await openCursor(handles, kind, { ...owner, ...more, reader: new RowReader(rows) });
  if (id === undefined) throw new Error('not kept');
  return { rows, id };
}

const readSome = (count: number) => async (reader: RowReader) => {
  let rows = 0;
  for await (const _ of reader.read(count, signal)) rows += 1;
  return rows;
};

const stale = expect.objectContaining({ code: 'E_STALE_REFERENCE' });
const invalid = expect.objectContaining({ code: 'E_CURSOR_INVALID' });

describe('a cursor', () => {
  test('continues where the last page ended and closes after the last row', async () => {
    const handles = openHandles();
    const { rows, id } = await open(handles, 30);
    const first = await resumeCursor(handles, kind, id, owner, readSome(20));
    expect(first.result).toBe(20);
    const second = await resumeCursor(handles, kind, first.cursor ?? '', owner, readSome(20));
    expect(second).toMatchObject({ result: 10, cursor: undefined });
    expect(rows.closed).toBe(1);
  });

  test('returns the same page again, and the next cursor goes on after it', async () => {
    const handles = openHandles();
    const { id, rows } = await open(handles, 30);
    const first = await resumeCursor(handles, kind, id, owner, readSome(20));
    expect(first.cursor).not.toBe(id);
    const never = () => Promise.reject(new Error('read again'));
    expect(await resumeCursor(handles, kind, id, owner, never)).toBe(first);
    const last = await resumeCursor(handles, kind, first.cursor ?? '', owner, readSome(20));
    expect(last).toMatchObject({ result: 10, cursor: undefined });
    expect(await resumeCursor(handles, kind, first.cursor ?? '', owner, never)).toBe(last);
    expect(rows.closed).toBe(1);
  });

  test('returns a page again to its own connection and statement only', async () => {
    const handles = openHandles();
    const { id } = await open(handles, 100, { sql: 'SELECT 1' });
    await resumeCursor(handles, kind, id, { ...owner, sql: 'SELECT 1' }, readSome(1));
    const other = { ...owner, connection: 'other' };
    await expect(resumeCursor(handles, kind, id, other, readSome(1))).rejects.toEqual(invalid);
  });

  test('reads one page for two calls at once', async () => {
    const handles = openHandles();
    const { id } = await open(handles);
    const both = [1, 2].map(() => resumeCursor(handles, kind, id, owner, readSome(5)));
    const [one, other] = await Promise.all(both);
    expect(one).toMatchObject({ result: 5 });
    expect(other).toBe(one);
  });

  test('belongs to its connection, its statement and its backend', async () => {
    const handles = openHandles();
    const { id } = await open(handles, 100, { sql: 'SELECT 1' });
    const resume = (more: Partial<typeof owner & { sql: string }>) =>
      resumeCursor(handles, kind, id, { ...owner, ...more }, readSome(1));
    await expect(resume({ connection: 'other' })).rejects.toEqual(invalid);
    await expect(resume({ sql: 'SELECT 2' })).rejects.toEqual(invalid);
    await expect(resume({ backend: { ...backend } })).rejects.toEqual(stale);
  });

  test('is closed when a page fails', async () => {
    const handles = openHandles();
    const { rows, id } = await open(handles);
    const failing = resumeCursor(handles, kind, id, owner, () => Promise.reject(new Error('lost')));
    await expect(failing).rejects.toThrow('lost');
    expect(rows.closed).toBe(1);
    await expect(resumeCursor(handles, kind, id, owner, readSome(1))).rejects.toEqual(stale);
  });

  test('hints how to continue when it is closed', async () => {
    const closed = resumeCursor(openHandles(), kind, 'cursor_none', owner, readSome(1));
    await expect(closed).rejects.toMatchObject({ hint: expect.stringMatching(/WHERE .*export_query/) });
  });
});

describe('a connection', () => {
  test('has at most three cursors; the least recently used idle one is closed', async () => {
    const handles = openHandles();
    const kept = [await open(handles), await open(handles), await open(handles), await open(handles)];
    const elsewhere = await open(handles, 10, { connection: 'other' });
    expect(kept.map(({ rows }) => rows.closed)).toEqual([1, 0, 0, 0]);
    expect(elsewhere.rows.closed).toBe(0);
  });

  test('opens no further cursor while all are in use', async () => {
    const handles = openHandles();
    const kept = [await open(handles), await open(handles), await open(handles)];
    const extra = new RowsCursor(10);
    const pages = kept.map(({ id }, at) =>
      resumeCursor(handles, kind, id, owner, async (reader) => {
        if (at === 2)
          expect(await openCursor(handles, kind, { ...owner, reader: new RowReader(extra) })).toBeUndefined();
        return readSome(1)(reader);
      }),
    );
    await Promise.all(pages);
    expect(extra.closed).toBe(1);
    expect(kept.map(({ rows }) => rows.closed)).toEqual([0, 0, 0]);
  });

  test('closes the idle cursors of a place for a writer', async () => {
    const handles = openHandles();
    const [here, there] = [await open(handles), await open(handles, 10, { place: 'there' })];
    await handles.closeIdle(kind, ({ place }) => place === 'here');
    expect([here.rows.closed, there.rows.closed]).toEqual([1, 0]);
    await expect(resumeCursor(handles, kind, here.id, owner, readSome(1))).rejects.toEqual(stale);
  });
});
