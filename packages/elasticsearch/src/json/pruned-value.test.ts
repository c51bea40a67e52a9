import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBody } from '../client/read-body.ts';
import { PrunedValue } from './pruned-value.ts';
import { JsonTokenizer } from './tokenizer.ts';

function parse(text: string, room: number, longest = 1_000): PrunedValue {
  const value = new PrunedValue(room);
  const tokenizer = new JsonTokenizer(value, longest);
  tokenizer.push(text);
  if (!value.full) tokenizer.end();
  else value.breakOff();
  return value;
}

const items = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ n, text: 'some words', list: [1, 2, 3] }));

describe('a value in bounded room', () => {
  test('loses whole items of its outermost list, and keeps what follows the list', () => {
    const text = JSON.stringify({
      took: 1,
      hits: { total: 100, hits: items(100) },
      aggregations: { a: [1, 2] },
    });
    const { value, pruned } = parse(text, 1_000);
    const shown = JSON.parse(JSON.stringify(value)) as { hits: { hits: unknown[] } };
    const kept = shown.hits.hits.length;
    expect(kept).toBeGreaterThan(5);
    expect(shown).toMatchObject({
      took: 1,
      hits: { total: 100, hits: items(kept) },
      aggregations: { a: [1] },
    });
    expect(pruned).toBe(true);
  });

  test('loses items inside the first item when that alone is too large', () => {
    const { value, pruned } = parse(
      JSON.stringify([{ list: items(100), after: 'yes' }, { list: [] }]),
      1_000,
    );
    const [{ list = [], after = '' } = {}] = value as { list?: unknown[]; after?: string }[];
    expect(list.length).toBeGreaterThan(5);
    expect({ list, after }).toEqual({ list: items(list.length), after: 'yes' });
    expect(pruned).toBe(true);
  });

  test('of members alone ends with the last that has room', () => {
    const members = Object.fromEntries(items(100).map(({ n, text }) => [`member ${n}`, text]));
    const { value, full } = parse(JSON.stringify(members), 1_000);
    expect(full).toBe(true);
    expect(Object.keys(value as object).length).toBeLessThan(80);
  });

  test('says nothing is missing when nothing is', () => {
    expect(parse(JSON.stringify(items(5)), 10_000)).toMatchObject({ pruned: false, full: false });
    expect(parse('["x","y"]', 8)).toMatchObject({ value: ['x'], pruned: true });
  });

  test('has long texts cut with a mark, and no half characters', () => {
    const { value, pruned } = parse(JSON.stringify(['😀'.repeat(600), 'short']), 100_000);
    expect(value).toEqual([`${'😀'.repeat(500)}…[cut: 200 more characters]`, 'short']);
    expect(pruned).toBe(true);
    const [odd] = parse(JSON.stringify([`a${'😀'.repeat(600)}`]), 100_000).value as string[];
    expect(odd).toBe(`a${'😀'.repeat(499)}…[cut: 202 more characters]`);
  });

  test('is always a beginning of the whole, list by list', () => {
    fc.assert(
      fc.property(fc.json({ depthSize: 'small' }), fc.integer({ min: 1, max: 200 }), (text, room) => {
        const { value, pruned } = parse(text, room);
        if (pruned || value === undefined) return;
        expect(JSON.parse(JSON.stringify(value))).toEqual(
          JSON.parse(text.replaceAll(/(?<![\d.eE+-])-0(?![\d.eE])/g, '"-0"')),
        );
      }),
    );
  });
});

describe('a body', () => {
  async function* chunksOf(text: string, size: number) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  test.each([1, 2, 3, 7, 1_000])('is read in chunks of %i bytes as in one', async (size) => {
    const text = JSON.stringify({ ä: '€😀\\"\n', n: [1.5, -2e3], deep: { er: [[], {}] } });
    expect(await readBody(chunksOf(text, size), 'application/json', 1_000)).toEqual({
      body: JSON.parse(text),
      whole: true,
    });
  });

  test('of text is cut where no more is wanted', async () => {
    const { body, whole } = await readBody(chunksOf('line\n'.repeat(1_000), 64), 'text/plain', 100);
    expect(body).toBe(`${'line\n'.repeat(20)}…[cut]`);
    expect(whole).toBe(false);
  });
});
