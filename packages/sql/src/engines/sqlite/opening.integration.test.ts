import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test } from 'vitest';
import type { SqliteConnection } from './descriptor.ts';
import { sqliteDialect } from './dialect.ts';
import { createDatabase, hashOf, NEVER, openDatabase, query, start, write } from './testing/database.ts';
import { setUpRunAsUser, user } from './testing/run-as-user.ts';

const WAL = 'PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)';

function open(file: string, readonly: boolean) {
  const config: SqliteConnection = { name: 'test', type: 'sqlite', file, readonly };
  return sqliteDialect.open({ config, connectHost: '', connectPort: 0, serverName: '' });
}

test.each([true, false])('does not create a missing file (readonly: %s)', async (readonly) => {
  const folder = tempFolder();
  await expect(open(join(folder, 'typo.db'), readonly)).rejects.toMatchObject({
    code: 'E_CONNECT_FAILED',
    retryable: false,
    hint: expect.stringContaining('never creates'),
  });
  await expect(open(':memory:', readonly)).rejects.toMatchObject({ code: 'E_CONNECT_FAILED' });
  await expect(open(`file:${join(folder, 'typo.db')}?mode=rwc`, readonly)).rejects.toMatchObject({
    code: 'E_CONNECT_FAILED',
  });
  await expect(open(folder, readonly)).rejects.toMatchObject({ code: 'E_CONNECT_FAILED' });
  expect(readdirSync(folder)).toEqual([]);
});

test('does not create a file again that was deleted', async () => {
  const file = createDatabase('CREATE TABLE t(a)');
  const backend = openDatabase(file);
  await write(backend, 'INSERT INTO t VALUES (1)');
  rmSync(file);
  await expect(write(backend, 'INSERT INTO t VALUES (1)')).rejects.toMatchObject({
    code: 'E_CONNECT_FAILED',
  });
  expect(readdirSync(dirname(file))).toEqual([]);
});

test('rejects a file that is not a database when it is opened', async () => {
  const file = join(tempFolder(), 'letter.txt');
  writeFileSync(file, 'Dear reader, this is not a database. '.repeat(100));
  await expect(open(file, true)).rejects.toMatchObject({
    code: 'E_CONNECT_FAILED',
    retryable: false,
    message: expect.stringContaining('not a database'),
  });
});

test('opens an empty file as an empty database', async () => {
  const file = join(tempFolder(), 'new.db');
  writeFileSync(file, '');
  const backend = await open(file, false);
  onTestFinished(() => backend.dispose());
  expect(await backend.catalogue.relations({ limit: 10, offset: 0 }, NEVER)).toEqual([]);
  await write(backend, 'CREATE TABLE t(a)');
  expect(await backend.catalogue.relations({ limit: 10, offset: 0 }, NEVER)).toHaveLength(1);
});

test('describes the server and quotes identifiers', async () => {
  const backend = await open(createDatabase('CREATE TABLE t(a)'), true);
  onTestFinished(() => backend.dispose());
  expect(await backend.describeServer(NEVER)).toEqual({
    version: expect.stringMatching(/^SQLite 3\.\d+/),
    user: undefined,
    database: 'test.db',
    superuser: false,
    canWrite: true,
  });
  expect(sqliteDialect.quote('a "b"')).toBe('"a ""b"""');
});

test('reads an unused database in WAL mode without creating files', async () => {
  const file = createDatabase(WAL);
  const hash = hashOf(file);
  const backend = openDatabase(file, { readonly: true });
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1], [2]]);
  expect(readdirSync(dirname(file))).toEqual(['test.db']);
  await backend.dispose();
  expect(hashOf(file)).toBe(hash);
  expect(readdirSync(dirname(file))).toEqual(['test.db']);
});

test('sees every commit of other processes to a database in WAL mode', async () => {
  const file = createDatabase(WAL);
  const backend = openDatabase(file, { readonly: true });
  expect(await query(backend, 'SELECT count(*) FROM t')).toEqual([[2]]);
  const other = new DatabaseSync(file);
  other.exec('INSERT INTO t VALUES (3)');
  expect(await query(backend, 'SELECT count(*) FROM t')).toEqual([[3]]);
  other.exec('INSERT INTO t VALUES (4)');
  expect(await query(backend, 'SELECT count(*) FROM t')).toEqual([[4]]);
  other.close();
  expect(await query(backend, 'SELECT count(*) FROM t')).toEqual([[4]]);
  const another = new DatabaseSync(file);
  another.exec('INSERT INTO t VALUES (5)');
  another.close();
  expect(await query(backend, 'SELECT count(*) FROM t')).toEqual([[5]]);
});

