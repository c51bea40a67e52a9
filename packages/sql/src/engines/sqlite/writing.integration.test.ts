import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { SqlBackend } from '../engine.ts';
import {
  createDatabase,
  ENDLESS,
  eventually,
  hashOf,
  isRunning,
  NEVER,
  onlyPid,
  openDatabase,
  query,
  start,
  write,
} from './testing/database.ts';

const FIXTURE = `
  CREATE TABLE parents(id INTEGER PRIMARY KEY);
  CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT CHECK (b <> 'bad'), parent INT REFERENCES parents(id));
  INSERT INTO t(a, b) VALUES (1, 'one'), (2, 'two');`;
const MODES = ['DELETE', 'WAL'];

/** A change that never finishes. */
const ENDLESS_CHANGE = `UPDATE t SET b = 'changed' WHERE a = 1 OR (${ENDLESS}) > 0`;

test('counts changed rows, and none for schema changes', async () => {
  const backend = openDatabase(createDatabase(FIXTURE));
  expect(await write(backend, "INSERT INTO t(b) VALUES ('x'), ('y'), ('z')")).toBe(3);
  expect(await write(backend, "UPDATE t SET b = 'w' WHERE a > ?", [3])).toBe(2);
  expect(await write(backend, 'DELETE FROM t')).toBe(5);
  expect(await write(backend, 'CREATE TABLE u(a)')).toBeUndefined();
  expect(await write(backend, 'CREATE TABLE w AS SELECT * FROM u')).toBeUndefined();
  expect(await write(backend, 'VACUUM')).toBeUndefined();
  expect(await write(backend, 'DROP TABLE u')).toBeUndefined();
});

test('returns all rows of a committed change, also after an abort', async () => {
  const file = createDatabase('CREATE TABLE t(a INTEGER PRIMARY KEY)');
  const backend = openDatabase(file);
  const sql = `INSERT INTO t WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 3000) SELECT x FROM c RETURNING a`;
  const cursor = await backend.run({ sql, params: [] }, { readonly: false, signal: NEVER });
  expect(cursor.affected).toBe(3_000);
  expect(await query(backend, 'SELECT count(*) FROM t')).toEqual([[3_000]]);
  const gone = AbortSignal.abort();
  expect((await cursor.fetch(2_000, gone)).rows).toHaveLength(2_000);
  expect(await cursor.fetch(2_000, gone)).toMatchObject({ done: true });
});

test.each([
  ['INSERT INTO t(a) VALUES (1)', 'E_CONSTRAINT'],
  ["INSERT INTO t(b) VALUES ('bad')", 'E_CONSTRAINT'],
  ['INSERT INTO t(parent) VALUES (99)', 'E_CONSTRAINT'],
  ["INSERT INTO t(a) VALUES ('text')", 'E_DATA'],
  ['INSERT INTO nowhere VALUES (1)', 'E_NO_SUCH_TABLE'],
  ['INSERT INTO t(nowhere) VALUES (1)', 'E_NO_SUCH_COLUMN'],
  ['INSERT INTO', 'E_SYNTAX'],
  ['BEGIN', 'E_UNSUPPORTED'],
  ['COMMIT', 'E_UNSUPPORTED'],
  ['SAVEPOINT x', 'E_UNSUPPORTED'],
  ["ATTACH '/tmp/other.db' AS other", 'E_UNSUPPORTED'],
  ["ATTACH '' AS other", 'E_UNSUPPORTED'],
  ["VACUUM INTO '/tmp/molehill-no-such-copy.db'", 'E_UNSUPPORTED'],
  ["SELECT load_extension('x')", 'E_PERMISSION'],
  ["UPDATE sqlite_schema SET sql = ''", 'E_SQL'],
])('%s fails with %s and changes nothing', async (sql, code) => {
  const file = createDatabase(FIXTURE);
  const hash = hashOf(file);
  const backend = openDatabase(file);
  await expect(write(backend, sql)).rejects.toMatchObject({ code });
  await backend.dispose();
  expect(hashOf(file)).toBe(hash);
  expect(readdirSync(dirname(file))).toEqual(['test.db']);
});

test('discards settings and temporary tables after a statement', async () => {
  const backend = openDatabase(createDatabase(FIXTURE));
  await write(backend, 'PRAGMA foreign_keys = OFF');
  await expect(write(backend, 'INSERT INTO t(parent) VALUES (99)')).rejects.toMatchObject({
    code: 'E_CONSTRAINT',
  });
  await write(backend, 'CREATE TEMP TABLE scratch(a)');
  await expect(write(backend, 'INSERT INTO scratch VALUES (1)')).rejects.toMatchObject({
    code: 'E_NO_SUCH_TABLE',
  });
  await backend.script('CREATE TEMP TABLE scratch(a); INSERT INTO scratch VALUES (1)', NEVER);
  await expect(write(backend, 'INSERT INTO scratch VALUES (1)')).rejects.toMatchObject({
    code: 'E_NO_SUCH_TABLE',
  });
});

