import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBody } from '../client/read-body.ts';
import { parseExact } from './exact-json.ts';
import { JsonPruner } from './json-pruner.ts';

/** In pieces of so many characters: the pieces must make no difference. */
function prune(text: string, limit: number, { longest = 1_000, size = text.length } = {}) {
  const pruner = new JsonPruner(limit, longest);
  const characters = [...text];
  for (let at = 0; at < characters.length && !pruner.full; at += size)
    pruner.push(characters.slice(at, at + size).join(''));
  if (pruner.full) pruner.breakOff();
  return { value: parseExact(pruner.text), pruned: pruner.pruned, full: pruner.full };
}

const items = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ n, text: 'some words', list: [1, 2, 3] }));

describe('pruned JSON', () => {
  test('loses whole items of its outermost list, and keeps what follows the list', () => {
    const text = JSON.stringify({
      took: 1,
      hits: { total: 100, hits: items(100) },
      aggregations: { a: [1, 2] },
    });
    const { value, pruned } = prune(text, 1_000);
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
    const { value, pruned } = prune(
      JSON.stringify([{ list: items(100), after: 'yes' }, { list: [] }]),
      1_000,
    );
    const [{ list = [], after = '' } = {}] = value as { list?: unknown[]; after?: string }[];
    expect(list.length).toBeGreaterThan(5);
    expect({ list, after }).toEqual({ list: items(list.length), after: 'yes' });
    expect(pruned).toBe(true);
  });

  test('of an object ends with the last member that fits', () => {
    const members = Object.fromEntries(items(100).map(({ n, text }) => [`member ${n}`, text]));
    const { value, full } = prune(JSON.stringify(members), 1_000);
    expect(full).toBe(true);
    expect(Object.keys(value as object).length).toBeLessThan(80);
  });

  test('is marked as pruned only when something is missing', () => {
    expect(prune(JSON.stringify(items(5)), 10_000)).toMatchObject({ pruned: false, full: false });
    expect(prune('["x","y"]', 3)).toMatchObject({ value: ['x'], pruned: true });
  });

  test('has long strings cut with a mark, and never between surrogates', () => {
    const { value, pruned } = prune(JSON.stringify(['😀'.repeat(600), 'short']), 100_000);
    expect(value).toEqual([`${'😀'.repeat(500)}…[cut: 200 more characters]`, 'short']);
    expect(pruned).toBe(true);
    const [odd] = prune(JSON.stringify([`a${'😀'.repeat(600)}`]), 100_000).value as string[];
    expect(odd).toBe(`a${'😀'.repeat(499)}…[cut: 202 more characters]`);
  });

  test('leaves out what nests too deep', () => {
    const { value, pruned } = prune(`[${'['.repeat(200)}1${']'.repeat(200)},2]`, 10_000);
    expect(pruned).toBe(true);
    expect(JSON.stringify(value)).toMatch(/^\[{60}"…\[cut\]"\]{59},2\]$/);
  });

  const limits = fc.record({
    limit: fc.integer({ min: 1, max: 200 }),
    longest: fc.integer({ min: 1, max: 50 }),
  });
  const json = fc.json({ depthSize: 'small', stringUnit: 'grapheme' });

  test('is complete where nothing was pruned, and does not depend on the pieces', () => {
    fc.assert(
      fc.property(json, limits, fc.integer({ min: 1, max: 20 }), (text, { limit, longest }, size) => {
        const [once, inPieces] = [prune(text, limit, { longest }), prune(text, limit, { longest, size })];
        for (const { value, pruned } of [once, inPieces])
          if (!pruned) expect(value).toEqual(parseExact(text));
        if (!once.full && !inPieces.full) expect(inPieces).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });

  test('is valid JSON wherever reading stops', () => {
    fc.assert(
      fc.property(json, limits, fc.nat(), (text, { limit, longest }, at) => {
        const pruner = new JsonPruner(limit, longest);
        const end = at % (text.length + 1);
        pruner.push(text.slice(0, end));
        pruner.breakOff();
        if (/^\s*[[{]/.test(text.slice(0, end))) expect(() => JSON.parse(pruner.text)).not.toThrow();
      }),
      { numRuns: 1_000 },
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

  test('of plain text is cut at the limit', async () => {
    const { body, whole } = await readBody(chunksOf('line\n'.repeat(1_000), 64), 'text/plain', 100);
    expect(body).toBe(`${'line\n'.repeat(20)}…[cut]`);
    expect(whole).toBe(false);
  });
});
