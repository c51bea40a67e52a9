import { describe, expect, it } from 'vitest';
import { bytesOf, clip, isNumberText, isNumberType } from './values.ts';

describe('bytes', () => {
  it('have a length and hexadecimal digits', () => {
    expect(bytesOf({ bytes: 2, hex: '\\xbeef' })).toEqual({ bytes: 2, hex: '\\xbeef' });
    expect(bytesOf({ bytes: 2, hex: 'beef' })).toBeUndefined();
    expect(bytesOf({ bytes: 2, hex: '\\xbeef', more: 1 })).toBeUndefined();
    expect(bytesOf({ bytes: '2', hex: '\\xbeef' })).toBeUndefined();
  });
});

describe('numbers', () => {
  it.each(['12', '-0', '1.50', '9007199254740993', '1e-7', 'NaN', '-Infinity'])('include %s', (text) =>
    expect(isNumberText(text)).toBe(true),
  );

  it.each(['', ' ', '1.2.3', '0x10', '12 kg', 'Inf', '2026-01-01'])('do not include "%s"', (text) =>
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
  it('leaves short text unchanged', () => expect(clip('a\nb\nc')).toBeUndefined());

  it('cuts by length and by lines', () => {
    expect(clip('x'.repeat(121))).toBe('x'.repeat(120));
    expect(clip('a\nb\nc\nd')).toBe('a\nb\nc');
  });

  it('never cuts between surrogates', () => {
    expect(clip(`${'x'.repeat(119)}😀 and more`)).toBe('x'.repeat(119));
  });
});
