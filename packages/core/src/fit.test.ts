import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, fitsAsIs, fitToBytes } from './fit.ts';
import { createRedactor } from './redact.ts';
import { anyAnswer, anyJson } from './testing/json-arbitrary.ts';

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');
/** A hundred keys of a shape and a few short strings may follow after the limit. */
const FRAME = 12_000;

test('copies JSON within the limit unchanged', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      const fitted = fitToBytes(value, 1_000_000);
      expect(fitted.cut).toBe(false);
      expect(JSON.stringify(fitted.value)).toBe(JSON.stringify(value));
    }),
  );
});

test('returns valid JSON within the limit for any value', () => {
  fc.assert(
    fc.property(anyAnswer, fc.integer({ min: 0, max: 2_000 }), (value, limit) => {
      const fitted = fitToBytes(value, limit).value;
      const text = JSON.stringify(fitted) ?? 'null';
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit + FRAME);
      expect(JSON.stringify(JSON.parse(text))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('always reports a cut', () => {
  fc.assert(
    fc.property(anyJson, fc.integer({ min: 0, max: 200 }), (value, limit) => {
      const fitted = fitToBytes(value, limit);
      expect(JSON.stringify(fitted.value) === JSON.stringify(value)).toBe(!fitted.cut);
    }),
  );
});

test('does not count properties without a value, which JSON omits', () => {
  const rows = Array.from({ length: 10 }, (_, id) => ({ id, comment: undefined, estimate: undefined }));
  const { cut, bytes } = fitToBytes(rows, sizeOf(rows) + 2 * rows.length);
  expect(cut).toBe(false);
  expect(bytes).toBeGreaterThanOrEqual(sizeOf(rows));
  expect(fitToBytes([undefined, () => {}], 100).bytes).toBeGreaterThanOrEqual('[null,null]'.length);
});

test('stops reading a list at the limit', () => {
  let read = 0;
  const endless = new Proxy([] as number[], {
    get: (target, key) => {
      if (key === 'length') return 1_000_000;
      if (key === Symbol.iterator) return target[Symbol.iterator];
      return typeof key === 'string' && /^\d+$/.test(key) ? ++read : Reflect.get(target, key);
    },
  });
  const fitted = fitToBytes(endless, 1_000);
  expect(fitted.cut).toBe(true);
  expect(read).toBeLessThan(1_000);
});

test('keeps keys and short values of an object after a list used up the limit', () => {
  const data = {
    rows: Array.from({ length: 10_000 }, (_, id) => ({ id, state: 'ready' })),
    state: 'ready',
    note: 'n'.repeat(500),
    count: 10_000,
    more: true,
    last: { at: '2026-01-01T00:00:00Z', none: null },
  };
  const fitted = fitToBytes(data, 1_000).value as typeof data;
  expect(Object.keys(fitted)).toEqual(Object.keys(data));
  expect(fitted).toMatchObject({ state: 'ready', note: '', count: 10_000, more: true, last: data.last });
  expect(fitted.rows.length).toBeLessThan(100);
  expect(new Set(fitted.rows.map((row) => JSON.stringify(Object.keys(row))))).toEqual(
    new Set(['["id","state"]']),
  );
});

test('drops keys of a dictionary', () => {
  const words = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`word${index}`, index]));
  const fitted = fitToBytes(words, 1_000);
  expect(fitted.cut).toBe(true);
  expect(sizeOf(fitted.value)).toBeLessThan(1_000 + FRAME);
});

test('drops a key longer than the remaining limit', () => {
  const fitted = fitToBytes({ a: 1, ['k'.repeat(5_000)]: 2, b: 3 }, 1_000);
  expect(fitted).toMatchObject({ value: { a: 1 }, cut: true });
});

test('cuts a tree of small objects', () => {
  const tree = (depth: number): unknown =>
    depth === 0
      ? 'leaf'
      : Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`k${index}`, tree(depth - 1)]));
  expect(sizeOf(fitToBytes(tree(5), 1_000).value)).toBeLessThan(1_000 + FRAME);
});

test('ends circular references', () => {
  const circle: Record<string, unknown> = { name: 'circle' };
  circle.left = circle;
  circle.right = circle;
  circle.both = [circle, circle];
  const fitted = fitToBytes(circle, 10_000);
  expect(fitted.cut).toBe(true);
  expect(sizeOf(fitted.value)).toBeLessThan(10_000 + FRAME);
});

