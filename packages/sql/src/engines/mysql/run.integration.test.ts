import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedMariadb } from '../../../../../test/engines/mariadb.ts';
import { sharedMysql } from '../../../../../test/engines/mysql.ts';
import type { SqlBackend } from '../engine.ts';
import { ask, cell, change, failure, openBackend, until } from '../shared/testing/backend.ts';
import { describeDatabase, type TestDatabase } from '../shared/testing/database.ts';

const mariadb = await sharedMariadb();
const mysql = await sharedMysql();

const fixture = [
  'CREATE TABLE users (id bigint PRIMARY KEY, name text) ENGINE=InnoDB',
  "INSERT INTO users VALUES (1, 'a'), (2, 'b')",
  'CREATE TABLE old_style (n int) ENGINE=MyISAM',
  'CREATE FUNCTION write_fn() RETURNS int BEGIN DELETE FROM users; RETURN 1; END',
  'CREATE PROCEDURE write_proc() DELETE FROM users',
];

function testStatements(scratch: TestDatabase): void {
  const { writable, readonly, watcher } = scratch;

  /** Counts the sessions of this database. */
  const sessions = (condition: string) =>
    cell(
      watcher,
      `SELECT COUNT(*) FROM information_schema.processlist WHERE db = '${scratch.database}' AND ${condition}`,
    );

  describe('rejects writes in a read-only call, without the guard and for a superuser', () => {
    test.each([
      "INSERT INTO users VALUES (3, 'c')",
      'DELETE FROM users',
      'REPLACE INTO users VALUES (1, NULL)',
      'INSERT INTO old_style VALUES (1)',
      'SELECT write_fn()',
      'CALL write_proc()',
      'TRUNCATE users',
      'CREATE TABLE other (a int)',
      'CREATE TEMPORARY TABLE other (a int)',
      'DROP TABLE users',
      'ALTER TABLE users ADD COLUMN x int',
      'CREATE USER test_user',
      'SET TRANSACTION READ WRITE',
      'DELETE FROM users; COMMIT',
    ])('%s', async (sql) => {
      for (const backend of [readonly, writable]) {
        expect(await failure(ask(backend, sql))).toHaveProperty(
          'code',
          expect.stringMatching(/^E_(READONLY|UNSUPPORTED|SYNTAX)$/),
        );
      }
      expect((await ask(readonly, 'SELECT id FROM users ORDER BY id')).rows).toEqual([[1], [2]]);
      expect(await cell(readonly, 'SELECT COUNT(*) FROM old_style')).toBe(0);
    });

    test('rejects writes after the transaction ended or the default changed', async () => {
      await ask(readonly, 'COMMIT');
      await ask(readonly, 'SET SESSION tx_read_only = 0').catch(() => {});
      await ask(readonly, 'SET SESSION TRANSACTION READ WRITE').catch(() => {});
      expect(await failure(ask(readonly, 'DELETE FROM users'))).toHaveProperty('code', 'E_READONLY');
      expect(await failure(change(readonly, 'DELETE FROM users'))).toHaveProperty('code', 'E_READONLY');
    });

    test.each(['OUTFILE', 'DUMPFILE'])(
      'executes no query that writes its rows to a file: INTO %s',
      async (into) => {
        const folder = mkdtempSync(join(tmpdir(), 'molehill-outfile-'));
        chmodSync(folder, 0o777);
        for (const sql of [`SELECT 1 INTO ${into} '${folder}/a'`, `SELECT 1e0into ${into} '${folder}/b'`])
          expect(await failure(ask(readonly, sql))).toHaveProperty('code', 'E_READONLY');
        expect(await failure(ask(readonly, 'SELECT 1 INTO @a'))).toHaveProperty('code', 'E_READONLY');
        expect(readdirSync(folder)).toEqual([]);
        await change(writable, `SELECT 1 INTO ${into} '${folder}/c'`);
        expect(readdirSync(folder)).toEqual(['c']);
        rmSync(folder, { recursive: true });
      },
    );

    test('rejects LOAD DATA LOCAL', async () => {
      const sql = "LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE old_style";
      expect(await failure(change(writable, sql))).toHaveProperty('code', 'E_UNSUPPORTED');
    });
  });

  describe('sessions', () => {
    const SESSION_STATE = [
      'SET @kept = 1',
      "SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'",
      "SET NAMES latin1, SESSION time_zone = '+05:00'",
      "SELECT GET_LOCK('kept', 0)",
      "PREPARE kept FROM 'SELECT 1'",
      'USE mysql',
    ];
    const WRITER_STATE = [...SESSION_STATE, 'CREATE TEMPORARY TABLE kept (a int)', 'LOCK TABLES users WRITE'];

    const expectClean = async (backend: SqlBackend) => {
      const settings = 'SELECT @kept, @@character_set_client, @@time_zone, DATABASE(), @@sql_mode';
      const [row = []] = (await ask(backend, settings)).rows;
      expect(row.slice(0, 4)).toEqual([null, 'utf8mb4', 'SYSTEM', scratch.database]);
      expect(row[4]).not.toMatch(/ANSI|BACKSLASH|IGNORE_SPACE/);
      expect(await failure(ask(backend, 'SELECT * FROM kept'))).toHaveProperty('code', 'E_NO_SUCH_TABLE');
    };

    test.each([true, false])('resets session state between calls (read-only: %s)', async (isReadonly) => {
      const backend = isReadonly ? readonly : writable;
      for (const sql of isReadonly ? SESSION_STATE : WRITER_STATE) {
        await ask(backend, sql, { readonly: isReadonly });
        await expectClean(backend);
      }
      await until(async () => (await cell(watcher, "SELECT IS_FREE_LOCK('kept')")) === 1);
      expect(await cell(writable, 'SELECT COUNT(*) FROM users')).toBe(2);
    });

    test('makes a session read-only again after a write', async () => {
      await change(writable, 'UPDATE users SET name = name');
      expect(await failure(ask(writable, 'DROP TABLE users'))).toHaveProperty('code', 'E_READONLY');
    });

    test('sets the sql_mode that the guard assumes', async () => {
      const before = await cell(watcher, 'SELECT @@global.sql_mode');
      await change(watcher, "SET GLOBAL sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES,STRICT_TRANS_TABLES'");
      try {
        const fresh = await openBackend(scratch.definition);
        for (let again = 0; again < 2; again++) {
          expect((await ask(fresh, 'SELECT "a\\\'b", @@sql_mode')).rows[0]?.[0]).toBe("a'b");
        }
        expect(await cell(fresh, 'SELECT @@sql_mode')).toMatch(/STRICT_TRANS_TABLES/);
        await fresh.dispose();
      } finally {
        await change(watcher, `SET GLOBAL sql_mode = '${before}'`);
      }
    });

    test('opens at most 8 sessions and serves every waiting call', async () => {
      let most = 0;
      let over = false;
      const work = Promise.all(Array.from({ length: 40 }, () => ask(readonly, 'SELECT SLEEP(0.02)')));
      work.finally(() => {
        over = true;
      });
      await until(async () => {
        most = Math.max(most, Number(await sessions("info LIKE '%SLEEP(0.02)%'")));
        return over;
      });
      expect((await work).length).toBe(40);
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThanOrEqual(8);
    });
  });

  describe('cancelling', () => {
    test.each(['SELECT SLEEP(601)', "SELECT BENCHMARK(100000000000, MD5('a'))"])(
      'cancels the statement in the server and runs the next one: %s',
      async (sql) => {
        const running = `info = "${sql}"`;
        const controller = new AbortController();
        const answer = failure(ask(readonly, sql, { signal: controller.signal }));
        await until(async () => (await sessions(running)) === 1);
        const reason = new Error('aborted');
        controller.abort(reason);
        expect(await answer).toBe(reason);
        await until(async () => (await sessions(running)) === 0);
        expect(await cell(readonly, 'SELECT 1')).toBe(1);
      },
    );

    test('rolls back a cancelled change', async () => {
      const controller = new AbortController();
      const sql = 'UPDATE users SET name = SLEEP(602)';
      const answer = failure(ask(writable, sql, { readonly: false, signal: controller.signal }));
      await until(async () => (await sessions(`info = '${sql}'`)) === 1);
      controller.abort(new Error('aborted'));
      expect(await answer).toHaveProperty('message', 'aborted');
      await until(async () => (await sessions(`info = '${sql}'`)) === 0);
      expect((await ask(writable, 'SELECT name FROM users ORDER BY id')).rows).toEqual([['a'], ['b']]);
    });
  });

  describe('changes', () => {
    test('reports the number of affected rows', async () => {
      await change(writable, 'CREATE TABLE numbers (n int PRIMARY KEY)');
      expect((await change(writable, 'INSERT INTO numbers VALUES (1), (2), (3)')).affected).toBe(3);
      expect((await change(writable, 'UPDATE numbers SET n = n + 10 WHERE n > ?', [1])).affected).toBe(2);
      expect((await change(writable, 'SELECT * FROM numbers')).affected).toBeUndefined();
    });

    test('rejects a wrong number of parameters', async () => {
      for (const params of [[], [1, 2]]) {
        expect(await failure(ask(readonly, 'SELECT ?', { params }))).toHaveProperty(
          'code',
          'E_INVALID_PARAMS',
        );
      }
      expect(await cell(readonly, 'SELECT ?', { params: ['x'] })).toBe('x');
    });

    test('returns the first result set of a procedure', async () => {
      await change(writable, 'CREATE PROCEDURE two_sets() BEGIN SELECT 1 AS a; SELECT 2 AS b; END');
      expect((await change(writable, 'CALL two_sets()')).rows).toEqual([[1]]);
      expect(await cell(writable, 'SELECT 1')).toBe(1);
    });
  });
}

