import { beforeAll, describe, expect, test } from 'vitest';
import { sharedPostgres } from '../../../../../test/engines/postgres.ts';
import { scratchDatabase } from '../../testing/scratch-database.ts';
import type { TableDescription } from '../engine.ts';
import { ask, cell, change, failure, openBackend } from '../shared/testing/backend.ts';
import { describeDatabase } from '../shared/testing/database.ts';

const address = await sharedPostgres();
const { signal } = new AbortController();

const SCHEMA = `
CREATE SCHEMA "My Schema";
COMMENT ON SCHEMA "My Schema" IS 'odd';
CREATE TABLE customers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email text NOT NULL UNIQUE,
  low text GENERATED ALWAYS AS (lower(email)) STORED, balance numeric(10,2) DEFAULT 0 CHECK (balance >= 0));
COMMENT ON TABLE customers IS 'who pays';
COMMENT ON COLUMN customers.email IS 'it''s unique';
CREATE INDEX customers_low ON customers (low) WHERE balance > 0;
CREATE TABLE "My Schema"."Orders" (a int, b int, customer bigint REFERENCES customers ON DELETE CASCADE,
  PRIMARY KEY (b, a), UNIQUE (a, customer));
CREATE TABLE lines (x int, y int, FOREIGN KEY (x, y) REFERENCES "My Schema"."Orders" (b, a));
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER touched BEFORE UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION touch();
CREATE VIEW rich AS SELECT id, email FROM customers WHERE balance > 100;
CREATE MATERIALIZED VIEW totals AS SELECT sum(balance) AS total FROM customers;
CREATE TABLE events (at date NOT NULL, what text) PARTITION BY RANGE (at);
CREATE TABLE events_2024 PARTITION OF events FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
INSERT INTO customers (email) SELECT 'c' || g || '@example.test' FROM generate_series(1, 1000) g;
ANALYZE customers;
`;

