import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExact, writeExact } from './exact-json.ts';

/** Decoded from bytes that are split anywhere, in the middle of a character too. */
function parse(text: string, cuts: readonly number[] = []): unknown {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const decoded = [...pieces(Buffer.from(text), cuts)].map((piece) =>
    decoder.decode(piece, { stream: true }),
  );
  return parseExact(decoded.join('') + decoder.decode());
}

function* pieces(bytes: Uint8Array, cuts: readonly number[]) {
  let from = 0;
  for (const cut of [...cuts.map((at) => at % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)) {
    yield bytes.subarray(from, cut);
    from = cut;
  }
}

const json = fc.json({ stringUnit: 'binary', depthSize: 'medium' });
const cuts = fc.array(fc.nat(), { maxLength: 12 });

describe('parsing JSON in pieces', () => {
  test('equals JSON.parse, wherever the bytes are split', () => {
    fc.assert(
      fc.property(json, cuts, (text, at) => {
        const wellFormed = wellFormedText(text);
        const expected: unknown = JSON.parse(wellFormed);
        expect(JSON.stringify(parse(wellFormed, at))).toBe(withNegativeZero(expected));
      }),
      { numRuns: 300 },
    );
  });

  test('fails where JSON.parse fails', () => {
    const broken = fc
      .tuple(
        json,
        fc.nat(),
        fc.constantFrom('', '"', '\\', '{', ']', ',', ':', '0', '-', '.', 'e', 'nul', '\u0001', ' '),
      )
      .map(([text, at, junk]) => {
        const place = at % (text.length + 1);
        return wellFormedText(text.slice(0, place) + junk + text.slice(place + 1));
      });
    fc.assert(
      fc.property(broken, cuts, (text, at) => {
        expect(accepts(() => parse(text, at))).toBe(accepts(() => JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    '[1,]',
    '{"a":1,}',
    '[,1]',
    '{,}',
    '01',
    '1.',
    '.5',
    '+1',
    '1e',
    'tru',
    'True',
    '[1 2]',
    '{"a" 1}',
    '{a:1}',
    '"\\x"',
    '"\\u12g4"',
    '"a\nb"',
    '[}',
    '1 1',
    '',
    ' ',
    '"',
    '[',
    '\uFEFF1',
  ])('rejects %j', (text) => {
    for (let cut = 0; cut <= Buffer.byteLength(text); cut++)
      expect(() => parse(text, [cut])).toThrow(SyntaxError);
  });

  test.each([
    '"\\ud83d\\ude00😀\\u00e9é"',
    '{"__proto__":{"a":1},"constructor":2}',
    '[[],{},"",0,-1.5e-3,true,false,null]',
  ])('reads %s at every split', (text) => {
    for (let cut = 0; cut <= Buffer.byteLength(text); cut++)
      expect(JSON.stringify(parse(text, [cut]))).toBe(JSON.stringify(JSON.parse(text)));
  });

  test('keeps every digit of numbers that a double cannot represent', () => {
    const value = parse('[9223372036854775807,9007199254740993,1.10,9007199254740991,-0.0,1e400,12e3]');
    expect(JSON.stringify(value)).toBe(
      '["9223372036854775807","9007199254740993",1.1,9007199254740991,"-0.0","1e400",12000]',
    );
    expect(writeExact(value)).toBe(
      '[9223372036854775807,9007199254740993,1.1,9007199254740991,-0.0,1e400,12000]',
    );
  });
});

/** UTF-8 has no lone surrogates. */
function wellFormedText(text: string): string {
  return Buffer.from(text).toString();
}

function accepts(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** `JSON.stringify` writes -0 as 0; parseExact keeps it. */
function withNegativeZero(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (Object.is(inner, -0) ? '-0' : inner));
}
