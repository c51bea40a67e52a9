import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitBody, jsonBytes } from './fit-body.ts';
import { ExactNumber } from './json/exact-json.ts';

const hit = (id: number, text = 'x') => ({ _id: String(id), _source: { text, tags: ['a', 'b', 'c'] } });
const search = (hits: readonly unknown[], more: object = {}) => ({
  took: 1,
  hits: { total: { value: 500, relation: 'eq' }, hits },
  ...more,
});
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const limits = { bytes: 2_000, rows: 200 };

describe('a body that is too large', () => {
  test('is unchanged while it fits', () => {
    const body = search([hit(1), hit(2)]);
    expect(fitBody(body, limits)).toEqual({ value: body });
  });

  test('loses whole hits from the end and nothing else', () => {
    const body = search(
      range(100).map((id) => hit(id)),
      { aggregations: { n: { value: 7 } } },
    );
    const { value, cut } = fitBody(body, limits);
    const kept = cut?.shown ?? 0;
    expect(value).toEqual(
      search(
        range(kept).map((id) => hit(id)),
        { aggregations: { n: { value: 7 } } },
      ),
    );
    expect(cut).toEqual({ by: 'bytes', shown: kept, total: 500 });
    expect(jsonBytes(value)).toBeLessThanOrEqual(limits.bytes);
    expect(
      jsonBytes(
        search(
          range(kept + 1).map((id) => hit(id)),
          { aggregations: { n: { value: 7 } } },
        ),
      ),
    ).toBeGreaterThan(limits.bytes);
  });

  test('loses what nests too deeply, with a mark', () => {
    const nested: unknown = JSON.parse(`[${'['.repeat(200)}1${']'.repeat(200)},2]`);
    const { value, cut } = fitBody(nested, limits);
    expect(JSON.stringify(value)).toMatch(/^\[{60}"…\[cut\]"\]{59},2\]$/);
    expect(cut).toBeDefined();
  });

  test('loses hits before buckets', () => {
    const buckets = range(50).map((key) => ({ key, doc_count: 1 }));
    const { value } = fitBody(
      search(
        range(100).map((id) => hit(id)),
        { aggregations: { n: { buckets } } },
      ),
      limits,
    );
    expect(value).toMatchObject({ aggregations: { n: { buckets } } });
  });

  test('has the long strings of the last hit cut, with a mark that says how much is missing', () => {
    const { value, cut } = fitBody(search([hit(1, 'é'.repeat(5_000)), hit(2)]), limits);
    const shown = JSON.stringify(value);
    const [, kept = '', more] = /"(é+)…\[cut: (\d+) more characters\]"/.exec(shown) ?? [];
    expect(kept.length + Number(more)).toBe(5_000);
    expect(kept.length).toBeGreaterThan(700);
    expect(cut).toEqual({ by: 'bytes', shown: 1, total: 500 });
    expect(jsonBytes(value)).toBeLessThanOrEqual(limits.bytes);
  });

  test('a string that was cut before says how much is missing in all', () => {
    const text = `${'x'.repeat(3_000)}…[cut: 100 more characters]`;
    const [, kept = '', more] =
      /"(x+)…\[cut: (\d+) more/.exec(JSON.stringify(fitBody({ text }, limits).value)) ?? [];
    expect(kept.length + Number(more)).toBe(3_100);
  });

  test('loses the last items of a list', () => {
    const rows = range(500).map((n) => ({ index: `idx-${n}` }));
    const { value, cut } = fitBody(rows, limits);
    expect(value).toEqual(rows.slice(0, cut?.shown));
    expect(cut).toMatchObject({ by: 'bytes', total: 500 });
  });

  test('has no more hits or items than the row limit', () => {
    expect(fitBody(search(range(9).map((id) => hit(id))), { ...limits, rows: 3 }).cut).toEqual({
      by: 'rows',
      shown: 3,
      total: 500,
    });
    expect(fitBody(range(9), { ...limits, rows: 3 })).toEqual({
      value: [0, 1, 2],
      cut: { by: 'rows', shown: 3, total: 9 },
    });
  });

  test('loses the last members of a large object', () => {
    const properties = Object.fromEntries(range(500).map((n) => [`field_${n}`, { type: 'keyword' }]));
    const { value, cut } = fitBody({ idx: { mappings: { properties } } }, limits);
    expect(value).toMatchObject({ idx: { mappings: { properties: { field_0: { type: 'keyword' } } } } });
    expect(jsonBytes(value)).toBeLessThanOrEqual(limits.bytes);
    expect(cut).toMatchObject({ by: 'bytes' });
  });

  test('is cut when it is a string', () => {
    const { value } = fitBody('green open idx\n'.repeat(1_000), limits);
    expect(value).toMatch(/^green open idx\n.*…\[cut: \d+ more characters\]$/s);
  });

  test('does not modify its input', () => {
    const body = search(range(100).map((id) => hit(id, 'y'.repeat(100))));
    const before = JSON.stringify(body);
    fitBody(body, limits);
    expect(JSON.stringify(body)).toBe(before);
  });

  test('keeps the minimum number of rows', () => {
    const { value } = fitBody(search(range(10).map((id) => hit(id, 'z'.repeat(1_000)))), {
      ...limits,
      minRows: 5,
    });
    expect(value).toMatchObject({ hits: { hits: { length: 5 } } });
  });

  test('keeps exact numbers', () => {
    const body = { n: new ExactNumber('9007199254740993'), filler: 'x'.repeat(5_000) };
    expect(fitBody(body, limits).value).toMatchObject({ n: new ExactNumber('9007199254740993') });
  });

  test('always fits, and reports what is missing', () => {
    const value = fc.object({
      maxDepth: 5,
      maxKeys: 30,
      values: [
        fc.string({ maxLength: 400, unit: 'grapheme' }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
      ],
      key: fc.string({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(value, fc.integer({ min: 600, max: 3_000 }), (body, bytes) => {
        const whole: unknown = JSON.parse(JSON.stringify(body));
        const fitted = fitBody(whole, { bytes, rows: 200 });
        expect(jsonBytes(fitted.value)).toBeLessThanOrEqual(Math.max(bytes, 1_000));
        if (!fitted.cut) expect(fitted.value).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });
});
