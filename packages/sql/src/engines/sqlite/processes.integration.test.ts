import { mkdirSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
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

test('stops a cancelled statement and runs the next one', async () => {
  const backend = openDatabase(createDatabase(SMALL), { readonly: true });
  await query(backend, 'SELECT 1');
  const pid = onlyPid(backend);
  const caller = new AbortController();
  const running = backend.run({ sql: ENDLESS, params: [] }, { readonly: true, signal: caller.signal });
  // The process may still be busy with the statement before this one: the request must have been sent.
  await setImmediate();
  await eventually(() => usesProcessor(pid));
  caller.abort();
  await expect(running).rejects.toMatchObject({ code: 'E_CANCELLED' });
  expect(isRunning(pid)).toBe(false);
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1]]);
});

test('rejects with the reason of the abort signal', async () => {
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

test('cancels a fetch that waits for rows', async () => {
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

test('runs other statements beside an endless one', async () => {
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

test('cancels a statement that waits for a process', async () => {
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

test('replaces a process that was killed from outside', async () => {
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

test('keeps a process alive on SIGINT', async () => {
  const backend = openDatabase(createDatabase(SMALL), { readonly: true });
  await query(backend, 'SELECT 1');
  const pid = onlyPid(backend);
  process.kill(pid, 'SIGINT');
  expect(await query(backend, 'SELECT 1')).toEqual([[1]]);
  expect(onlyPid(backend)).toBe(pid);
});

test('ends idle and busy processes on dispose and rejects later statements', async () => {
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

/** A module that opens the database, prints the pid of its child process and then runs `then`. */
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
])('exits when its parent is killed while it is %s', async (_, then) => {
  const { lines, signal } = await runModule(parent(createDatabase(SMALL), then), { onLine: () => 'kill' });
  expect(signal).toBe('SIGKILL');
  const child = Number(lines[0]);
  await eventually(() => !isRunning(child));
});

test('lets the parent exit beside an idle child process, without output', async () => {
  const { lines, errors } = await runModule(parent(createDatabase(SMALL), 'console.log(pid);'));
  await eventually(() => !isRunning(Number(lines[0])));
  expect(errors).toBe('');
});

test('reads the new file after the path was replaced', async () => {
  const file = createDatabase(SMALL);
  const backend = openDatabase(file, { readonly: true });
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1]]);
  renameSync(createDatabase('CREATE TABLE t(a); INSERT INTO t VALUES (2)'), file);
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[2]]);
  unlinkSync(file);
  await expect(query(backend, 'SELECT a FROM t')).rejects.toMatchObject({ code: 'E_CONNECT_FAILED' });
});

test('does not pass the environment to the child process', async () => {
  process.env.MOLEHILL_TEST_SECRET = 'secret';
  const backend = openDatabase(createDatabase(SMALL));
  await backend.open(NEVER);
  expect(readFileSync(`/proc/${onlyPid(backend)}/environ`, 'utf8')).not.toContain('MOLEHILL_TEST_SECRET');
  delete process.env.MOLEHILL_TEST_SECRET;
});

test('opens a path with special characters', async () => {
  const folder = join(tempFolder(), 'données? #1 %20 😀 \'"');
  mkdirSync(folder);
  const file = join(folder, 'größe; x.db');
  renameSync(createDatabase(SMALL), file);
  const backend = openDatabase(file);
  await write(backend, 'INSERT INTO t VALUES (2)');
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1], [2]]);
});

/** Whether a process is running or runnable. */
function usesProcessor(pid: number): boolean {
  return isRunning(pid) && /^State:\s*R/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}
