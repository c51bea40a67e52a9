import { expect, test } from 'vitest';
import { dependsOnType, encodeParams } from './params.ts';

const JSONB = 3802;
const INTEGER_LIST = 1007;

test('encodes values as text', () => {
  expect(encodeParams([null, undefined, true, 1.5, -0, 'x', { a: 1 }])).toEqual([
    null,
    null,
    'true',
    '1.5',
    '-0',
    'x',
    '{"a":1}',
  ]);
});

test('encodes a list as array or JSON by the type of the parameter', () => {
  expect(encodeParams([[1, 2]], [INTEGER_LIST])).toEqual(['{"1","2"}']);
  expect(encodeParams([[1, { a: [2] }]], [JSONB])).toEqual(['[1,{"a":[2]}]']);
  expect(
    encodeParams([
      [
        [1, null],
        [{ a: 'b"' }, 'NULL'],
      ],
    ]),
  ).toEqual(['{{"1",NULL},{"{\\"a\\":\\"b\\\\\\"\\"}","NULL"}}']);
  expect([dependsOnType([1, 'a', { b: [] }]), dependsOnType([1, []])]).toEqual([false, true]);
});

test('rejects more values than the protocol allows', () => {
  expect(() => encodeParams(Array.from({ length: 65_536 }, () => 1))).toThrow(/at most 65535/);
});
