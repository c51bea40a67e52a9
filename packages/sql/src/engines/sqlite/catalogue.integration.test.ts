import { expect, test } from 'vitest';
import { createDatabase, NEVER, openDatabase, query } from './testing/database.ts';

const SCHEMA = `
  CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'nobody', email VARCHAR(80) UNIQUE,
    CONSTRAINT named CHECK (length(name) > 0));
  CREATE TABLE orders(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INT NOT NULL CONSTRAINT belongs_to REFERENCES customers(id) ON DELETE CASCADE,
    amount REAL, tax REAL AS (amount * 0.2) STORED, gross REAL GENERATED ALWAYS AS (amount + tax));
  CREATE TABLE lines(order_id INT, "no." INT, part, PRIMARY KEY (order_id, "no."),
    FOREIGN KEY (order_id) REFERENCES orders) WITHOUT ROWID;
  CREATE TABLE parcels(order_id INT, line INT, FOREIGN KEY (order_id, line) REFERENCES Lines(order_id, "no."));
  CREATE INDEX orders_by_customer ON orders(customer_id, amount DESC) WHERE amount > 0;
  CREATE VIEW big AS SELECT id, amount FROM orders WHERE amount > 100;
  CREATE TRIGGER audit AFTER INSERT ON orders BEGIN SELECT 1; SELECT 2; END;
  CREATE VIRTUAL TABLE notes USING fts5(body);
  CREATE TABLE "Äpfel_%" (größe INT);
  INSERT INTO customers(name) VALUES ('a'), ('b'), ('c'); ANALYZE;`;

const ALL = { limit: 100, offset: 0 };

function open() {
  return openDatabase(createDatabase(SCHEMA), { readonly: true }).catalogue;
}

test("lists tables and views without SQLite's own tables", async () => {
  const relations = await open().relations(ALL, NEVER);
  expect(relations.map(({ name, kind, rowEstimate }) => [name, kind, rowEstimate])).toEqual([
    ['big', 'view', undefined],
    ['customers', 'table', 3],
    ['lines', 'table', undefined],
    ['notes', 'table', undefined],
    ['orders', 'table', 0],
    ['parcels', 'table', undefined],
    ['Äpfel_%', 'table', undefined],
  ]);
});

test('filters relations by a case-insensitive pattern and pages them', async () => {
  const catalogue = open();
  const names = async (filter: object) =>
    (await catalogue.relations({ ...ALL, ...filter }, NEVER)).map(({ name }) => name);
  expect(await names({ pattern: 'ÄPFEL%' })).toEqual(['Äpfel_%']);
  expect(await names({ pattern: '%e%s' })).toEqual(['customers', 'lines', 'notes', 'orders', 'parcels']);
  expect(await names({ pattern: '%e%s', limit: 2, offset: 1 })).toEqual(['lines', 'notes']);
  expect(await names({ schema: 'Main' })).toHaveLength(7);
  expect(await names({ schema: 'other' })).toEqual([]);
});

test('describes a table with its keys, indexes, triggers and size', async () => {
  const orders = await open().describe({ name: 'ORDERS' }, NEVER);
  expect(orders).toMatchObject({
    schema: 'main',
    name: 'orders',
    kind: 'table',
    primaryKey: ['id'],
    foreignKeys: [
      {
        name: 'belongs_to',
        columns: ['customer_id'],
        references: { schema: 'main', name: 'customers', columns: ['id'] },
        onDelete: 'CASCADE',
      },
    ],
    referencedBy: [{ schema: 'main', name: 'lines', columns: ['order_id'], key: 'foreign key (order_id)' }],
    indexes: [
      {
        name: 'orders_by_customer',
        unique: false,
        definition: 'CREATE INDEX orders_by_customer ON orders(customer_id, amount DESC) WHERE amount > 0',
      },
    ],
    triggers: [{ name: 'audit', definition: expect.stringContaining('SELECT 2; END') }],
    ddl: expect.stringContaining('AUTOINCREMENT'),
  });
  expect(orders?.bytes).toBeGreaterThan(0);
  expect(
    orders?.columns.map(({ name, type, nullable, generated }) => [name, type, nullable, generated]),
  ).toEqual([
    ['id', 'INTEGER', false, undefined],
    ['customer_id', 'INT', false, undefined],
    ['amount', 'REAL', true, undefined],
    ['tax', 'REAL', true, '(amount * 0.2) STORED'],
    ['gross', 'REAL', true, '(amount + tax) VIRTUAL'],
  ]);
});

