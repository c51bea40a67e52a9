import { expect, test } from 'vitest';
import { tokenize } from './lexer.ts';
import { bind as bindTokens } from './params.ts';

const bind = (sql: string, params: readonly unknown[]) => bindTokens(tokenize(sql), params);

test('numbers variables as SQLite does', () => {
  expect(bind("SELECT ?, '?', :a, ?5, :a, ? -- ?\n", ['1', '2', '3', '4', '5', '6'])).toEqual([
    { ':a': '2' },
    ...['1', '3', '4', '5', '6'],
  ]);
});

test('binds variables of the form $1 in order of appearance', () => {
  expect(bind('SELECT $2, $1', ['a', 'b'])).toEqual([{ $2: 'a', $1: 'b' }]);
});

test.each([
  [['a'], 'takes 2 values, got 1'],
  [['a', 'b', 'c'], 'takes 2 values, got 3'],
])('rejects %j: the wrong number of values', (params, why) => {
  expect(() => bind('SELECT ?, ?', params)).toThrow(why);
});

test.each([
  [1, 1n],
  [-7, -7n],
  [true, 1n],
  [false, 0n],
  [1.5, 1.5],
  [-0, -0],
  [1e300, 1e300],
  [2n ** 63n - 1n, 9223372036854775807n],
  ['9007199254740993', '9007199254740993'],
  [null, null],
  [undefined, null],
  [Uint8Array.of(0, 255), Uint8Array.of(0, 255)],
  [{ hex: '00ff' }, Buffer.of(0, 255)],
  [{ bytes: 2, hex: '\\x00ff' }, Buffer.of(0, 255)],
  [{ hex: 'zz', other: 1 }, '{"hex":"zz","other":1}'],
  [[1, 'a'], '[1,"a"]'],
])('binds %o as %o', (value, bound) => {
  expect(bind('SELECT ?', [value])).toStrictEqual([{}, bound]);
});

test.each([
  [2n ** 63n, 'params[0]: the number does not fit'],
  [{ hex: '0' }, 'params[0]: hex must be pairs'],
  [{ bytes: 100, hex: '00ff' }, 'params[0]: hex has 2 of the 100 bytes'],
])('rejects %o', (value, why) => {
  expect(() => bind('SELECT ?', [value])).toThrow(why);
});