test('keeps pragmas that are stored in the database', async () => {
  const backend = openDatabase(createDatabase(FIXTURE));
  await write(backend, 'PRAGMA user_version = 7');
  await write(backend, 'PRAGMA journal_mode = WAL');
  expect(await query(backend, 'PRAGMA user_version')).toEqual([[7]]);
  expect(await query(backend, 'PRAGMA journal_mode')).toEqual([['wal']]);
});

test('returns a result for each statement of a script', async () => {
  const backend = openDatabase(createDatabase(FIXTURE));
  const results = await backend.script(
    `BEGIN; SAVEPOINT s; INSERT INTO t(b) VALUES ('three'); RELEASE s;
     CREATE TRIGGER tr AFTER DELETE ON t BEGIN UPDATE t SET b = 'gone;'; SELECT 1; END;
     DELETE FROM t WHERE a = 1 RETURNING b; SELECT a, b FROM t ORDER BY a; COMMIT;`,
    NEVER,
  );
  expect(results.map(({ rows, affected }) => ({ rows, affected }))).toEqual([
    { rows: [], affected: undefined },
    { rows: [], affected: 1 },
    { rows: [], affected: undefined },
    { rows: [], affected: undefined },
    { rows: [['one']], affected: 1 },
    {
      rows: [
        [2, 'gone;'],
        [3, 'gone;'],
      ],
      affected: undefined,
    },
  ]);
});

test.each([
  ['INSERT INTO t(a) VALUES (5); INSERT INTO t(a) VALUES (1)', 'E_CONSTRAINT', 'Statement 2: '],
  ['INSERT INTO t(a) VALUES (5); COMMIT; SELECT 1', 'E_UNSUPPORTED', 'Statement 2: '],
  ['INSERT INTO t(a) VALUES (5); INSERT OR ROLLBACK INTO t(a) VALUES (1)', 'E_CONSTRAINT', 'Statement 2: '],
  ['INSERT INTO t(a) VALUES (5); SELEC 1', 'E_SYNTAX', 'Statement 2: '],
  [
    `INSERT INTO t(a) VALUES (5); SELECT a.a FROM t a, t b, t c, t d, t e, t f, t g, t h, t i, t j, t k, t l, t m, t n`,
    'E_LIMIT',
    'Statement 2: ',
  ],
])('rolls back a script that fails: %s', async (sql, code, where) => {
  const file = createDatabase(FIXTURE);
  const backend = openDatabase(file);
  await expect(backend.script(sql, NEVER)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(where),
    details: { statement: 2 },
  });
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1], [2]]);
  expect(await write(backend, 'INSERT INTO t(a) VALUES (6)')).toBe(1);
});

test.each(MODES)('rolls back a cancelled change before it rejects (%s)', async (mode) => {
  const file = createDatabase(`PRAGMA journal_mode = ${mode}; ${FIXTURE}`);
  const backend = openDatabase(file);
  await write(backend, "INSERT INTO t(a, b) VALUES (3, 'three')");
  const pid = onlyPid(backend);
  const log = mode === 'WAL' ? `${file}-wal` : file;
  const written = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const before = written();
  const caller = new AbortController();
  const running = backend.script(
    `WITH RECURSIVE c(x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM c LIMIT 50000) INSERT INTO t(a, b) SELECT x, printf('%0200d', x) FROM c;
     UPDATE t SET b = b || 'x'; ${ENDLESS_CHANGE}`,
    caller.signal,
  );
  await eventually(() => written() > before + 1_000_000);
  caller.abort();
  await expect(running).rejects.toMatchObject({ code: 'E_CANCELLED' });
  expect(isRunning(pid)).toBe(false);
  expect(await query(backend, 'SELECT a, b FROM t')).toEqual([
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
  ]);
  expect(await write(backend, "UPDATE t SET b = 'again'")).toBe(3);
});

test('reports that a killed writer changed nothing', async () => {
  const backend = openDatabase(createDatabase(FIXTURE));
  const running = write(backend, ENDLESS_CHANGE);
  await eventually(() => backend.pids.length === 1);
  process.kill(onlyPid(backend), 'SIGKILL');
  await expect(running).rejects.toMatchObject({ code: 'E_CONNECT_FAILED', retryable: true });
  expect(await query(backend, 'SELECT b FROM t WHERE a = 1')).toEqual([['one']]);
});

/** Holds a read lock that a commit waits for. */
function holdReader(file: string): () => void {
  const reader = new DatabaseSync(file, { readOnly: true });
  const rows = reader.prepare('SELECT a FROM t').iterate();
  rows.next();
  const close = () => {
    if (!reader.isOpen) return;
    rows.return?.();
    reader.close();
  };
  onTestFinished(close);
  return close;
}

