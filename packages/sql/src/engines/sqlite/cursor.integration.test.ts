import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createDatabase, NEVER, onlyPid, openDatabase, query, start, write } from './testing/database.ts';

const COUNT_TO = (n: number | bigint) =>
  `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT ${n}) SELECT x FROM c`;

test.each([0, 1, 255, 256, 257, 5_000])('returns %i rows in order and marks the last batch', async (n) => {
  const backend = openDatabase(createDatabase('CREATE TABLE t(a)'));
  for (const size of [1_000, 256, 7]) {
    const cursor = await start(backend, n === 0 ? 'SELECT 1 WHERE 0' : COUNT_TO(n));
    const seen: unknown[] = [];
    for (let done = false; !done; ) {
      const batch = await cursor.fetch(size, NEVER);
      expect(batch.rows.length).toBeLessThanOrEqual(size);
      seen.push(...batch.rows.map(([x]) => x));
      done = batch.done;
      expect(done).toBe(seen.length === n);
    }
    expect(seen).toEqual(Array.from({ length: n }, (_, index) => index + 1));
  }
});

test('reads 200 of a billion rows in the memory of 200 rows', async () => {
  const backend = openDatabase(createDatabase('CREATE TABLE t(a)'));
  await query(backend, `${COUNT_TO(2_000)}`);
  const before = peakMemory(onlyPid(backend));
  const cursor = await start(backend, `SELECT x, printf('%0100d', x) FROM (${COUNT_TO(1_000_000_000)})`);
  const { rows, done } = await cursor.fetch(200, NEVER);
  expect(rows).toHaveLength(200);
  expect(done).toBe(false);
  expect(peakMemory(onlyPid(backend)) - before).toBeLessThan(10_000);
  await cursor.close();
  expect(await query(backend, 'SELECT 1')).toEqual([[1]]);
});

test('reads a million rows in constant memory', async () => {
  const backend = openDatabase(createDatabase('CREATE TABLE t(a)'));
  const cursor = await start(backend, `SELECT x, printf('%0100d', x) FROM (${COUNT_TO(1_000_000)})`);
  const before = peakMemory(onlyPid(backend));
  let seen = 0;
  for (let done = false; !done; ) {
    const batch = await cursor.fetch(500, NEVER);
    seen += batch.rows.length;
    done = batch.done;
  }
  expect(seen).toBe(1_000_000);
  expect(backend.pids).toHaveLength(1);
  expect(peakMemory(onlyPid(backend)) - before).toBeLessThan(64_000);
});

test('returns large rows in small batches', async () => {
  const backend = openDatabase(createDatabase('CREATE TABLE t(a)'));
  const cursor = await start(backend, `SELECT printf('%.*c', 3000000, 'x') FROM (${COUNT_TO(4)})`);
  const sizes: number[] = [];
  for (let done = false; !done; ) {
    const batch = await cursor.fetch(100, NEVER);
    sizes.push(batch.rows.length);
    done = batch.done;
  }
  expect(Math.max(...sizes)).toBeLessThan(3);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(4);
});

test('keeps the snapshot of a half-read cursor during writes', async () => {
  const backend = openDatabase(createDatabase('PRAGMA journal_mode = WAL; CREATE TABLE t(a)'));
  await write(backend, `INSERT INTO t SELECT x FROM (${COUNT_TO(1_000)})`);
  const cursor = await start(backend, 'SELECT a FROM t ORDER BY rowid');
  await cursor.fetch(300, NEVER);
  expect(await write(backend, 'UPDATE t SET a = -1')).toBe(1_000);
  expect(await query(backend, 'SELECT DISTINCT a FROM t')).toEqual([[-1]]);
  const { rows, done } = await cursor.fetch(1_000, NEVER);
  expect(rows[0]).toEqual([301]);
  expect(rows).toHaveLength(700);
  expect(done).toBe(true);
});

test('runs other statements while three cursors are idle', async () => {
  const backend = openDatabase(createDatabase('CREATE TABLE t(a)'));
  const waiting = await Promise.all([1, 2, 3].map(() => start(backend, COUNT_TO(10_000))));
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => query(backend, 'SELECT ?', [n])));
  expect(all).toEqual(Array.from({ length: 20 }, (_, n) => [[n]]));
  expect(backend.pids.length).toBeLessThanOrEqual(6);
  for (const cursor of waiting) {
    expect((await cursor.fetch(10_000, NEVER)).rows).toHaveLength(10_000);
    await cursor.close();
  }
});

test('rejects a fetch from a closed cursor and allows a second close', async () => {
  const backend = openDatabase(createDatabase('CREATE TABLE t(a)'));
  const cursor = await start(backend, COUNT_TO(1_000));
  await cursor.close();
  await cursor.close();
  await expect(cursor.fetch(1, NEVER)).rejects.toMatchObject({ code: 'E_SQL' });
});

test('repeats an error that occurred between rows', async () => {
  const backend = openDatabase(createDatabase('CREATE TABLE t(a)'));
  const cursor = await start(
    backend,
    `SELECT CASE WHEN x < 600 THEN x ELSE json(x || '{') END FROM (${COUNT_TO(1_000)})`,
  );
  await cursor.fetch(500, NEVER);
  await expect(cursor.fetch(500, NEVER)).rejects.toMatchObject({ code: 'E_DATA' });
  await expect(cursor.fetch(500, NEVER)).rejects.toMatchObject({ code: 'E_DATA' });
  await cursor.close();
  expect(await query(backend, 'SELECT 1')).toEqual([[1]]);
});

/** Peak resident memory of a process in KB. */
function peakMemory(pid: number): number {
  return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
