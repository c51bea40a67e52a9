import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, fitToBytes } from './fit.ts';
import { anyAnswer, anyJson } from './testing/json-arbitrary.ts';

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');
/** A hundred keys of a shape and a few short strings may follow after the limit. */
const FRAME = 12_000;

test('JSON within the limit comes back as it is', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      const fitted = fitToBytes(value, 1_000_000);
      expect(fitted.cut).toBe(false);
      expect(JSON.stringify(fitted.value)).toBe(JSON.stringify(value));
    }),
  );
});

test('whatever is given, valid JSON of about the limit comes back', () => {
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

test('what was left out is always said', () => {
  fc.assert(
    fc.property(anyJson, fc.integer({ min: 0, max: 200 }), (value, limit) => {
      const fitted = fitToBytes(value, limit);
      expect(JSON.stringify(fitted.value) === JSON.stringify(value)).toBe(!fitted.cut);
    }),
  );
});

test('a list is read no further than the limit', () => {
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

test('a shape keeps its keys and its short values after a list used up the limit', () => {
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

test('a dictionary loses keys where a shape would not', () => {
  const words = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`word${index}`, index]));
  const fitted = fitToBytes(words, 1_000);
  expect(fitted.cut).toBe(true);
  expect(sizeOf(fitted.value)).toBeLessThan(1_000 + FRAME);
});

test('a name longer than all that is left is left out', () => {
  const fitted = fitToBytes({ a: 1, ['k'.repeat(5_000)]: 2, b: 3 }, 1_000);
  expect(fitted).toMatchObject({ value: { a: 1 }, cut: true });
});

test('a tree of small objects is cut like any other answer', () => {
  const tree = (depth: number): unknown =>
    depth === 0
      ? 'leaf'
      : Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`k${index}`, tree(depth - 1)]));
  expect(sizeOf(fitToBytes(tree(5), 1_000).value)).toBeLessThan(1_000 + FRAME);
});

test('a circle ends, even where it branches', () => {
  const circle: Record<string, unknown> = { name: 'circle' };
  circle.left = circle;
  circle.right = circle;
  circle.both = [circle, circle];
  const fitted = fitToBytes(circle, 10_000);
  expect(fitted.cut).toBe(true);
  expect(sizeOf(fitted.value)).toBeLessThan(10_000 + FRAME);
});

test('nesting beyond what any reader follows ends in null', () => {
  let deep: unknown = 'bottom';
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const fitted = fitToBytes(deep, 1_000_000);
  expect(fitted.cut).toBe(true);
  expect(JSON.stringify(fitted.value)).toBe(`${'['.repeat(64)}null${']'.repeat(64)}`);
});

test('what JSON has no word for becomes what JSON would make of it', () => {
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

test('a key named __proto__ stays a key and changes no prototype', () => {
  const fitted = fitToBytes(JSON.parse('{"__proto__":{"admin":true}}'), 1_000).value as object;
  expect(JSON.stringify(fitted)).toBe('{"__proto__":{"admin":true}}');
  expect(Object.getPrototypeOf(fitted)).toBe(Object.prototype);
});

test('characters that JSON writes long count as long', () => {
  const fitted = fitToBytes({ text: '\u0001'.repeat(10_000) }, 1_000);
  expect(fitted.cut).toBe(true);
  expect(sizeOf(fitted.value)).toBeLessThanOrEqual(1_100);
});

test('a text is cut by bytes and never within a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.nat(60), (text, bytes) => {
      const cut = cutText(text, bytes);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
      expect(text.startsWith(cut)).toBe(true);
    }),
  );
});

test('a secret on the edge of the limit shows no half of itself', () => {
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
