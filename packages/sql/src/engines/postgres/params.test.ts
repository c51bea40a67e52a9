import { expect, test } from 'vitest';
import { dependsOnType, encodeParams } from './params.ts';

const JSONB = 3802;
const INTEGER_LIST = 1007;

test('values are written as PostgreSQL reads them', () => {
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

test('a list is an array or JSON, whichever the parameter is', () => {
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

test('more values than the protocol can count are refused', () => {
  expect(() => encodeParams(Array.from({ length: 65_536 }, () => 1))).toThrow(/at most 65535/);
});
