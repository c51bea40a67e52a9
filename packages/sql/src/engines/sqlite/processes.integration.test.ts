import { mkdirSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runModule } from '@molehill/core/testing/child';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import {
  createDatabase,
  ENDLESS,
  eventually,
  isRunning,
  NEVER,
  onlyPid,
  openDatabase,
  query,
  start,
  write,
} from './testing/database.ts';

const SMALL = 'CREATE TABLE t(a); INSERT INTO t VALUES (1)';

test('a cancelled statement stops to use the processor, and the next one works', async () => {
  const backend = openDatabase(createDatabase(SMALL), { readonly: true });
  await query(backend, 'SELECT 1');
  const pid = onlyPid(backend);
  const caller = new AbortController();
  const running = backend.run({ sql: ENDLESS, params: [] }, { readonly: true, signal: caller.signal });
  await eventually(() => usesProcessor(pid));
  caller.abort();
  await expect(running).rejects.toMatchObject({ code: 'E_CANCELLED' });
  expect(isRunning(pid)).toBe(false);
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1]]);
});

test('the reason of a timeout is what the caller gets', async () => {
  const backend = openDatabase(createDatabase(SMALL), { readonly: true });
  const reason = Object.assign(new Error('late'), {
    code: 'E_TIMEOUT',
    [Symbol.for('molehill.error')]: true,
  });
  const caller = new AbortController();
  const running = backend.run({ sql: ENDLESS, params: [] }, { readonly: true, signal: caller.signal });
  setTimeout(() => caller.abort(reason), 100);
  await expect(running).rejects.toBe(reason);
});

test('rows that never come are cancelled like anything else', async () => {
  const backend = openDatabase(createDatabase(SMALL), { readonly: true });
  const cursor = await start(backend, `SELECT value FROM json_each(?) UNION ALL SELECT * FROM (${ENDLESS})`, [
    Array(300).fill(1),
  ]);
  const pid = onlyPid(backend);
  const caller = new AbortController();
  const fetching = cursor.fetch(300, caller.signal);
  setTimeout(() => caller.abort(), 100);
  await expect(fetching).rejects.toMatchObject({ code: 'E_CANCELLED' });
  expect(isRunning(pid)).toBe(false);
  await expect(cursor.fetch(10, NEVER)).rejects.toMatchObject({ code: 'E_CANCELLED' });
  await cursor.close();
});

test('one endless statement keeps no other waiting', async () => {
  const backend = openDatabase(createDatabase(SMALL), { readonly: true });
  const caller = new AbortController();
  const running = backend.run({ sql: ENDLESS, params: [] }, { readonly: true, signal: caller.signal });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => query(backend, 'SELECT ? + a FROM t', [n])),
  );
  expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => [[n + 1]]));
  expect(backend.pids.length).toBeLessThanOrEqual(6);
  caller.abort();
  await expect(running).rejects.toMatchObject({ code: 'E_CANCELLED' });
});

test('who waits for a process may stop waiting', async () => {
  const backend = openDatabase(createDatabase(SMALL));
  const writer = new AbortController();
  const running = backend.run({ sql: ENDLESS, params: [] }, { readonly: false, signal: writer.signal });
  const caller = new AbortController();
  const waiting = backend.run({ sql: 'SELECT 1', params: [] }, { readonly: false, signal: caller.signal });
  await eventually(() => backend.pids.length === 1);
  caller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'E_CANCELLED' });
  writer.abort();
  await expect(running).rejects.toMatchObject({ code: 'E_CANCELLED' });
});

test('a process that somebody else kills is replaced', async () => {
  const backend = openDatabase(createDatabase(SMALL), { readonly: true });
  await query(backend, 'SELECT 1');
  const pid = onlyPid(backend);
  process.kill(pid, 'SIGKILL');
  await eventually(() => !isRunning(pid) && backend.pids.length === 0);
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1]]);
  const running = start(backend, ENDLESS);
  await eventually(() => usesProcessor(onlyPid(backend)));
  process.kill(onlyPid(backend), 'SIGKILL');
  await expect(running).rejects.toMatchObject({ code: 'E_CONNECT_FAILED', retryable: true });
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1]]);
});

