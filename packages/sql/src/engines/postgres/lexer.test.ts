import { expect, test } from 'vitest';
import { verbOf } from '../shared/lexer.ts';
import { postgresLexer } from './lexer.ts';
import { isStreamed } from './run.ts';

test.each<[string, string[]]>([
  ['', []],
  [';;  ; -- nothing; here\n /* nor; /* here; */ ; */', []],
  ['SELECT 1', ['SELECT 1']],
  ['SELECT 1; SELECT 2;', ['SELECT 1', 'SELECT 2']],
  ["SELECT 'a;b', \"c;d\"; SELECT 'it''s; fine'", ['SELECT \'a;b\', "c;d"', "SELECT 'it''s; fine'"]],
  ["SELECT 'back\\'; SELECT 2", ["SELECT 'back\\'", 'SELECT 2']],
  ["SELECT E'not\\'; yet'; SELECT 2", ["SELECT E'not\\'; yet'", 'SELECT 2']],
  ["SELECT name'x;y'; SELECT 2", ["SELECT name'x;y'", 'SELECT 2']],
  ['SELECT $$a;b$$; SELECT $x$ $$; $x$', ['SELECT $$a;b$$', 'SELECT $x$ $$; $x$']],
  ['SELECT a$1$b; SELECT 2', ['SELECT a$1$b', 'SELECT 2']],
  ['SELECT $1; SELECT 2', ['SELECT $1', 'SELECT 2']],
  ['SELECT 1 -- one; two\n; SELECT 2', ['SELECT 1 -- one; two', 'SELECT 2']],
  ['SELECT 1 /* a; /* b; */ c; */; SELECT 2', ['SELECT 1 /* a; /* b; */ c; */', 'SELECT 2']],
  [
    'CREATE RULE r AS ON INSERT TO t DO ALSO (SELECT 1; SELECT 2); SELECT 3',
    ['CREATE RULE r AS ON INSERT TO t DO ALSO (SELECT 1; SELECT 2)', 'SELECT 3'],
  ],
  [
    'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END; SELECT 3',
    [
      'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END',
      'SELECT 3',
    ],
  ],
  ['BEGIN; SELECT 1; END', ['BEGIN', 'SELECT 1', 'END']],
  ["SELECT 'open; string", ["SELECT 'open; string"]],
])('splits %s', (script, statements) => {
  expect(postgresLexer.split(script)).toEqual(statements);
});

test.each([
  ['select 1', 'SELECT'],
  ['  ( ( SELECT 1 ) )', 'SELECT'],
  ['-- a\n/* b /* c */ d */ with x as (select 1) select', 'WITH'],
  ['/* open', ''],
  ['--', ''],
  ['', ''],
  ['1', ''],
])('the verb of %s', (sql, word) => {
  expect(verbOf(postgresLexer.tokens(sql))).toBe(word);
});

test('does not stream statements that run outside a transaction', () => {
  for (const sql of ['VACUUM', 'CALL p()', 'CREATE DATABASE x', 'SHOW all'])
    expect(isStreamed(sql)).toBe(false);
  for (const sql of ['TABLE t', 'VALUES (1)', 'merge into t']) expect(isStreamed(sql)).toBe(true);
});

function pieces(sql: string): string[] {
  return [...postgresLexer.tokens(sql)].map(({ kind, text }) => `${kind} ${text}`);
}

test.each([
  ["E'a\\'b' x", ["string E'a\\'b'", 'word x']],
  ["E'a'\n'\\'' DROP", ["string E'a'\n'\\''", 'word DROP']],
  ["'a\\' x", ["string 'a\\'", 'word x']],
  ["U&'a' U&\"b\" x'1f'", ["string U&'a'", 'quoted U&"b"', "string x'1f'"]],
  ['$a$ $$ $a$ $1', ['string $a$ $$ $a$', 'param $1']],
  ['1e5x 0x1F 1_000 .5', ['number 1e5', 'word x', 'number 0x1F', 'number 1_000', 'number .5']],
  ['1-- a\rDROP', ['number 1', 'comment -- a', 'word DROP']],
])('the tokens of %j', (sql, expected) => {
  expect(pieces(sql)).toEqual(expected);
});
