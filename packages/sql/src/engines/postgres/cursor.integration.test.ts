import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedPostgres } from '../../../../../test/engines/postgres.ts';
import { scratchDatabase } from '../../testing/scratch-database.ts';
import type { SqlBackend } from '../engine.ts';
import { ask, cell, change, openBackend, until } from '../shared/testing/backend.ts';

const address = await sharedPostgres();
const never = new AbortController().signal;
const MEGABYTE = 1024 * 1024;

describe.skipIf(!address)('cursors of PostgreSQL', () => {
  let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
  let backend: SqlBackend;

  beforeAll(async () => {
    if (!address) return;
    scratch = await scratchDatabase('postgres', address);
    backend = await openBackend(scratch.definition);
    await change(
      backend,
      "CREATE TABLE big AS SELECT g AS id, repeat('x', 100) AS filler FROM generate_series(1, 1000000) g",
    );
  });
  afterAll(async () => {
    await backend?.dispose();
    await scratch?.drop();
  });

  test.each([true, false])(
    'a million rows cost what the first 200 cost (read-only: %s)',
    async (readonly) => {
      await ask(backend, 'SELECT * FROM big LIMIT 200', { readonly });
      const before = process.memoryUsage().rss;
      for (let round = 0; round < 5; round++) {
        const cursor = await backend.run(
          { sql: 'SELECT * FROM big', params: [] },
          { readonly, signal: never },
        );
        const { rows, done } = await cursor.fetch(200, never);
        await cursor.close();
        expect([rows.length, rows[199]?.[0], done]).toEqual([200, 200, false]);
      }
      expect(process.memoryUsage().rss - before).toBeLessThan(40 * MEGABYTE);
    },
  );

  test('all of a million rows pass through in constant memory', async () => {
    const cursor = await backend.run(
      { sql: 'SELECT id FROM big', params: [] },
      { readonly: true, signal: never },
    );
    let sum = 0;
    let most = 0;
    const before = process.memoryUsage().rss;
    for (let done = false; !done; ) {
      const batch = await cursor.fetch(500, never);
      for (const [id] of batch.rows) sum += Number(id);
      most = Math.max(most, process.memoryUsage().rss);
      done = batch.done;
    }
    await cursor.close();
    expect(sum).toBe(500_000_500_000);
    expect(most - before).toBeLessThan(100 * MEGABYTE);
  });

  test('a cursor shows one moment, however the table changes, and others work beside it', async () => {
    await change(backend, 'CREATE TABLE few AS SELECT generate_series(1, 100) AS n');
    const cursor = await backend.run(
      { sql: 'SELECT n FROM few', params: [] },
      { readonly: true, signal: never },
    );
    expect((await cursor.fetch(30, never)).rows.length).toBe(30);
    await change(backend, 'DELETE FROM few WHERE n > 10');
    expect(await cell(backend, 'SELECT count(*) FROM few')).toBe(10);
    const rest = await cursor.fetch(1000, never);
    expect([rest.rows.length, rest.done]).toEqual([70, true]);
    expect(await cursor.fetch(10, never)).toEqual({ rows: [], done: true });
    await cursor.close();
  });

  test('the end is told with the last rows, or right after them', async () => {
    const cursor = await backend.run(
      { sql: 'SELECT generate_series(1, 40)', params: [] },
      { readonly: true, signal: never },
    );
    const sizes: number[] = [];
    for (let done = false; !done; ) {
      const batch = await cursor.fetch(20, never);
      sizes.push(batch.rows.length);
      done = batch.done;
    }
    expect(sizes.reduce((sum, size) => sum + size)).toBe(40);
    await cursor.close();
  });

  test('closing leaves no transaction behind', async () => {
    const cursor = await backend.run(
      { sql: 'SELECT * FROM big', params: [] },
      { readonly: true, signal: never },
    );
    await cursor.close();
    await cursor.close();
    const open = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL
      AND pid <> pg_backend_pid()`;
    await until(async () => (await cell(backend, open)) === 0);
  });
});