test('follows a symbolic link to the database and its journal', async () => {
  const file = createDatabase(WAL);
  const link = join(tempFolder(), 'link.db');
  symlinkSync(file, link);
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('INSERT INTO t VALUES (3)');
  const backend = openDatabase(link);
  expect(await query(backend, 'SELECT count(*) FROM t')).toEqual([[3]]);
  await write(backend, 'INSERT INTO t VALUES (4)');
  expect(await query(backend, 'SELECT count(*) FROM t')).toEqual([[4]]);
  expect(readdirSync(dirname(link))).toEqual(['link.db']);
});

const COUNT_TO = (n: number) =>
  `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT ${n}) SELECT x FROM c`;
const MANY = `${WAL}; INSERT INTO t ${COUNT_TO(5_000)}`;

function emptyFromOutside(file: string): void {
  const other = new DatabaseSync(file);
  other.exec('DELETE FROM t; VACUUM');
  other.close();
}

test.each([true, false])(
  'keeps the snapshot of a long result of an unused WAL database (readonly: %s)',
  async (readonly) => {
    const file = createDatabase(MANY);
    const backend = openDatabase(file, { readonly });
    const cursor = await start(backend, 'SELECT a FROM t');
    await cursor.fetch(300, NEVER);
    emptyFromOutside(file);
    expect(await query(backend, 'SELECT count(*) FROM t')).toEqual([[0]]);
    expect((await cursor.fetch(5_000, NEVER)).rows).toHaveLength(4_702);
  },
);

test.each([
  'PRAGMA journal_mode',
  'PRAGMA main.[journal_mode]',
  'SELECT a AS journal_mode FROM t',
  'SELECT * FROM pragma_journal_mode',
  "SELECT * FROM pragma_journal_mode('wal')",
  'SELECT * FROM "pragma_journal_mode"(\'delete\')',
  COUNT_TO(100_000),
])('creates no file beside a database in WAL mode on a read-only connection: %s', async (sql) => {
  const file = createDatabase(WAL);
  const backend = openDatabase(file, { readonly: true });
  const cursor = await start(backend, sql).catch(() => undefined);
  await cursor?.fetch(1, NEVER);
  expect(readdirSync(dirname(file))).toEqual(['test.db']);
  await cursor?.close();
  await backend.dispose();
  expect(readdirSync(dirname(file))).toEqual(['test.db']);
});

test('names the journal mode of an unused database in WAL mode', async () => {
  const backend = openDatabase(createDatabase(WAL), { readonly: true });
  expect(await query(backend, 'PRAGMA journal_mode')).toEqual([['wal']]);
});

test.each<[string, unknown]>([
  ['SELECT * FROM pragma_journal_mode', [['wal']]],
  ['SELECT * FROM pragma_journal_mode()', [['wal']]],
  ["SELECT journal_mode FROM PRAGMA_journal_mode ( 'main' ) AS m", [['wal']]],
  ["SELECT m.journal_mode FROM pragma_journal_mode('temp') m", [['delete']]],
  ["SELECT * FROM pragma_journal_mode, pragma_journal_mode('temp')", [['wal', 'delete']]],
  ['SELECT * FROM main.pragma_journal_mode', [['wal']]],
  ['SELECT main.[pragma_journal_mode].journal_mode FROM "pragma_journal_mode"', [['wal']]],
  [
    'SELECT a, journal_mode, page_size > 0 FROM t, pragma_journal_mode JOIN pragma_page_size ORDER BY a',
    [
      [1, 'wal', 1],
      [2, 'wal', 1],
    ],
  ],
  ["SELECT count(*) FROM t WHERE 'wal' IN pragma_journal_mode", [[2]]],
  [
    "SELECT 'pragma_journal_mode', (SELECT journal_mode FROM pragma_journal_mode)",
    [['pragma_journal_mode', 'wal']],
  ],
  ['WITH pragma_journal_mode(x) AS (SELECT 7) SELECT x FROM pragma_journal_mode', [[7]]],
])('reads the journal mode of an unused database as a table: %s', async (sql, rows) => {
  const file = createDatabase(WAL);
  const backend = openDatabase(file, { readonly: true });
  expect(await query(backend, sql)).toEqual(rows);
  expect(await query(backend, 'SELECT name FROM temp.sqlite_schema')).toEqual([]);
  expect(readdirSync(dirname(file))).toEqual(['test.db']);
});

