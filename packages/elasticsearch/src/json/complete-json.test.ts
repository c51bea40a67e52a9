import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBody } from '../client/read-body.ts';
import { completeJson } from './complete-json.ts';

const complete = (text: string): unknown => JSON.parse(completeJson(text));

describe('JSON that breaks off', () => {
  test.each([
    '{"took":1,"hits":{"total":5,"hits":[{"_id":"1"},{"_id":"2","_source":{"a":1,"b',
    '{"took":1,"hits":{"total":5,"hits":[{"_id":"1"},{"_id":"2","_source":{"a":[1,2],"b":"x',
  ])('loses the incomplete item of its outermost list: %s', (text) => {
    expect(complete(text)).toEqual({ took: 1, hits: { total: 5, hits: [{ _id: '1' }] } });
  });

  test('loses items inside the first item when that alone is too long', () => {
    expect(complete('[{"a":1,"list":[{"n":1},{"n":2},{"n"')).toEqual([{ a: 1, list: [{ n: 1 }, { n: 2 }] }]);
  });

  test.each([
    ['{"a":1,"b', { a: 1 }],
    ['{"a":1,"b":', { a: 1 }],
    ['{"a":1,"b":tr', { a: 1 }],
    ['{"a":1,"b":12', { a: 1 }],
    ['{"a":{"b":1},"c":{"d', { a: { b: 1 }, c: {} }],
    ['{"a,":"b]}","c":[', { 'a,': 'b]}', c: [] }],
  ])('of an object ends with the last complete member: %s', (text, value) => {
    expect(complete(text)).toEqual(value);
  });

  test.each([
    ['{"a":"some, [text', 'some, [text'],
    ['{"a":"x\\', 'x'],
    ['{"a":"x\\u00', 'x'],
    ['{"a":"x\\\\', 'x\\'],
    ['{"a":"x\\\\u00', 'x\\u00'],
    ['{"a":"say \\"', 'say "'],
  ])('keeps the beginning of a string, with a mark: %s', (text, beginning) => {
    expect(complete(text)).toEqual({ a: `${beginning}…[cut]` });
  });

  test('is valid JSON wherever reading stops, and contains nothing new', () => {
    const json = fc.json({ depthSize: 'small', stringUnit: 'grapheme' });
    fc.assert(
      fc.property(json, fc.nat(), (text, at) => {
        const beginning = text.slice(0, at % (text.length + 1));
        if (!/^\s*[[{]/.test(beginning)) return;
        const shown = completeJson(beginning);
        expect(() => JSON.parse(shown)).not.toThrow();
        const kept = shown.replace(/…\[cut\]"[\]}]*$|[\]}]*$/, '');
        expect(beginning.startsWith(kept)).toBe(true);
      }),
      { numRuns: 1_500 },
    );
  });
});

describe('a body', () => {
  async function* chunksOf(text: string, size: number) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  test.each([1, 2, 3, 7, 1_000])('is the same in chunks of %i bytes', async (size) => {
    const text = JSON.stringify({ ä: '€😀\\"\n', n: [1.5, -2e3], deep: { er: [[], {}] } });
    expect(await readBody(chunksOf(text, size), 'application/json', 1_000)).toEqual({
      body: JSON.parse(text),
      whole: true,
    });
  });

  test('keeps what follows a list that is longer than the answer', async () => {
    const value = { hits: { hits: Array.from({ length: 60_000 }, (_, n) => ({ n, text: 'some words' })) } };
    const text = JSON.stringify({ ...value, aggregations: { a: 1 } });
    const { body, whole } = await readBody(chunksOf(text, 64_000), 'application/json', 4_000_000);
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(body).toMatchObject({ aggregations: { a: 1 } });
    expect(whole).toBe(true);
  });

  test('that is longer than the limit is read no further, and loses incomplete items', async () => {
    const text = JSON.stringify(Array.from({ length: 1_000 }, (_, n) => ({ n })));
    const chunks = chunksOf(text, 100);
    const { body, whole } = await readBody(chunks, 'application/json', 250);
    expect(body).toEqual(Array.from({ length: (body as unknown[]).length }, (_, n) => ({ n })));
    expect(JSON.stringify(body).length).toBeGreaterThan(280);
    expect(whole).toBe(false);
    expect((await chunks.next()).done).toBe(true);
  });

  test('that nests too deeply for the parser is text', async () => {
    const text = `${'['.repeat(200_000)}12345678901234567890${']'.repeat(200_000)}`;
    const { body, whole } = await readBody(chunksOf(text, 64_000), 'application/json', 4_000_000);
    expect(body).toBe(text);
    expect(whole).toBe(true);
  });

  test('of plain text is cut at the limit', async () => {
    const { body, whole } = await readBody(chunksOf('line\n'.repeat(1_000), 50), 'text/plain', 99);
    expect(body).toBe(`${'line\n'.repeat(20)}…[cut]`);
    expect(whole).toBe(false);
  });
});
