import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactJson, isExactNumber } from './exact-json.ts';

describe('exact JSON', () => {
  test('parses JSON that JavaScript represents exactly', () => {
    const finite = fc.jsonValue({ depthSize: 'medium' });
    fc.assert(
      fc.property(finite, (value) => {
        const text = JSON.stringify(value);
        if (/(?<![\d.eE+-])-0(?![\d.eE])/.test(text)) return;
        expect(exactJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    '12345678901234567890',
    '{"a": [1, {"b": 9007199254740993}]}',
    '0.1000000000000000055511151231257827',
    '1e400',
    '-0',
    '[-0.0]',
    '{"a": 1, "b": 2, "a": 3}',
    '{"a": 1, "\\u0061": 2}',
    '[{"x": {"k": 1, "k": 1}}]',
  ])('stays as it was printed where something would be lost: %s', (text) => {
    expect(exactJson(text)).toBe(text);
  });

  test.each<[string, unknown]>([
    ['9007199254740991', 9007199254740991],
    ['1.10', 1.1],
    ['1e2', 100],
    ['12e-1', 1.2],
    ['100000000000000000000000', 1e23],
    ['{"a": {"k": 1}, "b": {"k": 2}}', { a: { k: 1 }, b: { k: 2 } }],
    ['["k", "k", "12345678901234567890"]', ['k', 'k', '12345678901234567890']],
    ['{"12345678901234567890": "\\"x\\": -0"}', { '12345678901234567890': '"x": -0' }],
  ])('is not fooled by how it is written: %s', (text, value) => {
    expect(exactJson(text)).toEqual(value);
  });

  test('keeps text that is not JSON', () => {
    for (const text of ['', '{', 'NaN', "{'a': 1}"]) expect(exactJson(text)).toBe(text);
  });

  test('treats an integer as exact when JavaScript prints the same digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }), (integer) => {
        const printed = String(Number(integer));
        expect(isExactNumber(String(integer))).toBe(BigInt(printed) === integer);
      }),
    );
  });
});