test('fails instead of mixing two states of a database read without locks', async () => {
  const file = createDatabase(MANY);
  const backend = openDatabase(file, { readonly: true });
  const cursor = await start(backend, `SELECT t.a FROM t, (${COUNT_TO(1_000)})`);
  expect(readdirSync(dirname(file))).toEqual(['test.db']);
  await cursor.fetch(300, NEVER);
  emptyFromOutside(file);
  await expect(cursor.fetch(1_000, NEVER)).rejects.toMatchObject({ code: 'E_LOCK_TIMEOUT', retryable: true });
  await cursor.close();
  expect(await query(backend, 'SELECT count(*) FROM t')).toEqual([[0]]);
});

const runAsUser = setUpRunAsUser();
const COUNT = 'SELECT count(*) FROM t';

test('reads databases in a folder that is not writable', () => {
  const folder = tempFolder();
  const at = (name: string) => join(folder, name, 'test.db');
  for (const [name, sql] of [
    ['wal', WAL],
    ['journal', 'CREATE TABLE t(a); INSERT INTO t VALUES (1)'],
  ] as const) {
    mkdirSync(join(folder, name));
    cpSync(createDatabase(sql), at(name));
  }
  leaveLog(folder, at('wal'));
  for (const path of [folder, ...['wal', 'journal', 'left'].map((name) => join(folder, name))]) {
    if (user !== undefined) chownSync(path, user, user);
    chmodSync(path, 0o555);
  }
  onTestFinished(() => {
    for (const path of [folder, ...['wal', 'journal', 'left'].map((name) => join(folder, name))])
      chmodSync(path, 0o755);
  });
  expect(runAsUser(at('wal'), true, COUNT)).toBe('2');
  expect(runAsUser(at('journal'), true, COUNT)).toBe('1');
  expect(runAsUser(at('left'), true, COUNT)).toBe('E_CONNECT_FAILED');
});

test('reports a write to a file that is not writable as E_PERMISSION', () => {
  const file = createDatabase('CREATE TABLE t(a); INSERT INTO t VALUES (1)');
  chmodSync(dirname(file), 0o777);
  chmodSync(file, 0o444);
  expect(runAsUser(file, true, COUNT)).toBe('1');
  expect(runAsUser(file, false, 'DELETE FROM t')).toBe('E_PERMISSION');
  expect(runAsUser(file, false, COUNT)).toBe('1');
  chmodSync(file, 0o000);
  expect(runAsUser(file, true, COUNT)).toBe('E_CONNECT_FAILED');
});

/** What a crashed program leaves: a log that is readable only with write access to its folder. */
function leaveLog(folder: string, from: string): void {
  mkdirSync(join(folder, 'left'));
  const writer = new DatabaseSync(from);
  writer.exec('INSERT INTO t VALUES (3)');
  cpSync(from, join(folder, 'left', 'test.db'));
  cpSync(`${from}-wal`, join(folder, 'left', 'test.db-wal'));
  writer.exec('DELETE FROM t WHERE a = 3');
  writer.close();
}

test('reports a hot journal that only a writer can roll back', async () => {
  const file = createDatabase('CREATE TABLE t(a); INSERT INTO t VALUES (1)');
  const crash = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(${JSON.stringify(file)});
    database.exec('PRAGMA cache_size = 1; BEGIN; UPDATE t SET a = 2');
    database.exec("INSERT INTO t WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 50000) SELECT x FROM c");
    process.kill(process.pid, 'SIGKILL');`;
  expect(() => execFileSync(process.execPath, ['--eval', crash], { stdio: 'ignore' })).toThrow();
  const backend = openDatabase(file);
  await expect(query(backend, 'SELECT a FROM t')).rejects.toMatchObject({
    code: 'E_CONNECT_FAILED',
    retryable: false,
  });
  await write(backend, 'INSERT INTO t VALUES (2)');
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[1], [2]]);
});
