import { describe, expect, test } from 'vitest';
import { isReadable, mysqlLexer, mysqlTokens } from './lexer.ts';

const scripts: readonly (readonly [string, readonly string[]])[] = [
  ['', []],
  ['; ;\n# only; this\n-- and; that\n/* and; this */;', []],
  ['SELECT 1; SELECT 2;', ['SELECT 1', 'SELECT 2']],
  ['SELECT \'a;b\', "c;\\"d", `e;f`; SELECT 2', ['SELECT \'a;b\', "c;\\"d", `e;f`', 'SELECT 2']],
  ["SELECT 'it''s; \\'; fine'; SELECT 2", ["SELECT 'it''s; \\'; fine'", 'SELECT 2']],
  ['SELECT 1--1; SELECT 2', ['SELECT 1--1', 'SELECT 2']],
  ['SELECT 1 -- x; y\n; SELECT 2 # z;\n', ['SELECT 1 -- x; y', 'SELECT 2 # z;']],
  ['/*! SET @a = 1; */; SELECT 2', ['/*! SET @a = 1; */', 'SELECT 2']],
  ['/*M!100100 SELECT 1 */;', ['/*M!100100 SELECT 1 */']],
  [
    'DELIMITER //\nCREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END//\ndelimiter ;\nSELECT 3',
    ['CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END', 'SELECT 3'],
  ],
  ['SELECT delimiter FROM t; SELECT 2', ['SELECT delimiter FROM t', 'SELECT 2']],
  ["SELECT 'open; string", ["SELECT 'open; string"]],
  [
    'DELIMITER $$\nCREATE PROCEDURE p() BEGIN SELECT 1; END$$\nSELECT 2 $$',
    ['CREATE PROCEDURE p() BEGIN SELECT 1; END', 'SELECT 2'],
  ],
];

test.each(scripts)('splits %s', (script, statements) => {
  expect(mysqlLexer.split(script)).toEqual(statements);
});

function pieces(sql: string): string[] {
  return [...mysqlLexer.tokens(sql)].map(({ kind, text }) => `${kind} ${text}`);
}

describe('numbers end where the server ends them', () => {
  test.each([
    ['1e0into', ['number 1e0', 'word into']],
    ['1.into', ['number 1.', 'word into']],
    ['.5into', ['number .5', 'word into']],
    ['1.5e-3from', ['number 1.5e-3', 'word from']],
    ['1e5.5into', ['number 1e5', 'number .5', 'word into']],
    ['t.1e0', ['word t', 'symbol .', 'word 1e0']],
    ['t.1e0into', ['word t', 'symbol .', 'word 1e0into']],
    ['t.0x1f', ['word t', 'symbol .', 'word 0x1f']],
    ['t .1e0into', ['word t', 'number .1e0', 'word into']],
    ['`t`.1e0into', ['quoted `t`', 'number .1e0', 'word into']],
    ['1.e0into', ['number 1.e0', 'word into']],
    ['1.e(', ['number 1.', 'word e', 'symbol (']],
    ['1..2', ['number 1.', 'number .2']],
    ["x'41'into", ['word x', "string '41'", 'word into']],
    ['\\Ninto', ['symbol \\N', 'word into']],
    ['1\u00a0into', ['word 1\u00a0into']],
    ['`t`.5into', ['quoted `t`', 'number .5', 'word into']],
    ['t .5into', ['word t', 'number .5', 'word into']],
    ['1into', ['word 1into']],
    ['1einto', ['word 1einto']],
    ['2024_logs', ['word 2024_logs']],
    ['db.2024_logs', ['word db', 'symbol .', 'word 2024_logs']],
    ['0x1f', ['number 0x1f']],
    ['0b01', ['number 0b01']],
    ['0x1g', ['word 0x1g']],
    ['0X1F', ['word 0X1F']],
    ['1e5', ['number 1e5']],
    ['1e', ['word 1e']],
    ['12', ['number 12']],
  ])('%s', (sql, expected) => {
    expect(pieces(sql)).toEqual(expected);
  });
});

test('the content of an executable comment is tokens, that of other comments is not', () => {
  expect(pieces('/*!50000 DROP */ /* DROP */')).toEqual([
    'symbol /*!50000',
    'word DROP',
    'symbol */',
    'comment /* DROP */',
  ]);
  expect(pieces('2*/*c*/3')).toEqual(['number 2', 'symbol *', 'comment /*c*/', 'number 3']);
});

test('marks what it cannot read', () => {
  const unreadable = (sql: string) => [...mysqlTokens(sql)].some((token) => !isReadable(token));
  for (const sql of ["SELECT 'a", 'SELECT "a', 'SELECT `a', 'SELECT 1 /* a', 'SELECT [a]', 'SELECT \\'])
    expect([sql, unreadable(sql)]).toEqual([sql, true]);
  for (const sql of ["SELECT 'a', \\N, ? := @a", 'SELECT 1 -- a'])
    expect([sql, unreadable(sql)]).toEqual([sql, false]);
});