test('reports an unknown outcome when a commit is interrupted', async () => {
  const file = createDatabase(FIXTURE);
  const backend = openDatabase(file);
  holdReader(file);
  const probe = openDatabase(file, { busyMs: 0 });
  expect(await isCommitting(probe)).toBe(false);
  const running = write(backend, "UPDATE t SET b = 'y' WHERE a = 2");
  await eventually(() => isCommitting(probe));
  process.kill(onlyPid(backend), 'SIGKILL');
  await expect(running).rejects.toMatchObject({ code: 'E_UNKNOWN_OUTCOME', retryable: false });
});

test('gives a cancelled commit a grace period, then reports an unknown outcome', async () => {
  const file = createDatabase(FIXTURE);
  const backend = openDatabase(file, { busyMs: 60_000 });
  const release = holdReader(file);
  const probe = openDatabase(file, { busyMs: 0 });
  const caller = new AbortController();
  const change = { sql: "UPDATE t SET b = 'y' WHERE a = 2", params: [] };
  const running = backend.run(change, { readonly: false, signal: caller.signal });
  await eventually(() => isCommitting(probe));
  caller.abort();
  await expect(running).rejects.toMatchObject({ code: 'E_UNKNOWN_OUTCOME' });
  release();
  expect(await write(backend, "UPDATE t SET b = 'z' WHERE b = 'two'")).toBe(1);
});

test('queues concurrent changes', async () => {
  const backend = openDatabase(createDatabase('CREATE TABLE t(n INT); INSERT INTO t VALUES (0)'));
  await Promise.all(Array.from({ length: 20 }, () => write(backend, 'UPDATE t SET n = n + 1')));
  expect(await query(backend, 'SELECT n FROM t')).toEqual([[20]]);
  expect(backend.pids.length).toBeLessThanOrEqual(2);
});

test.each(MODES)('reports a lock timeout while another process writes (%s)', async (mode) => {
  const file = createDatabase(`PRAGMA journal_mode = ${mode}; ${FIXTURE}`);
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE; INSERT INTO t(b) VALUES ('other')");
  const backend = openDatabase(file, { busyMs: 50 });
  await expect(write(backend, 'DELETE FROM t')).rejects.toMatchObject({
    code: 'E_LOCK_TIMEOUT',
    retryable: true,
  });
  await expect(backend.script('DELETE FROM t', NEVER)).rejects.toMatchObject({ code: 'E_LOCK_TIMEOUT' });
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1], [2]]);
  other.exec('ROLLBACK');
  expect(await write(backend, 'DELETE FROM t')).toBe(2);
});

test('reports a lock timeout to readers while another process holds an exclusive lock', async () => {
  const file = createDatabase(FIXTURE);
  const backend = openDatabase(file, { busyMs: 50 });
  await query(backend, 'SELECT 1');
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('BEGIN EXCLUSIVE');
  await expect(query(backend, 'SELECT a FROM t')).rejects.toMatchObject({
    code: 'E_LOCK_TIMEOUT',
    retryable: true,
  });
  other.exec('ROLLBACK');
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1], [2]]);
});

const MANY = 'INSERT INTO t(b) WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 3000)';

test('reads a short result ahead while its cursor is idle, so that writers are not blocked', async () => {
  const file = createDatabase(`${FIXTURE}; ${MANY} SELECT 'row' FROM c`);
  const backend = openDatabase(file);
  const cursor = await start(backend, 'SELECT a, b FROM t ORDER BY a');
  await cursor.fetch(300, NEVER);
  expect(await write(backend, "UPDATE t SET b = 'changed'")).toBe(3_002);
  const rest = await cursor.fetch(5_000, NEVER);
  expect(rest).toMatchObject({ done: true });
  expect(rest.rows).toHaveLength(2_702);
  expect(new Set(rest.rows.map(([, b]) => b))).toEqual(new Set(['row']));
});

test('closes an idle cursor on a long result for a writer', async () => {
  const file = createDatabase(`${FIXTURE}; ${MANY} SELECT printf('%.*c', 10000, 'x') FROM c`);
  const backend = openDatabase(file);
  const cursor = await start(backend, 'SELECT a, b FROM t ORDER BY a');
  await cursor.fetch(100, NEVER);
  expect(await write(backend, "UPDATE t SET b = 'changed' WHERE a > 2")).toBe(3_000);
  const rest = async () => {
    for (let done = false; !done; ) ({ done } = await cursor.fetch(1_000, NEVER));
  };
  await expect(rest()).rejects.toMatchObject({ code: 'E_STALE_REFERENCE' });
  expect(await query(backend, "SELECT count(*) FROM t WHERE b = 'changed'")).toEqual([[3_000]]);
});

/** A writer that waits for readers to finish admits no new ones. */
function isCommitting(probe: SqlBackend): Promise<boolean> {
  return query(probe, 'SELECT count(*) FROM t').then(
    () => false,
    () => true,
  );
}
