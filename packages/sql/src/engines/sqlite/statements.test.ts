import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExplain, onlyStatement, parseStatements, scriptStatements } from './statements.ts';

const splitStatements = (sql: string) => parseStatements(sql).map((statement) => statement.sql);

const TRIGGER = `CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN
  SELECT CASE WHEN 1 THEN 2 END; DELETE FROM b; END`;

test.each([
  ['SELECT 1', ['SELECT 1']],
  ['SELECT 1;', ['SELECT 1']],
  [' ;; SELECT 1 ; ; -- x\n', ['SELECT 1']],
  [`SELECT ';' ; SELECT ";" ; SELECT [;]`, [`SELECT ';'`, `SELECT ";"`, 'SELECT [;]']],
  ['SELECT 1 /* ; */ ; -- ;\n SELECT 2', ['SELECT 1', 'SELECT 2']],
  [`${TRIGGER}; SELECT 1`, [TRIGGER, 'SELECT 1']],
  [`explain query plan ${TRIGGER};SELECT 1`, [`explain query plan ${TRIGGER}`, 'SELECT 1']],
  ['', []],
])('splits %j where SQLite does', (sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements);
});

test.each([
  ['', 'no statement'],
  [' -- nothing', 'no statement'],
  ['SELECT 1; SELECT 2', 'expected one statement, found 2'],
  ['SELECT 1 \0; DROP TABLE t', 'NUL'],
])('rejects %j, which is not one statement', (sql, why) => {
  expect(() => onlyStatement(sql)).toThrow(why);
});

test('ignores BEGIN and COMMIT around a script', () => {
  const inner = ['INSERT INTO t VALUES (1)', 'SELECT 2'];
  expect(scriptStatements(`BEGIN IMMEDIATE TRANSACTION; ${inner.join(';')}; COMMIT;`)).toEqual(inner);
  expect(scriptStatements(`begin; ${inner.join(';')}; end transaction`)).toEqual(inner);
  expect(() => scriptStatements('BEGIN; COMMIT')).toThrow('no statement');
});

test('recognises an EXPLAIN', () => {
  expect(isExplain(onlyStatement('/* x */ explain DELETE FROM t'))).toBe(true);
  expect(isExplain(onlyStatement('SELECT explain FROM t'))).toBe(false);
});

const PIECES = [
  "SELECT ';', 'it''s', \"a;b\", [c;d], `e;f` FROM t",
  '/* ; */ SELECT 1 -- ; \n + 2',
  'CREATE TRIGGER tr AFTER INSERT ON t BEGIN SELECT 1; UPDATE t SET a = CASE a WHEN 1 THEN 2 END; END',
  'CREATE TABLE "end;" (a)',
  "INSERT INTO t(a) VALUES (x'3b')",
  'EXPLAIN SELECT 1',
];

test('splits scripts at the same places as SQLite', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t ("a;b", [c;d], `e;f`, a)');
  const piece = fc.constantFrom(...PIECES);
  const between = fc.constantFrom(';', ' ; ', ';;', ';\n-- ;\n', '; /* ; */');
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, between), { minLength: 1, maxLength: 6 }), (parts) => {
      const script = parts.flat().join('');
      const [first = '', ...rest] = splitStatements(script);
      const read = database.prepare(script).sourceSQL;
      expect(splitStatements(read)).toEqual([first]);
      expect(splitStatements(script.slice(read.length))).toEqual(rest);
    }),
  );
});
