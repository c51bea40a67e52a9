import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createDatabase, hashOf, openDatabase, query } from './testing/database.ts';

interface Case {
  readonly engine: string;
  readonly sql: string;
  readonly expect: 'allow' | 'block';
}

/** The cases of the guard, run without the guard. */
const cases = (
  JSON.parse(readFileSync(new URL('../../guard/cases/sql-guard.json', import.meta.url), 'utf8')) as Case[]
).filter(({ engine }) => engine === 'sqlite');

const FIXTURE = `
  CREATE TABLE t(a INTEGER PRIMARY KEY); CREATE INDEX i ON t(a); INSERT INTO t VALUES (10), (11);
  CREATE TABLE kw("delete" INT);
  CREATE VIRTUAL TABLE words USING fts5(word); INSERT INTO words VALUES ('mole hill');
  CREATE VIRTUAL TABLE old USING fts4(word); INSERT INTO old VALUES ('mole hill');
  CREATE VIRTUAL TABLE boxes USING rtree(id, low, high); INSERT INTO boxes VALUES (1, 0, 5);
  CREATE VIEW v AS SELECT a FROM t;
`;

const COPY = join(tmpdir(), 'molehill-no-such-copy.db');

/** Further cases, most of which the guard would refuse. */
const MORE_BLOCKED = [
  'CREATE TEMP TABLE x(a)',
  'CREATE TEMP VIEW x AS SELECT 1',
  'CREATE VIEW x AS SELECT 1',
  'CREATE INDEX x ON t(a)',
  'CREATE VIRTUAL TABLE x USING fts5(a)',
  'DROP TABLE t',
  'DROP VIEW v',
  'DROP INDEX i',
  'ALTER TABLE t RENAME TO x',
  'ANALYZE',
  'VACUUM',
  `VACUUM INTO '${COPY}'`,
  `ATTACH '${COPY}' AS x`,
  `ATTACH ':memory:' AS x`,
  `ATTACH '' AS x`,
  'DETACH main',
  'SAVEPOINT x',
  'RELEASE x',
  'COMMIT',
  'END',
  'ROLLBACK',
  'BEGIN IMMEDIATE',
  "INSERT INTO words VALUES ('x')",
  "INSERT INTO words(words) VALUES ('optimize')",
  "INSERT INTO words(words) VALUES ('rebuild')",
  'INSERT INTO boxes VALUES (2, 0, 1)',
  'DELETE FROM boxes_node',
  'UPDATE boxes_rowid SET nodeno = 2',
  "UPDATE sqlite_schema SET sql = ''",
  'DELETE FROM sqlite_schema',
  'INSERT INTO v VALUES (1)',
  'SELECT optimize(old) FROM old',
  "SELECT load_extension('x')",
  "SELECT fts3_tokenizer('simple')",
  "SELECT fts3_tokenizer('simple', x'00')",
  "SELECT sqlite_log(1, 'x')",
  "SELECT readfile('/etc/hostname')",
  'PRAGMA query_only = 0',
  'PRAGMA query_only(0)',
  "PRAGMA Query_Only = 'off'",
  'EXPLAIN PRAGMA query_only = 0',
  'EXPLAIN QUERY PLAN PRAGMA user_version = 3',
  'EXPLAIN CREATE TABLE x(a)',
  `EXPLAIN ATTACH '${COPY}' AS x`,
  'PRAGMA foreign_keys = 0',
  'PRAGMA cache_size = 1',
  'PRAGMA temp_store = 2',
  'PRAGMA temp_store_directory = "/tmp"',
  'PRAGMA synchronous = 0',
  'PRAGMA encoding = "UTF-16"',
  'PRAGMA page_size = 512',
  'PRAGMA max_page_count = 1',
  'PRAGMA hard_heap_limit = 1',
  'PRAGMA unknown_pragma',
  'SELECT * FROM pragma_optimize',
  "SELECT * FROM pragma_journal_mode('delete')",
  'SELECT * FROM pragma_user_version(5)',
  'WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x',
  'INSERT INTO t VALUES (1) RETURNING a',
  'REPLACE INTO t VALUES (10)',
];