test('Ctrl-C in the terminal is not the end of a process', async () => {
  const backend = openDatabase(createDatabase(SMALL), { readonly: true });
  await query(backend, 'SELECT 1');
  const pid = onlyPid(backend);
  process.kill(pid, 'SIGINT');
  expect(await query(backend, 'SELECT 1')).toEqual([[1]]);
  expect(onlyPid(backend)).toBe(pid);
});

test('disposing ends every process, busy or not, and refuses who comes later', async () => {
  const backend = openDatabase(createDatabase(SMALL));
  await write(backend, 'INSERT INTO t VALUES (2)');
  const running = start(backend, ENDLESS).catch((error) => error);
  await eventually(() => backend.pids.length === 2);
  const pids = backend.pids.map(Number);
  await backend.dispose();
  expect(pids.filter(isRunning)).toEqual([]);
  expect(await running).toMatchObject({ code: 'E_CONNECT_FAILED' });
  await expect(query(backend, 'SELECT 1')).rejects.toMatchObject({ code: 'E_CONNECT_FAILED' });
});

const BACKEND = new URL('./backend.ts', import.meta.url).href;

/** Another process that opens the database, tells the pid of its child, and then does what it is told. */
function parent(file: string, then: string): string {
  return `
    import { SqliteBackend } from ${JSON.stringify(BACKEND)};
    const backend = new SqliteBackend({ file: ${JSON.stringify(file)}, readonly: true });
    const { signal } = new AbortController();
    await backend.open(signal);
    const [pid] = backend.pids;
    ${then}`;
}

test.each([
  ['idle', 'console.log(pid); setInterval(() => {}, 1000);'],
  [
    'inside SQLite',
    `void backend.run({ sql: ${JSON.stringify(ENDLESS)}, params: [] }, { readonly: true, signal }); console.log(pid);`,
  ],
])('a parent that is killed takes a child with it that is %s', async (_, then) => {
  const { lines, signal } = await runModule(parent(createDatabase(SMALL), then), { onLine: () => 'kill' });
  expect(signal).toBe('SIGKILL');
  const child = Number(lines[0]);
  await eventually(() => !isRunning(child));
});

test('an idle child does not keep its parent, and neither says a word', async () => {
  const { lines, errors } = await runModule(parent(createDatabase(SMALL), 'console.log(pid);'));
  await eventually(() => !isRunning(Number(lines[0])));
  expect(errors).toBe('');
});

test('the path leads to another file now: that one is read', async () => {
  const file = createDatabase(SMALL);
  const backend = openDatabase(file, { readonly: true });
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1]]);
  renameSync(createDatabase('CREATE TABLE t(a); INSERT INTO t VALUES (2)'), file);
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[2]]);
  unlinkSync(file);
  await expect(query(backend, 'SELECT a FROM t')).rejects.toMatchObject({ code: 'E_CONNECT_FAILED' });
});

test('the child knows no secrets of its parent', async () => {
  process.env.MOLEHILL_TEST_SECRET = 'secret';
  const backend = openDatabase(createDatabase(SMALL));
  await backend.open(NEVER);
  expect(readFileSync(`/proc/${onlyPid(backend)}/environ`, 'utf8')).not.toContain('MOLEHILL_TEST_SECRET');
  delete process.env.MOLEHILL_TEST_SECRET;
});

test('a folder with any name will do', async () => {
  const folder = join(tempFolder(), 'données? #1 %20 😀 \'"');
  mkdirSync(folder);
  const file = join(folder, 'größe; x.db');
  renameSync(createDatabase(SMALL), file);
  const backend = openDatabase(file);
  await write(backend, 'INSERT INTO t VALUES (2)');
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1], [2]]);
});

/** Whether a process is on a processor, or waits for one. */
function usesProcessor(pid: number): boolean {
  return isRunning(pid) && /^State:\s*R/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}