test('replaces too deep nesting with null', () => {
  let deep: unknown = 'bottom';
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const fitted = fitToBytes(deep, 1_000_000);
  expect(fitted.cut).toBe(true);
  expect(JSON.stringify(fitted.value)).toBe(`${'['.repeat(64)}null${']'.repeat(64)}`);
});

test('converts values without a JSON form as JSON.stringify does', () => {
  const at = new Date(0);
  const value = {
    big: 2n ** 70n,
    at,
    nothing: undefined,
    call: () => 1,
    no: Number.NaN,
    list: [undefined, 1],
  };
  expect(fitToBytes(value, 1_000).value).toEqual({
    big: '1180591620717411303424',
    at: '1970-01-01T00:00:00.000Z',
    nothing: undefined,
    call: undefined,
    no: null,
    list: [null, 1],
  });
});

test('keeps __proto__ as an ordinary key', () => {
  const fitted = fitToBytes(JSON.parse('{"__proto__":{"admin":true}}'), 1_000).value as object;
  expect(JSON.stringify(fitted)).toBe('{"__proto__":{"admin":true}}');
  expect(Object.getPrototypeOf(fitted)).toBe(Object.prototype);
});

test('counts the escaped length of characters', () => {
  const fitted = fitToBytes({ text: '\u0001'.repeat(10_000) }, 1_000);
  expect(fitted.cut).toBe(true);
  expect(sizeOf(fitted.value)).toBeLessThanOrEqual(1_100);
});

test('cuts text by bytes without splitting a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.nat(60), (text, bytes) => {
      const cut = cutText(text, bytes);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
      expect(text.startsWith(cut)).toBe(true);
    }),
  );
});

test('shows no part of a secret at the limit', () => {
  const secret = '0123456789abcdefghij';
  const hide = (text: string) => text.replaceAll(secret, '***');
  fc.assert(
    fc.property(fc.nat(200), fc.nat(250), fc.nat(9_000), (before, limit, after) => {
      const text = 'x'.repeat(before) + secret + 'y'.repeat(after);
      expect(cutText(text, limit, hide)).not.toContain('01');
      expect(JSON.stringify(fitToBytes([text, text], limit, hide).value)).not.toContain('01');
    }),
  );
});

describe('a value that fits as it is', () => {
  const clean = () => true;

  test.each([
    ['rows', { rows: [{ a: 1, b: 'x', c: null, d: [true, { e: -0 }] }] }],
    ['a property without a value', { a: undefined, b: 1 }],
    ['a text', 'plain'],
  ])('is not copied: %s', (_, value) => {
    const fitted = fitsAsIs(value, 1_000, clean);
    expect(fitted?.value).toBe(value);
    expect(fitted?.bytes).toBe(Buffer.byteLength(JSON.stringify(value)));
  });

  test.each([
    ['too large', { text: 'x'.repeat(1_000) }],
    ['too large once escaped', { text: '"'.repeat(600) }],
    ['a bigint', { a: 1n }],
    ['no number of JSON', { a: Number.NaN }],
    ['a date', { at: new Date(0) }],
    ['a hole in a list', [undefined]],
    ['a function', { a: () => 1 }],
  ])('is not one of these: %s', (_, value) => {
    expect(fitsAsIs(value, 1_000, clean)).toBeUndefined();
  });

  test('has no depth without end', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(fitsAsIs(circle, 100_000, clean)).toBeUndefined();
  });

  test.each(['plain-secret', 'quote"and\\slash', 'tab\tinside', 'ünïcode-secret'])(
    'contains no secret: %s',
    (secret) => {
      const redactor = createRedactor();
      redactor.add(secret);
      const knowsNothing = redactor.knowsNothingIn;
      expect(fitsAsIs({ a: [`<${secret}>`] }, 1_000, knowsNothing)).toBeUndefined();
      expect(fitsAsIs({ [`k${secret}`]: 1 }, 1_000, knowsNothing)).toBeUndefined();
      expect(fitsAsIs({ a: JSON.stringify({ secret }) }, 1_000, knowsNothing)).toBeUndefined();
      expect(fitsAsIs({ a: ['another text'] }, 1_000, knowsNothing)).toBeDefined();
    },
  );
});
