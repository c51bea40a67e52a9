import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

/** A reader of RFC 4180 that tells an empty field from a quoted one. */
function parse(line: string): (string | null)[] {
  const fields: (string | null)[] = [];
  let rest = line.replace(/\r\n$/, '');
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const [whole = '', inner] = quoted ?? /^[^",\r\n]*/.exec(rest) ?? [];
    fields.push(quoted ? (inner ?? '').replaceAll('""', '"') : whole === '' ? null : whole);
    rest = rest.slice(whole.length);
    if (rest === '') return fields;
    if (!rest.startsWith(',')) throw new Error(`not CSV: ${line}`);
    rest = rest.slice(1);
  }
}

test('any text survives a round trip, and NULL differs from the empty string', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('', '"', ',', '\r\n', 'a\nb', '""'), fc.constant(null));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      expect(parse(csvLine(cells))).toEqual(cells);
    }),
  );
});

test('writes numbers, booleans and nested values as JSON', () => {
  expect(csvLine([1, -2.5, true, { bytes: 2, hex: '00' }, [1, 'a']])).toBe(
    '1,-2.5,true,"{""bytes"":2,""hex"":""00""}","[1,""a""]"\r\n',
  );
});
