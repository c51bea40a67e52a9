import { expect, test } from 'vitest';
import type { Batch, ResultCursor, SqlBackend } from '../../engine.ts';
import { ask, cell, change, until } from './backend.ts';
import type { TestDatabase } from './database.ts';

const { signal } = new AbortController();
const MEGABYTE = 1024 * 1024;

function open(backend: SqlBackend, sql: string, readonly = true): Promise<ResultCursor> {
  return backend.run({ sql, params: [] }, { readonly, signal });
}

async function countRest(
  cursor: ResultCursor,
  size: number,
  onBatch: (batch: Batch) => void = () => {},
): Promise<number> {
  let count = 0;
  for (let done = false; !done; ) {
    const batch = await cursor.fetch(size, signal);
    count += batch.rows.length;
    done = batch.done;
    onBatch(batch);
  }
  return count;
}

/** On a table `big (id, filler)` with `rows` rows. `busy` counts the sessions that still read it. */
export function testCursors({ writable, watcher }: TestDatabase, rows: number, busy: string): void {
  test.each([true, false])(
    'the first 200 of a million rows take the memory of 200 (read-only: %s)',
    async (readonly) => {
      await ask(writable, 'SELECT * FROM big LIMIT 200', { readonly });
      const before = process.memoryUsage().rss;
      for (let round = 0; round < 5; round++) {
        const cursor = await open(writable, 'SELECT * FROM big', readonly);
        const batch = await cursor.fetch(200, signal);
        await cursor.close();
        expect([batch.rows.length, batch.done]).toEqual([200, false]);
      }
      expect(process.memoryUsage().rss - before).toBeLessThan(40 * MEGABYTE);
      await until(async () => (await cell(watcher, busy)) === 0);
    },
  );

  test('reads a million rows in constant memory', async () => {
    const before = process.memoryUsage().rss;
    let most = 0;
    let sum = 0;
    const cursor = await open(writable, 'SELECT id FROM big');
    const count = await countRest(cursor, 500, (batch) => {
      for (const [id] of batch.rows) sum += Number(id);
      most = Math.max(most, process.memoryUsage().rss);
    });
    await cursor.close();
    expect([count, sum]).toEqual([rows, await cell(writable, 'SELECT SUM(id) FROM big')]);
    expect(most - before).toBeLessThan(100 * MEGABYTE);
  });

  test('reads one snapshot while other sessions change the table', async () => {
    const cursor = await open(writable, 'SELECT id FROM big');
    expect((await cursor.fetch(30, signal)).rows).toHaveLength(30);
    const { affected = 0 } = await change(writable, 'DELETE FROM big WHERE id > 990000');
    expect(affected).toBeGreaterThan(0);
    expect(await cell(writable, 'SELECT COUNT(*) FROM big')).toBe(rows - affected);
    expect(await countRest(cursor, 5_000)).toBe(rows - 30);
    expect(await cursor.fetch(10, signal)).toEqual({ rows: [], done: true });
    await cursor.close();
  });

  test('reports the end with the last rows or right after them', async () => {
    const cursor = await open(writable, 'SELECT id FROM big LIMIT 40');
    expect(await countRest(cursor, 20)).toBe(40);
    await cursor.close();
  });

  test('closing ends the statement in the server', async () => {
    const cursor = await open(writable, 'SELECT * FROM big');
    await cursor.fetch(1, signal);
    await cursor.close();
    await cursor.close();
    await until(async () => (await cell(watcher, busy)) === 0);
  });
}
