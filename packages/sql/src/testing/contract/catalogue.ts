import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type ContractFixture, ODD_TABLE } from './fixture.ts';

const tablesPage = z.object({
  tables: z.array(z.looseObject({ name: z.string() })),
  cursor: z.string().optional(),
});

export function describeCatalogue(fixture: () => ContractFixture): void {
  describe('the catalogue', () => {
    test('lists databases and schemas', async () => {
      const { ask } = await fixture().connect();
      const { database, schema } = fixture().engine;
      const databases = await ask('list_databases', { connection: 'ro' });
      expect(databases).toMatchObject({
        databases: expect.arrayContaining([expect.objectContaining({ name: database })]),
      });
      const schemas = await ask('list_schemas', { connection: 'ro', pattern: schema });
      expect(schemas).toMatchObject({
        schemas: expect.arrayContaining([expect.objectContaining({ name: schema })]),
      });
    });

    test('lists every table and view once over pages', async () => {
      const { ask } = await fixture().connect();
      const { schema } = fixture().engine;
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const input = { connection: 'ro', schema, limit: 2, ...(cursor ? { cursor } : {}) };
        const page = tablesPage.parse(await ask('list_tables', input));
        names.push(...page.tables.map(({ name }) => name));
        cursor = page.cursor;
      } while (cursor);
      const all = ['customers', 'orders', 'big_orders', 'digits', 'numbers', 'endless', ODD_TABLE];
      expect(names.toSorted()).toEqual(all.toSorted());
    });

    test('finds tables by part of their name, with their kind', async () => {
      const { ask } = await fixture().connect();
      const { schema } = fixture().engine;
      const found = await ask('list_tables', { connection: 'ro', schema, pattern: 'ORDERS' });
      expect(found).toMatchObject({
        tables: [
          { schema, name: 'big_orders', kind: 'view' },
          { schema, name: 'orders', kind: 'table' },
        ],
      });
    });

    test('names the schema that was meant', async () => {
      const { call } = await fixture().connect();
      const { schema } = fixture().engine;
      const wrong = { connection: 'ro', schema: `${schema}x` };
      for (const [tool, input] of [
        ['list_tables', wrong],
        ['search_objects', { ...wrong, pattern: 'orders' }],
        ['schema_diagram', wrong],
      ] as const) {
        expect((await call(tool, input)).error, tool).toMatchObject({
          code: 'E_NO_SUCH_TABLE',
          hint: expect.stringContaining(`Did you mean "${schema}"?`),
        });
      }
    });

    test('describes columns, keys in both directions and indexes', async () => {
      const { ask } = await fixture().connect();
      const { schema } = fixture().engine;
      const orders = await ask('describe_table', { connection: 'ro', table: 'orders' });
      expect(orders).toMatchObject({
        schema,
        name: 'orders',
        kind: 'table',
        columns: [
          { name: 'id', nullable: false },
          { name: 'customer_id', nullable: false },
          { name: 'total', nullable: true },
          { name: 'note', nullable: true },
        ],
        primaryKey: ['id'],
        foreignKeys: [
          { columns: ['customer_id'], references: { schema, name: 'customers', columns: ['id'] } },
        ],
        indexes: expect.arrayContaining([
          expect.objectContaining({ name: 'orders_by_customer', unique: false }),
        ]),
      });
      const customers = await ask('describe_table', { connection: 'ro', table: `${schema}.customers` });
      expect(customers).toMatchObject({ referencedBy: [{ name: 'orders', columns: ['customer_id'] }] });
    });

    test('describes a table in one line for each part, with its DDL on request', async () => {
      const { call } = await fixture().connect();
      const { schema } = fixture().engine;
      const short = await call('describe_table', { connection: 'ro', table: 'orders' });
      expect(short.data).not.toHaveProperty('ddl');
      expect(short.text).toMatch(new RegExp(`^table ${schema}\\.orders`));
      expect(short.text).toMatch(/^ {2}customer_id \S+ not null$/m);
      expect(short.text).toContain(`\n  customer_id → ${schema}.customers (id)`);
      expect(short.text).not.toMatch(/null\b(?<!not null)|\[\]|CREATE TABLE/);
      const long = await call('describe_table', { connection: 'ro', table: 'orders', ddl: true });
      expect(long.data).toMatchObject({ ddl: expect.stringMatching(/CREATE TABLE/i) });
      expect(long.text).toMatch(/\nddl:\nCREATE TABLE/i);
    });

    test('suggests the similar name for a missing table', async () => {
      const { call } = await fixture().connect();
      for (const tool of ['describe_table', 'sample_rows']) {
        const answer = await call(tool, { connection: 'ro', table: 'custmers' });
        expect(answer.error).toMatchObject({
          code: 'E_NO_SUCH_TABLE',
          hint: expect.stringContaining('customers'),
        });
      }
      const answer = await call('profile_column', { connection: 'ro', table: 'customers', column: 'nam' });
      expect(answer.error).toMatchObject({
        code: 'E_NO_SUCH_COLUMN',
        hint: expect.stringContaining('"name"'),
      });
    });

    test('finds objects by part of their name, with details on request', async () => {
      const { ask } = await fixture().connect();
      const input = { connection: 'ro', schema: fixture().engine.schema, pattern: 'customer_id' };
      expect(await ask('search_objects', input)).toEqual({
        objects: [expect.objectContaining({ kind: 'column', table: 'orders', name: 'customer_id' })],
      });
      const bare = JSON.stringify(
        await ask('search_objects', { ...input, pattern: 'orders', kinds: ['table', 'index'] }),
      );
      expect(bare).toContain('orders_by_customer');
      expect(bare).toMatch(/"kind":"view"[^}]*"name":"big_orders"|"name":"big_orders"[^}]*"kind":"view"/);
      expect(bare).not.toContain('"detail"');
      expect(JSON.stringify(await ask('search_objects', { ...input, detail: true }))).toContain('"detail"');
    });
  });

  describe('table data', () => {
    test('samples a few rows', async () => {
      const { ask } = await fixture().connect();
      expect(await ask('sample_rows', { connection: 'ro', table: 'numbers', count: 3 })).toMatchObject({
        rowCount: 3,
      });
    });

    test('reads a table with special characters in its name', async () => {
      const { ask } = await fixture().connect();
      const { schema } = fixture().engine;
      expect(await ask('sample_rows', { connection: 'ro', schema, table: ODD_TABLE })).toMatchObject({
        rows: [{ 'se"lect `x`': 7 }],
      });
      const profile = { connection: 'ro', schema, table: ODD_TABLE, column: 'se"lect `x`' };
      expect(await ask('profile_column', profile)).toMatchObject({ rows: 1, min: 7, max: 7 });
    });

    test('profiles a column', async () => {
      const { ask } = await fixture().connect();
      expect(
        await ask('profile_column', { connection: 'ro', table: 'customers', column: 'name' }),
      ).toMatchObject({
        rows: 3,
        nulls: 0,
        distinct: 2,
        min: 'Ada',
        max: 'Grace',
        top: [
          { value: 'Ada', count: 2 },
          { value: 'Grace', count: 1 },
        ],
        notes: [],
      });
      const emails = await ask('profile_column', { connection: 'ro', table: 'customers', column: 'email' });
      expect(emails).toMatchObject({ rows: 3, nulls: 1, distinct: 2 });
    });

    test('returns a partial profile at the time limit', async () => {
      const { ask } = await fixture().connect();
      const input = { connection: 'ro', table: 'endless', column: 'id', exact: true, timeoutMs: 300 };
      const profile = await ask('profile_column', input);
      expect(profile).toMatchObject({
        column: 'id',
        notes: expect.arrayContaining([expect.stringContaining('time limit reached')]),
      });
      expect(profile).not.toHaveProperty('top');
    });

    test('draws an ER diagram', async () => {
      const { call } = await fixture().connect();
      const { schema } = fixture().engine;
      const { text } = await call('schema_diagram', { connection: 'ro', tables: ['orders', 'customers'] });
      expect(text).toMatch(/^erDiagram\n/);
      expect(text).toMatch(/"orders" \}o--\|\| "customers" : /);
      const all = await call('schema_diagram', { connection: 'ro', schema, limit: 2 });
      expect(all.meta.truncation).toMatchObject({ limit: 'rows' });
    });
  });
}
