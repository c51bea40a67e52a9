import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { offsetAt, positionAt } from './position.ts';

test.each([
  ['a', 0, { line: 1, column: 1 }],
  ['a\nb', 2, { line: 2, column: 1 }],
  ['a\r\nbc', 4, { line: 2, column: 2 }],
  ['😀x', 2, { line: 1, column: 3 }],
  ['', 0, { line: 1, column: 1 }],
])('%o at offset %i', (text, offset, position) => {
  expect(positionAt(text, offset)).toEqual(position);
  expect(offsetAt(text, position)).toBe(offset);
});

test('an offset that is not inside a line end comes back', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ') });
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), fc.nat(), (lines, end, at) => {
      const text = lines.join(end);
      const offset = text.length === 0 ? 0 : at % (text.length + 1);
      fc.pre(!(text[offset - 1] === '\r' && text[offset] === '\n'));
      expect(offsetAt(text, positionAt(text, offset))).toBe(offset);
    }),
  );
});

test('a column beyond the end of a line is its end, and a line beyond the text its last line', () => {
  expect(offsetAt('ab\ncd', { line: 1, column: 99 })).toBe(2);
  expect(offsetAt('ab\ncd', { line: 9, column: 2 })).toBe(4);
});
