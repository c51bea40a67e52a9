import { expect, test } from 'vitest';
import { splitScript } from './split.ts';

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
])('%s', (script, statements) => {
  expect(splitScript(script)).toEqual(statements);
});
