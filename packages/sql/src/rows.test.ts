import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Row, RowReader, toRow, uniqueNames } from './rows.ts';
import { RowsCursor } from './testing/rows-cursor.ts';

const { signal } = new AbortController();

async function take(source: AsyncIterable<Row>, count: number): Promise<Row[]> {
  const rows: Row[] = [];
  if (count === 0) return rows;
  for await (const row of source) {
    if (rows.length === count) break;
    rows.push(row);
  }
  return rows;
}

const column = (name: string) => ({ name, type: 'text' });
const anyName = fc.oneof(fc.constantFrom('id', 'id_2', 'id_3', '', '__proto__', '1'), fc.string());

test('makes duplicate column names unique and loses no cell', () => {
  fc.assert(
    fc.property(fc.array(anyName), (names) => {
      const columns = uniqueNames(names.map(column));
      expect(new Set(columns.map(({ name }) => name)).size).toBe(names.length);
      columns.forEach(({ name }, index) => {
        expect(name.startsWith(names[index] ?? '')).toBe(true);
      });
      const row = toRow(
        columns,
        names.map((_, index) => index),
      );
      expect(columns.map(({ name }) => Object.getOwnPropertyDescriptor(row, name)?.value)).toEqual(
        names.map((_, index) => index),
      );
    }),
  );
});

test('keeps a unique name beside a duplicate one', () => {
  const names = uniqueNames(['id', 'id', 'id_2', 'name'].map(column)).map(({ name }) => name);
  expect(names).toEqual(['id', 'id_3', 'id_2', 'name']);
});

test('returns every row once and in order for any page size', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 1_500 }), sizes, async (total, pages) => {
      const reader = new RowReader(new RowsCursor(total));
      const seen: Row[] = [];
      for (let page = 0; !reader.atEnd; page++) {
        const size = pages[page % pages.length] ?? 1;
        seen.push(...(await take(reader.read(size + 1, signal), size)));
      }
      expect(seen.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, id) => id));
    }),
    { numRuns: 50 },
  );
});

test('fetches at most one row more than the page shows', async () => {
  const cursor = new RowsCursor(10_000);
  const rows = await take(new RowReader(cursor).read(201, signal), 200);
  expect(rows).toHaveLength(200);
  expect(cursor.asked.reduce((sum, count) => sum + count, 0)).toBe(201);
});

test('drains a statement to its end', async () => {
  const reader = new RowReader(new RowsCursor(2_345));
  await take(reader.read(11, signal), 10);
  await reader.drain(signal);
  expect(reader.atEnd).toBe(true);
});

test('stops reading when the signal is aborted', async () => {
  const reader = new RowReader(new RowsCursor(5));
  await expect(take(reader.read(5, AbortSignal.abort(new Error('stop'))), 5)).rejects.toThrow('stop');
});
