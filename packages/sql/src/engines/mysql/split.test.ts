import { expect, test } from 'vitest';
import { splitScript } from './split.ts';

test.each<[string, string[]]>([
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
])('%s', (script, statements) => {
  expect(splitScript(script)).toEqual(statements);
});