const MORE_ALLOWED = [
  "SELECT * FROM words WHERE words MATCH 'mole'",
  "SELECT highlight(words, 0, '<', '>') FROM words WHERE words MATCH 'mole'",
  "SELECT snippet(old) FROM old WHERE old MATCH 'mole'",
  'SELECT * FROM boxes WHERE low < 3',
  'SELECT * FROM dbstat',
  'SELECT * FROM v',
  "SELECT value FROM json_each('[1, 2]')",
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 3) SELECT * FROM c',
  'EXPLAIN QUERY PLAN SELECT * FROM boxes',
  'EXPLAIN DELETE FROM t',
  'PRAGMA user_version',
  'PRAGMA Main.Journal_Mode',
  "SELECT * FROM pragma_index_list('t')",
  "SELECT date('now'), random(), last_insert_rowid(), changes(), total_changes()",
];

const blocked = [...cases.filter((one) => one.expect === 'block').map(({ sql }) => sql), ...MORE_BLOCKED];
const allowed = [...cases.filter((one) => one.expect === 'allow').map(({ sql }) => sql), ...MORE_ALLOWED];

test('has cases', () => {
  expect(cases.length).toBeGreaterThan(50);
});

/** All in one process: no statement may prepare the success of a later one. */
test('changes nothing through a read-only handle without the guard', async () => {
  const file = createDatabase(FIXTURE);
  const hash = hashOf(file);
  const backend = openDatabase(file, { readonly: true });
  const answered: string[] = [];
  for (const sql of blocked) {
    await query(backend, sql).then(
      () => answered.push(sql),
      (error) => expect(error.code, `${sql}: ${error.message}`).toMatch(/^E_(?!INTERNAL)/),
    );
  }
  expect(answered).toEqual([]);
  expect(await query(backend, 'SELECT a FROM t')).toEqual([[10], [11]]);
  expect(await query(backend, 'PRAGMA query_only')).toEqual([[1]]);
  expect(backend.pids).toHaveLength(1);
  await backend.dispose();
  expect(hashOf(file)).toBe(hash);
  expect(readdirSync(dirname(file))).toEqual(['test.db']);
  expect(readdirSync(tmpdir())).not.toContain('molehill-no-such-copy.db');
});

test('answers reads', async () => {
  const backend = openDatabase(createDatabase(FIXTURE), { readonly: true });
  for (const sql of allowed) await query(backend, sql);
});

test.each([
  ['UPDATE t SET a = 1', 'UPDATE t'],
  ['PRAGMA user_version = 7', 'PRAGMA user_version = 7'],
  ["ATTACH 'x' AS x", 'ATTACH x'],
  ['CREATE TEMP TABLE x(a)', 'INSERT sqlite_temp_master'],
  ["SELECT load_extension('x')", 'FUNCTION load_extension'],
])('denies %s and names %s', async (sql, what) => {
  const backend = openDatabase(createDatabase(FIXTURE), { readonly: true });
  await expect(query(backend, sql)).rejects.toMatchObject({
    code: 'E_READONLY',
    message: expect.stringContaining(what),
  });
});

test('reads a virtual table that was created after the database was opened', async () => {
  const file = createDatabase('CREATE TABLE t(a)');
  const backend = openDatabase(file, { readonly: true });
  await query(backend, 'SELECT * FROM t');
  const other = new DatabaseSync(file);
  other.exec('CREATE VIRTUAL TABLE later USING rtree(id, low, high); INSERT INTO later VALUES (1, 2, 3)');
  other.close();
  expect(await query(backend, 'SELECT * FROM later')).toEqual([[1, 2, 3]]);
});

test('rejects a script on a read-only connection', async () => {
  const file = createDatabase(FIXTURE);
  const backend = openDatabase(file, { readonly: true });
  const hash = hashOf(file);
  await expect(backend.script('DELETE FROM t', new AbortController().signal)).rejects.toMatchObject({
    code: 'E_READONLY',
  });
  expect(hashOf(file)).toBe(hash);
});

test('runs a read on a writable connection through a read-only handle', async () => {
  const backend = openDatabase(createDatabase(FIXTURE));
  await expect(query(backend, 'DELETE FROM t')).rejects.toMatchObject({ code: 'E_READONLY' });
});