await describeDatabase('the catalogue of PostgreSQL', 'postgres', address, [], (scratch) => {
  const { writable, readonly: backend } = scratch;

  const describeTable = async (name: string, schema?: string): Promise<TableDescription> => {
    const table = await backend.catalogue.describe({ schema, name }, signal);
    if (!table) throw new Error(`no table ${name}`);
    return table;
  };

  beforeAll(() => writable.script(SCHEMA, signal));

  test('lists databases, schemas and relations', async () => {
    const databases = await backend.catalogue.databases(signal);
    expect(databases.find(({ name }) => name === scratch.database)?.bytes).toBeGreaterThan(1_000_000);
    expect(await backend.catalogue.schemas(signal)).toEqual([
      { name: 'My Schema', comment: 'odd' },
      { name: 'public', comment: 'standard public schema' },
    ]);
    const all = await backend.catalogue.relations({ limit: 100, offset: 0 }, signal);
    expect(all.map(({ schema, name, kind }) => `${schema}.${name} ${kind}`)).toEqual([
      'My Schema.Orders table',
      'public.customers table',
      'public.events table',
      'public.events_2024 table',
      'public.lines table',
      'public.rich view',
      'public.totals matview',
    ]);
    expect(all[1]).toMatchObject({ rowEstimate: 1000, comment: 'who pays' });
    const some = await backend.catalogue.relations(
      { schema: 'public', pattern: '%E%', limit: 2, offset: 1 },
      signal,
    );
    expect(some.map(({ name }) => name)).toEqual(['events', 'events_2024']);
  });

  test('describes columns, keys, indexes, triggers and DDL of a table', async () => {
    const table = await describeTable('customers');
    expect(table).toMatchObject({
      schema: 'public',
      kind: 'table',
      comment: 'who pays',
      primaryKey: ['id'],
      foreignKeys: [],
      referencedBy: [
        { schema: 'My Schema', name: 'Orders', columns: ['customer'], key: 'Orders_customer_fkey' },
      ],
      checks: [{ name: 'customers_balance_check', definition: 'CHECK ((balance >= (0)::numeric))' }],
      triggers: [
        { name: 'touched', definition: expect.stringContaining('BEFORE UPDATE ON public.customers') },
      ],
    });
    expect(table.columns).toEqual([
      { name: 'id', type: 'bigint', nullable: false, generated: 'always as identity' },
      { name: 'email', type: 'text', nullable: false, comment: "it's unique" },
      { name: 'low', type: 'text', nullable: true, generated: 'always as (lower(email)) stored' },
      { name: 'balance', type: 'numeric(10,2)', nullable: true, default: '0' },
    ]);
    expect(table.indexes.map(({ name, unique }) => [name, unique])).toEqual([
      ['customers_email_key', true],
      ['customers_low', false],
      ['customers_pkey', true],
    ]);
    expect(table.bytes).toBeGreaterThan(0);
  });

  test('keeps the column order of composite keys in both directions', async () => {
    expect((await describeTable('Orders', 'My Schema')).primaryKey).toEqual(['b', 'a']);
    expect((await describeTable('lines')).foreignKeys).toEqual([
      {
        name: 'lines_x_y_fkey',
        columns: ['x', 'y'],
        references: { schema: 'My Schema', name: 'Orders', columns: ['b', 'a'] },
        onDelete: undefined,
      },
    ]);
    expect((await describeTable('Orders', 'My Schema')).foreignKeys[0]?.onDelete).toBe('cascade');
  });

  test('returns undefined for a missing table or an index', async () => {
    for (const name of ['nothing', 'customers_low', "x'; DROP TABLE lines; --", 'CUSTOMERS'])
      expect(await backend.catalogue.describe({ name }, signal)).toBeUndefined();
    expect(
      await backend.catalogue.describe({ schema: 'missing', name: 'customers' }, signal),
    ).toBeUndefined();
  });

  test('generates DDL that creates the same table', async () => {
    const tables = ['customers', 'rich', 'totals', 'events', 'events_2024', 'lines'];
    const ddl = await Promise.all(tables.map(async (name) => (await describeTable(name)).ddl));
    const orders = (await describeTable('Orders', 'My Schema')).ddl;
    const again = await scratchDatabase('postgres', address ?? { host: '', port: 0, user: '', password: '' });
    const copy = await openBackend(again.definition);
    await copy.script(`CREATE SCHEMA "My Schema"; ${[ddl[0], orders, ...ddl.slice(1)].join('\n')}`, signal);
    for (const [index, name] of tables.entries()) {
      expect((await copy.catalogue.describe({ name }, signal))?.ddl).toBe(ddl[index]);
    }
    await copy.dispose();
    await again.drop();
  });

  test('searches objects by pattern', async () => {
    const found = await backend.catalogue.search(
      ['routine', 'table', 'column', 'index'],
      { pattern: '%LOW%', limit: 10, offset: 0 },
      signal,
    );
    expect(found.map(({ kind, table, name }) => [kind, table, name])).toEqual([
      ['column', 'customers', 'low'],
      ['index', 'customers', 'customers_low'],
    ]);
    const [routine] = await backend.catalogue.search(
      ['routine'],
      { pattern: 'touch', limit: 1, offset: 0 },
      signal,
    );
    expect(routine).toMatchObject({ kind: 'routine', name: 'touch', detail: 'function () returns trigger' });
  });

  test('reports the server version and the privileges of the role', async () => {
    expect(await backend.describeServer(signal)).toMatchObject({
      version: expect.stringMatching(/^PostgreSQL \d/),
      user: 'postgres',
      database: scratch.database,
      superuser: true,
      canWrite: true,
    });
    const reader = `reader_${scratch.database}`;
    await change(writable, `CREATE ROLE ${reader} LOGIN PASSWORD 'r'`);
    await change(writable, `REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
    await change(writable, `GRANT SELECT ON customers TO ${reader}`);
    const limited = await openBackend({ ...scratch.definition, user: reader, password: 'r' });
    expect(await limited.describeServer(signal)).toMatchObject({
      user: reader,
      superuser: false,
      canWrite: false,
    });
    expect(await failure(ask(limited, 'SELECT * FROM lines'))).toHaveProperty('code', 'E_PERMISSION');
    await change(writable, `GRANT INSERT ON lines TO ${reader}`);
    expect(await limited.describeServer(signal)).toMatchObject({ canWrite: true });
    await limited.dispose();
    await change(writable, `DROP OWNED BY ${reader}`);
    await change(writable, `DROP ROLE ${reader}`);
  });

  describe('plans', () => {
    const options = { readonly: true, signal };

    test('returns text and JSON, with parameters', async () => {
      const plan = await backend.explain(
        { sql: 'SELECT * FROM customers WHERE id = $1', params: [5] },
        { ...options, analyze: false },
      );
      expect(plan.text).toContain('Index Scan using customers_pkey');
      expect(plan.json).toMatchObject([{ Plan: { 'Node Type': 'Index Scan' } }]);
    });

    test('rolls back an analyzed change', async () => {
      const sql = 'DELETE FROM lines';
      await change(writable, 'INSERT INTO lines VALUES (NULL, NULL)');
      await backend.explain({ sql, params: [] }, { ...options, analyze: false });
      expect(
        await failure(backend.explain({ sql, params: [] }, { ...options, analyze: true })),
      ).toHaveProperty('code', 'E_READONLY');
      const plan = await writable.explain({ sql, params: [] }, { readonly: false, signal, analyze: true });
      expect(plan.text).toMatch(/^Delete on lines .*actual time=/);
      expect(await cell(backend, 'SELECT count(*) FROM lines')).toBe(1);
    });

    test('reports the error position in the statement of the caller', async () => {
      const work = backend.explain(
        { sql: 'SELECT nothing FROM customers', params: [] },
        { ...options, analyze: false },
      );
      expect(await failure(work)).toMatchObject({
        code: 'E_NO_SUCH_COLUMN',
        message: expect.stringContaining('line 1, column 8'),
      });
    });
  });

  describe('scripts', () => {
    test('returns one result per statement', async () => {
      const results = await writable.script(
        `BEGIN; CREATE TYPE colour AS ENUM ('red; green'); SELECT 'red; green'::colour AS c; UPDATE lines SET x = NULL; COMMIT;`,
        signal,
      );
      expect(results.map(({ sql, affected }) => [sql.split(' ')[0], affected])).toEqual([
        ['CREATE', undefined],
        ['SELECT', undefined],
        ['UPDATE', 1],
      ]);
      expect(results[1]).toMatchObject({ columns: [{ name: 'c', type: 'colour' }], rows: [['red; green']] });
    });

    test('is atomic and names the statement that failed', async () => {
      const script = 'CREATE TABLE half (a int); INSERT INTO half VALUES (1);\nINSERT INTO half VALUES (1/0)';
      expect(await failure(writable.script(script, signal))).toMatchObject({
        code: 'E_DATA',
        message: expect.stringMatching(/^Statement 3: /),
        details: { statement: 3 },
      });
      expect(await cell(writable, "SELECT to_regclass('half')")).toBeNull();
    });

    test.each(['SELECT 1; COMMIT; SELECT 2', 'SELECT 1; ROLLBACK', 'SELECT 1; BEGIN; SELECT 2'])(
      'rejects transaction control inside the script: %s',
      async (script) => {
        expect(await failure(writable.script(script, signal))).toHaveProperty('code', 'E_UNSUPPORTED');
      },
    );

    test('allows ROLLBACK TO a savepoint', async () => {
      const script = 'SAVEPOINT s; DELETE FROM lines; ROLLBACK TO s; SELECT count(*) FROM lines';
      expect((await writable.script(script, signal)).at(-1)?.rows).toEqual([[1]]);
    });

    test('suggests query for a statement that cannot run in a transaction', async () => {
      expect(await failure(writable.script('SELECT 1; VACUUM', signal))).toMatchObject({
        code: 'E_UNSUPPORTED',
        hint: expect.stringContaining('query'),
      });
    });

    test('rejects a result above the row limit', async () => {
      const script = 'SELECT generate_series(1, 10001)';
      expect(await failure(writable.script(script, signal))).toHaveProperty('code', 'E_LIMIT');
    });

    test('rejects a script on a read-only connection', async () => {
      expect(await failure(backend.script('BEGIN READ WRITE; DELETE FROM lines', signal))).toHaveProperty(
        'code',
        'E_READONLY',
      );
    });
  });
});
