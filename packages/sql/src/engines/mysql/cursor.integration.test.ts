import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedMariadb } from '../../../../../test/engines/mariadb.ts';
import { sharedMysql } from '../../../../../test/engines/mysql.ts';
import type { ServerAddress } from '../../../../../test/engines/server.ts';
import { scratchDatabase } from '../../testing/scratch-database.ts';
import type { SqlBackend } from '../engine.ts';
import { ask, cell, change, openBackend, until } from '../shared/testing/backend.ts';

const mariadb = await sharedMariadb();
const mysql = await sharedMysql();
const never = new AbortController().signal;
const MEGABYTE = 1024 * 1024;

/** Twenty doublings of one row are a million. */
async function fill(backend: SqlBackend): Promise<void> {
  await change(
    backend,
    'CREATE TABLE big (id int AUTO_INCREMENT PRIMARY KEY, filler char(100)) ENGINE=InnoDB',
  );
  await change(backend, "INSERT INTO big (filler) VALUES (REPEAT('x', 100))");
  for (let doubling = 0; doubling < 20; doubling++)
    await change(backend, 'INSERT INTO big (filler) SELECT filler FROM big');
}

function describeCursors(name: string, address: ServerAddress | undefined): void {
  describe.skipIf(!address)(`cursors of ${name}`, () => {
    let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
    let backend: SqlBackend;
    let watcher: SqlBackend;

    beforeAll(async () => {
      if (!address) return;
      scratch = await scratchDatabase('mysql', address);
      backend = await openBackend(scratch.definition);
      watcher = await openBackend({ ...scratch.definition, database: 'information_schema' });
      await fill(backend);
    });
    afterAll(async () => {
      await backend?.dispose();
      await watcher?.dispose();
      await scratch?.drop();
    });

    const reading = () =>
      cell(
        watcher,
        `SELECT COUNT(*) FROM information_schema.processlist WHERE db = '${scratch.database}' AND info LIKE 'SELECT % FROM big'`,
      );

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
          expect([rows.length, done]).toEqual([200, false]);
        }
        expect(process.memoryUsage().rss - before).toBeLessThan(40 * MEGABYTE);
        await until(async () => (await reading()) === 0);
      },
    );

    test('all of a million rows pass through in constant memory', async () => {
      const cursor = await backend.run(
        { sql: 'SELECT id FROM big', params: [] },
        { readonly: true, signal: never },
      );
      let count = 0;
      let most = 0;
      const before = process.memoryUsage().rss;
      for (let done = false; !done; ) {
        const batch = await cursor.fetch(500, never);
        count += batch.rows.length;
        most = Math.max(most, process.memoryUsage().rss);
        done = batch.done;
      }
      await cursor.close();
      expect(count).toBe(2 ** 20);
      expect(most - before).toBeLessThan(100 * MEGABYTE);
    });

    test('a cursor shows one moment, however the table changes, and others work beside it', async () => {
      const cursor = await backend.run(
        { sql: 'SELECT id FROM big', params: [] },
        { readonly: true, signal: never },
      );
      expect((await cursor.fetch(30, never)).rows.length).toBe(30);
      const { affected = 0 } = await change(backend, 'DELETE FROM big WHERE id > 1000000');
      expect(affected).toBeGreaterThan(0);
      let rest = 0;
      for (let done = false; !done; ) {
        const batch = await cursor.fetch(5_000, never);
        rest += batch.rows.length;
        done = batch.done;
      }
      expect(rest).toBe(2 ** 20 - 30);
      expect(await cursor.fetch(10, never)).toEqual({ rows: [], done: true });
      await cursor.close();
    });

    test('the end is told with the last rows, so that the connection can be used again', async () => {
      const query = { sql: 'SELECT id, CONNECTION_ID() FROM big LIMIT 200', params: [] };
      const cursor = await backend.run(query, { readonly: true, signal: never });
      const { rows, done } = await cursor.fetch(200, never);
      expect([rows.length, done]).toEqual([200, true]);
      await cursor.close();
    });

    test('closing ends the statement in the server', async () => {
      const cursor = await backend.run(
        { sql: 'SELECT * FROM big', params: [] },
        { readonly: true, signal: never },
      );
      await cursor.fetch(1, never);
      await cursor.close();
      await cursor.close();
      await until(async () => (await reading()) === 0);
    });
  });
}

describeCursors('MariaDB', mariadb);
describeCursors('MySQL', mysql);
