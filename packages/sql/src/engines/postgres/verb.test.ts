import { expect, test } from 'vitest';
import { firstWord, isStreamed } from './verb.ts';

test.each([
  ['select 1', 'SELECT'],
  ['  ( ( SELECT 1 ) )', 'SELECT'],
  ['-- a\n/* b /* c */ d */ with x as (select 1) select', 'WITH'],
  ['/* open', ''],
  ['--', ''],
  ['', ''],
  ['1', ''],
])('%s', (sql, word) => {
  expect(firstWord(sql)).toBe(word);
});

test('statements that run by themselves are not streamed', () => {
  for (const sql of ['VACUUM', 'CALL p()', 'CREATE DATABASE x', 'SHOW all'])
    expect(isStreamed(sql)).toBe(false);
  for (const sql of ['TABLE t', 'VALUES (1)', 'merge into t']) expect(isStreamed(sql)).toBe(true);
});