await describeDatabase('statements on MariaDB', 'mysql', mariadb, fixture, testStatements);
await describeDatabase('statements on MySQL', 'mysql', mysql, fixture, testStatements);

await describeDatabase('MariaDB only', 'mysql', mariadb, [], ({ writable: backend }) => {
  test('commits a change whose returned rows are not all read', async () => {
    const { signal } = new AbortController();
    await change(backend, 'CREATE TABLE numbers (n int)');
    await change(backend, 'INSERT INTO numbers SELECT seq FROM seq_1_to_5000');
    const cursor = await backend.run(
      { sql: 'DELETE FROM numbers WHERE n > 10 RETURNING n', params: [] },
      { readonly: false, signal },
    );
    expect((await cursor.fetch(3, signal)).rows.length).toBe(3);
    await cursor.close();
    expect(await cell(backend, 'SELECT COUNT(*) FROM numbers')).toBe(10);
    expect((await change(backend, 'DELETE FROM numbers RETURNING n')).affected).toBe(10);
  });

  test('rejects NEXTVAL in a read-only call', async () => {
    await change(backend, 'CREATE SEQUENCE counter');
    expect(await failure(ask(backend, 'SELECT NEXTVAL(counter)'))).toHaveProperty('code', 'E_READONLY');
    expect((await change(backend, 'SELECT NEXTVAL(counter)')).rows).toEqual([[1]]);
  });
});
