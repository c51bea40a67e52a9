import { expect, test } from 'vitest';
import { bind } from './params.ts';

test('variables are numbered as SQLite numbers them', () => {
  expect(bind("SELECT ?, '?', :a, ?5, :a, ? -- ?\n", ['1', '2', '3', '4', '5', '6'])).toEqual({
    named: { ':a': '2' },
    positional: ['1', '3', '4', '5', '6'],
  });
});

test('values are given in the order of PostgreSQL’s variables too', () => {
  expect(bind('SELECT $2, $1', ['a', 'b']).named).toEqual({ $2: 'a', $1: 'b' });
});

test.each([
  [['a'], 'takes 2 values, 1 given'],
  [['a', 'b', 'c'], 'takes 2 values, 3 given'],
])('%j is the wrong number of values', (params, why) => {
  expect(() => bind('SELECT ?, ?', params)).toThrow(why);
});

test.each([
  [1, { int: '1' }],
  [-7, { int: '-7' }],
  [true, { int: '1' }],
  [false, { int: '0' }],
  [1.5, { real: '1.5' }],
  [-0, { real: '-0' }],
  [1e300, { real: '1e+300' }],
  [2n ** 63n - 1n, { int: '9223372036854775807' }],
  ['9007199254740993', '9007199254740993'],
  [null, null],
  [undefined, null],
  [Uint8Array.of(0, 255), { hex: '00ff' }],
  [{ hex: '00ff' }, { hex: '00ff' }],
  [{ bytes: 2, hex: '\\x00ff' }, { hex: '00ff' }],
  [{ hex: 'zz', other: 1 }, '{"hex":"zz","other":1}'],
  [[1, 'a'], '[1,"a"]'],
])('%o is bound as %j', (value, wire) => {
  expect(bind('SELECT ?', [value]).positional).toEqual([wire]);
});

test.each([
  [2n ** 63n, 'params[0]: the number does not fit'],
  [{ hex: '0' }, 'params[0]: hex must be pairs'],
  [{ bytes: 100, hex: '00ff' }, 'params[0]: hex has 2 of the 100 bytes'],
])('%o cannot be bound', (value, why) => {
  expect(() => bind('SELECT ?', [value])).toThrow(why);
});
