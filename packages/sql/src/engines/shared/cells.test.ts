import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesCell, decimalCell, floatCell, hexCell, integerCell } from './cells.ts';

describe('cells', () => {
  test('an integer is a number where it is safe and a text otherwise', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }), (integer) => {
        const text = String(integer);
        const safe = integer >= BigInt(Number.MIN_SAFE_INTEGER) && integer <= BigInt(Number.MAX_SAFE_INTEGER);
        expect(integerCell(text)).toBe(safe ? Number(integer) : text);
      }),
    );
    expect(integerCell('007')).toBe('007');
    expect(integerCell('')).toBe('');
  });

  test('a decimal keeps its fraction digits', () => {
    expect(['12', '-3', '1.0', '1.50', '99999999999999999999', 'NaN'].map(decimalCell)).toEqual([
      12,
      -3,
      '1.0',
      '1.50',
      '99999999999999999999',
      'NaN',
    ]);
  });

  test('a float that JSON cannot represent becomes a text', () => {
    fc.assert(
      fc.property(fc.double(), (number) => {
        const parsed: unknown = JSON.parse(JSON.stringify(floatCell(number)));
        expect(Object.is(Number(parsed), number)).toBe(true);
      }),
    );
  });

  test('bytes are represented by their number and the first 32', () => {
    expect(bytesCell(Buffer.from([]))).toEqual({ bytes: 0, hex: '\\x' });
    expect(bytesCell(Buffer.alloc(1_000, 0xab))).toEqual({ bytes: 1_000, hex: `\\x${'ab'.repeat(32)}` });
    expect(hexCell(40, 'cd'.repeat(40))).toEqual({ bytes: 40, hex: `\\x${'cd'.repeat(32)}` });
  });
});
