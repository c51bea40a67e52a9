import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Budget, defaultLimits, estimateTokens } from './budget.ts';

/** Counts what is taken from it and notices when it is closed. */
function watchedSource(row: (index: number) => unknown, length = 1_000_000) {
  const watch = { pulled: 0, closed: false };
  async function* items() {
    try {
      for (let index = 0; index < length; index++) {
        watch.pulled += 1;
        yield row(index);
      }
    } finally {
      watch.closed = true;
    }
  }
  return { watch, source: items() };
}

test('applies default limits', () => {
  expect(new Budget({ rows: 5 }).limits).toEqual({ ...defaultLimits, rows: 5 });
});

test('stops and closes the source after one row more than the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 60 }),
      async (rows, length) => {
        const { watch, source } = watchedSource((index) => index, length);
        const { items, cutBy } = await new Budget({ rows }).collect(source);
        expect(items).toHaveLength(Math.min(rows, length));
        expect(cutBy).toBe(length > rows ? 'rows' : undefined);
        expect(watch).toEqual({ pulled: Math.min(rows + 1, length), closed: true });
      },
    ),
  );
});

test("applies the caller's limit where it is lower", async () => {
  const budget = new Budget({ rows: 10 });
  const lower = await budget.collect(watchedSource((index) => index).source, { rows: 3 });
  const higher = await budget.collect(watchedSource((index) => index).source, { rows: 30 });
  expect([lower.items.length, higher.items.length]).toEqual([3, 10]);
});

test.each([
  ['bytes', { rows: 1_000, bytes: 1_000, tokens: 100_000 }],
  ['tokens', { rows: 1_000, bytes: 100_000, tokens: 300 }],
  ['rows', { rows: 4, bytes: 1_000, tokens: 300 }],
] as const)('names the %s limit when it cuts', async (name, limits) => {
  const { watch, source } = watchedSource(() => 'x'.repeat(100));
  const { items, cutBy } = await new Budget(limits).collect(source);
  expect(cutBy).toBe(name);
  expect(watch).toEqual({ pulled: items.length + 1, closed: true });
});

test('keeps at least one row, however large', async () => {
  const { items, cutBy } = await new Budget({ bytes: 1_000 }).collect(['x'.repeat(5_000), 'y']);
  expect(items).toHaveLength(1);
  expect(cutBy).toBe('bytes');
});

test('keeps all rows within the limit', async () => {
  const row = fc.record({ id: fc.integer(), name: fc.string() });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 100 }), async (rows) => {
      const { items, cutBy } = await new Budget({ bytes: 600, tokens: 100_000 }).collect(rows);
      const size = items.reduce<number>((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)) + 1, 0);
      if (items.length > 1) expect(size).toBeLessThanOrEqual(600);
      expect(items).toEqual(rows.slice(0, items.length));
      expect(cutBy).toBe(items.length < rows.length ? 'bytes' : undefined);
    }),
  );
});

test('every row counts twice, for the text and for the structured content, beside a share for the frame', async () => {
  const rows = ['x'.repeat(97), 'y'.repeat(97)];
  const exact = await new Budget({ bytes: 422 }).collect(rows);
  const tighter = await new Budget({ bytes: 420 }).collect(rows);
  const framed = await new Budget({ bytes: 422 }).collect(rows, { frame: ['a column'] });
  expect([exact.cutBy, tighter.cutBy, framed.cutBy]).toEqual([undefined, 'bytes', 'bytes']);
});

test('a caller gets no more rows than the budget has, whatever limit it names', async () => {
  const budget = new Budget({ rows: 3 });
  expect(await budget.collect([1, 2, 3, 4, 5], { rows: 10_000 })).toEqual({
    items: [1, 2, 3],
    cutBy: 'rows',
  });
  expect(await budget.collect([1, 2, 3, 4, 5], { rows: 2 })).toEqual({ items: [1, 2], cutBy: 'rows' });
});

test('measures rows that are not JSON', async () => {
  const circle: { self?: unknown; big: bigint } = { big: 12n };
  circle.self = circle;
  const rows = Array.from({ length: 50 }, () => circle);
  const { items, cutBy } = await new Budget({ bytes: 3_000, tokens: 100_000 }).collect(rows);
  expect(cutBy).toBe('bytes');
  expect(items.length).toBeGreaterThan(0);
});

test('propagates an error of the source', async () => {
  const source = (function* () {
    yield 1;
    throw new Error('the engine is gone');
  })();
  await expect(new Budget().collect(source)).rejects.toThrow('the engine is gone');
});

test('keeps the truncation for the answer', () => {
  const budget = new Budget();
  expect(budget.truncation).toBeUndefined();
  budget.cut({ limit: 'rows', shown: 2, total: 9, next: 'ask for more.' });
  expect(budget.truncation).toEqual({
    truncated: true,
    limit: 'rows',
    shown: 2,
    total: 9,
    next: 'ask for more.',
  });
});

test('limits text by the tighter of bytes and tokens', () => {
  expect(new Budget({ bytes: 1_000, tokens: 1_000 }).textLimit).toEqual({ bytes: 1_000, name: 'bytes' });
  expect(new Budget({ bytes: 10_000, tokens: 1_000 }).textLimit).toEqual({ bytes: 3_500, name: 'tokens' });
  expect(estimateTokens('x'.repeat(3_500))).toBe(1_000);
});
