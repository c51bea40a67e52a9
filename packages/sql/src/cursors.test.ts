import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { CursorStore } from './cursors.ts';
import type { SqlBackend } from './engines/engine.ts';
import { RowReader } from './rows.ts';
import { RowsCursor } from './testing/rows-cursor.ts';

/** The store only tells backends apart. */
const backend = {} as SqlBackend;
const owner = { connection: 'shop', backend, place: 'here' };
const { signal } = new AbortController();

const stores: CursorStore[] = [];
function createStore(limits: ConstructorParameters<typeof CursorStore>[0] = {}): CursorStore {
  const store = new CursorStore(limits);
  stores.push(store);
  return store;
}
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.closeAll()));
});

function keep(store: CursorStore, count = 100, keeper: typeof owner & { sql?: string } = owner) {
  const cursor = new RowsCursor(count);
  const id = store.keep(keeper, new RowReader(cursor));
  if (id === undefined) throw new Error('not kept');
  return { cursor, id };
}

async function readSome(reader: RowReader, count: number): Promise<number> {
  let rows = 0;
  for await (const _ of reader.read(count, signal)) rows += 1;
  return rows;
}

const expired = expect.objectContaining({ code: 'E_CURSOR_EXPIRED' });
const invalid = expect.objectContaining({ code: 'E_CURSOR_INVALID' });

describe('a cursor', () => {
  test('goes on where the last page ended, and ends with the rows', async () => {
    const store = createStore();
    const { cursor, id } = keep(store, 30);
    const first = await store.resume(owner, id, (reader) => readSome(reader, 20));
    expect(first.result).toBe(20);
    const second = await store.resume(owner, first.cursor ?? '', (reader) => readSome(reader, 20));
    expect(second).toEqual({ result: 10, cursor: undefined });
    expect(cursor.closed).toBe(1);
  });

  test('is good for one page', async () => {
    const store = createStore();
    const { id } = keep(store);
    const { cursor } = await store.resume(owner, id, (reader) => readSome(reader, 1));
    expect(cursor).not.toBe(id);
    await expect(store.resume(owner, id, (reader) => readSome(reader, 1))).rejects.toEqual(expired);
  });

  test('cannot be read by two at once', async () => {
    const store = createStore();
    const { id } = keep(store);
    const both = [1, 2].map(() => store.resume(owner, id, (reader) => readSome(reader, 5)));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  test('belongs to its connection, its statement and its backend', async () => {
    const store = createStore();
    const { id } = keep(store, 100, { ...owner, sql: 'SELECT 1' });
    const work = (reader: RowReader) => readSome(reader, 1);
    await expect(store.resume({ ...owner, connection: 'other' }, id, work)).rejects.toEqual(invalid);
    await expect(store.resume({ ...owner, sql: 'SELECT 2' }, id, work)).rejects.toEqual(invalid);
    await expect(store.resume({ ...owner, backend: { ...backend } }, id, work)).rejects.toEqual(expired);
  });

  test('that nobody made is refused as what it is', async () => {
    const store = createStore();
    const work = (reader: RowReader) => readSome(reader, 1);
    await expect(store.resume(owner, 'c_nonsense', work)).rejects.toEqual(invalid);
    await expect(store.resume(owner, `c_${'A'.repeat(24)}`, work)).rejects.toEqual(expired);
  });

  test('ends with the page that failed', async () => {
    const store = createStore();
    const { cursor, id } = keep(store);
    const failing = store.resume(owner, id, () => Promise.reject(new Error('lost')));
    await expect(failing).rejects.toThrow('lost');
    expect(cursor.closed).toBe(1);
    await expect(store.resume(owner, id, (reader) => readSome(reader, 1))).rejects.toEqual(expired);
  });

  test('says how to go on when it is gone', async () => {
    const work = (reader: RowReader) => readSome(reader, 1);
    const refused = createStore().resume(owner, `c_${'B'.repeat(24)}`, work);
    await expect(refused).rejects.toMatchObject({ hint: expect.stringMatching(/WHERE .*export_query/) });
  });
});

describe('the store', () => {
  test('keeps three of a connection; the oldest idle one makes room', async () => {
    const store = createStore();
    const kept = [1, 2, 3, 4].map(() => keep(store));
    const elsewhere = keep(store, 10, { ...owner, connection: 'other' });
    expect(kept.map(({ cursor }) => cursor.closed)).toEqual([1, 0, 0, 0]);
    expect(elsewhere.cursor.closed).toBe(0);
    const gone = store.resume(owner, kept[0]?.id ?? '', (reader) => readSome(reader, 1));
    await expect(gone).rejects.toEqual(expired);
  });

  test('takes none away from whoever is reading it', async () => {
    const store = createStore({ perConnection: 1 });
    const { id, cursor } = keep(store);
    const other = new RowsCursor(10);
    await store.resume(owner, id, async (reader) => {
      expect(store.keep(owner, new RowReader(other))).toBeUndefined();
      return readSome(reader, 1);
    });
    expect(cursor.closed).toBe(0);
  });

  test('closes what nobody asks for any more', async () => {
    const store = createStore({ idleMs: 5 });
    const { cursor, id } = keep(store);
    while (cursor.closed === 0) await sleep(1);
    await expect(store.resume(owner, id, (reader) => readSome(reader, 1))).rejects.toEqual(expired);
  });

  test('lets go of those that would keep a change waiting', async () => {
    const store = createStore();
    const [here, there] = [keep(store), keep(store, 10, { ...owner, place: 'there' })];
    await store.closeIdle('here');
    expect([here.cursor.closed, there.cursor.closed]).toEqual([1, 0]);
    const gone = store.resume(owner, here.id, (reader) => readSome(reader, 1));
    await expect(gone).rejects.toEqual(expired);
  });

  test('closes everything at the end', async () => {
    const store = createStore();
    const kept = [keep(store), keep(store)];
    await store.closeAll();
    expect(kept.map(({ cursor }) => cursor.closed)).toEqual([1, 1]);
  });
});
