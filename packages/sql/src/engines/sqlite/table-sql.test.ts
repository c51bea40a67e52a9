import { expect, test } from 'vitest';
import { readTableSql } from './table-sql.ts';

const SQL = `CREATE TABLE "order lines" (
  id INTEGER PRIMARY KEY, -- CHECK (not this)
  "check" TEXT DEFAULT 'CHECK (x)' CHECK ("check" <> ')' AND length("check") > (1 + 2)),
  total REAL GENERATED ALWAYS AS (price * (1 + tax)) STORED,
  Net REAL AS (price) VIRTUAL CONSTRAINT positive CHECK (Net > 0),
  a INT CONSTRAINT to_a REFERENCES a(id) ON DELETE CASCADE,
  b INT REFERENCES b,
  CONSTRAINT [both ways] FOREIGN KEY (a, b) REFERENCES c (x, y),
  CONSTRAINT cheap CHECK (total < 100)
) STRICT`;

test('reads checks, generated columns and names of foreign keys', () => {
  const { checks, generated, foreignKeys } = readTableSql(SQL);
  expect(checks).toEqual([
    { name: 'check 1', definition: `("check" <> ')' AND length("check") > (1 + 2))` },
    { name: 'positive', definition: '(Net > 0)' },
    { name: 'cheap', definition: '(total < 100)' },
  ]);
  expect([...generated]).toEqual([
    ['total', '(price * (1 + tax))'],
    ['net', '(price)'],
  ]);
  expect(foreignKeys).toEqual(['to_a', undefined, 'both ways']);
});

test.each([undefined, 'CREATE VIRTUAL TABLE f USING fts5(x, check)', 'CREATE TABLE t', ''])(
  'reads nothing from %j',
  (sql) => {
    expect(readTableSql(sql)).toEqual({ checks: [], generated: new Map(), foreignKeys: [] });
  },
);