test('describes composite foreign keys and foreign keys without target columns', async () => {
  const catalogue = open();
  const lines = await catalogue.describe({ name: 'lines' }, NEVER);
  expect(lines?.primaryKey).toEqual(['order_id', 'no.']);
  expect(lines?.columns.map(({ nullable }) => nullable)).toEqual([false, false, true]);
  expect(lines?.foreignKeys[0]?.references).toEqual({ schema: 'main', name: 'orders', columns: ['id'] });
  expect(lines?.referencedBy).toEqual([
    { schema: 'main', name: 'parcels', columns: ['order_id', 'line'], key: 'foreign key (order_id, line)' },
  ]);
  const parcels = await catalogue.describe({ name: 'parcels', schema: 'main' }, NEVER);
  expect(parcels?.foreignKeys[0]?.references).toEqual({
    schema: 'main',
    name: 'Lines',
    columns: ['order_id', 'no.'],
  });
});

test('describes checks, defaults and automatic indexes', async () => {
  const customers = await open().describe({ name: 'customers' }, NEVER);
  expect(customers?.checks).toEqual([{ name: 'named', definition: '(length(name) > 0)' }]);
  expect(customers?.columns[1]?.default).toBe("'nobody'");
  expect(customers?.indexes).toEqual([
    { name: 'sqlite_autoindex_customers_1', unique: true, definition: 'UNIQUE (email)' },
  ]);
});

test('describes views and virtual tables', async () => {
  const catalogue = open();
  expect(await catalogue.describe({ name: 'big' }, NEVER)).toMatchObject({
    kind: 'view',
    columns: [{ name: 'id' }, { name: 'amount' }],
    bytes: undefined,
    ddl: expect.stringContaining('CREATE VIEW'),
  });
  const notes = await catalogue.describe({ name: 'notes' }, NEVER);
  expect(notes?.columns.map(({ name, generated }) => [name, generated])).toEqual([
    ['body', undefined],
    ['notes', 'hidden'],
    ['rank', 'hidden'],
  ]);
});

test('returns undefined for a missing table or schema', async () => {
  const catalogue = open();
  expect(await catalogue.describe({ name: 'nothing' }, NEVER)).toBeUndefined();
  expect(await catalogue.describe({ name: 'orders', schema: 'other' }, NEVER)).toBeUndefined();
});

test('searches objects by a pattern', async () => {
  const catalogue = open();
  const found = await catalogue.search(
    ['index', 'column', 'table', 'routine'],
    { ...ALL, pattern: '%order%' },
    NEVER,
  );
  expect(found.map(({ kind, table, name }) => [kind, table, name])).toEqual([
    ['table', undefined, 'orders'],
    ['column', 'lines', 'order_id'],
    ['column', 'parcels', 'order_id'],
    ['index', 'orders', 'orders_by_customer'],
  ]);
  expect(found[1]?.detail).toBe('INT');
  expect(
    await catalogue.search(['column'], { limit: 1, offset: 1, pattern: 'order_id' }, NEVER),
  ).toMatchObject([{ table: 'parcels' }]);
  expect(await catalogue.search(['column'], { ...ALL, pattern: 'GRÖSSE' }, NEVER)).toEqual([]);
  expect(await catalogue.search(['column'], { ...ALL, pattern: 'GRÖ%E' }, NEVER)).toHaveLength(1);
});

test('lists one database with its size and one schema', async () => {
  const backend = openDatabase(createDatabase(SCHEMA), { readonly: true });
  const [row] = await query(
    backend,
    'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size',
  );
  expect(await backend.catalogue.databases(NEVER)).toEqual([{ name: 'main', bytes: row?.[0] }]);
  expect(await backend.catalogue.schemas(NEVER)).toEqual([{ name: 'main', comment: undefined }]);
});

test('explains reads and changes as a tree, and rejects analyze', async () => {
  const backend = openDatabase(createDatabase(SCHEMA), { readonly: true });
  const options = { readonly: true, signal: NEVER, analyze: false };
  const plan = await backend.explain(
    { sql: 'SELECT * FROM orders WHERE customer_id = ? AND amount > 0', params: [1] },
    options,
  );
  expect(plan.text).toMatch(/^QUERY PLAN\n`--SEARCH orders USING INDEX orders_by_customer/);
  expect(plan.json).toEqual([{ detail: expect.stringContaining('orders_by_customer') }]);
  const change = await backend.explain({ sql: 'DELETE FROM orders WHERE id = 1;', params: [] }, options);
  expect(change.text).toContain('SEARCH orders');
  await expect(
    backend.explain({ sql: 'SELECT 1', params: [] }, { ...options, analyze: true }),
  ).rejects.toMatchObject({
    code: 'E_UNSUPPORTED',
  });
  await expect(
    backend.explain({ sql: 'SELECT 1; DELETE FROM orders', params: [] }, options),
  ).rejects.toMatchObject({
    code: 'E_INVALID_PARAMS',
  });
});
