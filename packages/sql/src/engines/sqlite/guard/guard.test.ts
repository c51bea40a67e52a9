import { constants, DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import shared from '../../../guard/cases/sql-guard.json' with { type: 'json' };
import { READS } from '../testing/guard-cases.ts';
import { sqliteGuard } from './guard.ts';

const { judge } = sqliteGuard;

describe('names the rule that refused', () => {
  test.each([
    ['', 'empty'],
    ['SELECT 1; SELECT 2', 'one-statement'],
    ["SELECT 'a", 'syntax'],
    ['SELECT 1\0', 'not-text'],
    ['DELETE FROM t', 'statement'],
    ['PRAGMA user_version = 5', 'pragma'],
    ['SELECT * FROM pragma_optimize', 'pragma'],
    ["SELECT load_extension('x')", 'function'],
  ])('%s', async (sql, rule) => {
    expect(await judge(sql)).toMatchObject({ reads: false, rule });
  });

  test('and the refused part', async () => {
    expect(await judge('WITH x AS (SELECT 1) DELETE FROM t')).toMatchObject({
      reason: 'DELETE is not a read',
    });
    expect(await judge('PRAGMA cache_size(5)')).toMatchObject({
      reason: 'PRAGMA cache_size with a value is not known to be a read',
    });
  });
});

test('marks an EXPLAIN as a plan', async () => {
  expect(await judge('EXPLAIN QUERY PLAN DELETE FROM t')).toEqual({ reads: true, planOnly: true });
  expect(await judge('SELECT 1')).toEqual({ reads: true });
});

describe('allowed statements, as SQLite compiles them', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(
    'CREATE TABLE t (a INTEGER PRIMARY KEY); CREATE INDEX i ON t (a); CREATE TABLE kw ("delete" INT)',
  );
  afterAll(() => database.close());

  const reading = [constants.SQLITE_SELECT, constants.SQLITE_READ, constants.SQLITE_FUNCTION];
  const harmless = new Set<number>([...reading, constants.SQLITE_RECURSIVE, constants.SQLITE_PRAGMA]);

  function actionsOf(sql: string): readonly number[] {
    const actions: number[] = [];
    database.setAuthorizer((action) => {
      actions.push(action);
      return constants.SQLITE_OK;
    });
    try {
      database.prepare(sql);
      return actions;
    } finally {
      database.setAuthorizer(null);
    }
  }

  const sharedReads = shared.filter((one) => one.engine === 'sqlite' && one.expect === 'allow');
  const reads = [...READS, ...sharedReads.map(({ sql }) => sql)];

  test.each(reads.filter((sql) => !sql.startsWith('EXPLAIN')))('%s', (sql) => {
    const changing = actionsOf(sql).filter((action) => !harmless.has(action));
    expect(changing).toEqual([]);
  });

  const pieces = fc.constantFrom(
    ...[
      "'",
      '"',
      '`',
      '[',
      ']',
      '--',
      '/*',
      '*/',
      '\n',
      ' ',
      '\v',
      '\ufeff',
      ';',
      '(',
      ')',
      ',',
      '.',
      '=5',
      '(5)',
      ':a',
      ':a(',
    ],
    ...[
      'SELECT 1',
      'SELECT * FROM ',
      'VALUES (1)',
      'WITH x AS (SELECT 1) ',
      'PRAGMA ',
      'user_version',
      'table_info(t)',
    ],
    ...[
      'pragma_optimize',
      "'pragma_optimize'",
      'DELETE FROM t',
      'INSERT INTO t VALUES (1)',
      'BEGIN',
      't',
      '$a::b(',
      '1',
    ],
  );
  const soup = fc.array(pieces, { maxLength: 12 }).map((list) => list.join(' ').replaceAll(' ( ', '('));

  test('judges no text a read that SQLite compiles as a change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('', 'SELECT 1 ', 'PRAGMA '), soup, async (start, rest) => {
        const sql = start + rest;
        if (!(await judge(sql)).reads) return;
        expect(compiled(sql).filter((action) => !harmless.has(action))).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  /** SQLite does not run what it does not compile. */
  function compiled(sql: string): readonly number[] {
    try {
      return actionsOf(sql);
    } catch {
      return [];
    }
  }

  test('detects a change', () => {
    expect(actionsOf('DELETE FROM t')).toContain(constants.SQLITE_DELETE);
  });
});
