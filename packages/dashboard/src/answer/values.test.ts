import { describe, expect, it } from 'vitest';
import { bytesOf, clip, isNumberText, isNumberType } from './values.ts';

describe('bytes', () => {
  it('are a number of them and the first in hexadecimal', () => {
    expect(bytesOf({ bytes: 2, hex: '\\xbeef' })).toEqual({ bytes: 2, hex: '\\xbeef' });
    expect(bytesOf({ bytes: 2, hex: 'beef' })).toBeUndefined();
    expect(bytesOf({ bytes: 2, hex: '\\xbeef', more: 1 })).toBeUndefined();
    expect(bytesOf({ bytes: '2', hex: '\\xbeef' })).toBeUndefined();
  });
});

describe('numbers', () => {
  it.each(['12', '-0', '1.50', '9007199254740993', '1e-7', 'NaN', '-Infinity'])('are spelt by %s', (text) =>
    expect(isNumberText(text)).toBe(true),
  );

  it.each(['', ' ', '1.2.3', '0x10', '12 kg', 'Inf', '2026-01-01'])('are not spelt by "%s"', (text) =>
    expect(isNumberText(text)).toBe(false),
  );

  it.each([
    'integer',
    'BIGINT',
    'int unsigned',
    'int4',
    'numeric(10,2)',
    'double precision',
    'REAL',
    'decimal',
  ])('are in columns of type %s', (type) => expect(isNumberType(type)).toBe(true));

  it.each(['interval', 'text', 'integer[]', 'point', 'int4range', 'money', '', undefined])(
    'are not in columns of type %s',
    (type) => expect(isNumberType(type)).toBe(false),
  );
});

describe('clipping', () => {
  it('lets be what is short', () => expect(clip('a\nb\nc')).toBeUndefined());

  it('cuts by length and by lines', () => {
    expect(clip('x'.repeat(121))).toBe('x'.repeat(120));
    expect(clip('a\nb\nc\nd')).toBe('a\nb\nc');
  });

  it('never leaves half a character', () => {
    expect(clip(`${'x'.repeat(119)}😀 and more`)).toBe('x'.repeat(119));
  });
});
