import { beforeAll, describe, expect, test } from 'vitest';
import { sharedMariadb } from '../../../../../test/engines/mariadb.ts';
import { sharedMysql } from '../../../../../test/engines/mysql.ts';
import type { TableDescription } from '../engine.ts';
import { ask, cell, change, failure, openBackend } from '../shared/testing/backend.ts';
import { describeDatabase, type TestDatabase } from '../shared/testing/database.ts';

const mariadb = await sharedMariadb();
const mysql = await sharedMysql();
const { signal } = new AbortController();

const SCHEMA = `
CREATE TABLE customers (id bigint AUTO_INCREMENT PRIMARY KEY, email varchar(100) NOT NULL COMMENT 'it''s unique',
  balance decimal(10,2) DEFAULT 0, UNIQUE KEY by_email (email), KEY by_part (email(10), balance)) COMMENT 'who pays' ENGINE=InnoDB;
CREATE TABLE \`My Orders\` (a int, b int, customer bigint, PRIMARY KEY (b, a),
  CONSTRAINT who FOREIGN KEY (customer) REFERENCES customers (id) ON DELETE CASCADE) ENGINE=InnoDB;
CREATE TABLE \`lines\` (x int, y int, CONSTRAINT pair FOREIGN KEY (x, y) REFERENCES \`My Orders\` (b, a)) ENGINE=InnoDB;
CREATE TRIGGER touched BEFORE UPDATE ON customers FOR EACH ROW SET NEW.balance = 0;
CREATE VIEW rich AS SELECT id, email FROM customers WHERE balance > 100;
DELIMITER //
CREATE FUNCTION twice(n int) RETURNS int BEGIN DECLARE m int; SET m = n * 2; RETURN m; END//
DELIMITER ;
INSERT INTO customers (email) VALUES ('a'), ('b'), ('c');
`;

function testCatalogue(name: string, capabilities: { analyzes: boolean }) {
  return (scratch: TestDatabase): void => {
    const { writable, readonly: backend } = scratch;

    const describeTable = async (table: string): Promise<TableDescription> => {
      const found = await backend.catalogue.describe({ name: table }, signal);
      if (!found) throw new Error(`no table ${table}`);
      return found;
    };

    beforeAll(() => writable.script(SCHEMA, signal));

    test('lists databases, schemas and relations', async () => {
      const databases = await backend.catalogue.databases(signal);
      expect(databases.find((database) => database.name === scratch.database)?.bytes).toBeGreaterThan(0);
      expect(await backend.catalogue.schemas(signal)).toContainEqual({ name: scratch.database });
      const all = await backend.catalogue.relations({ limit: 100, offset: 0 }, signal);
      expect(all.map((relation) => `${relation.name} ${relation.kind}`)).toEqual([
        'customers table',
        'lines table',
        'My Orders table',
        'rich view',
      ]);
      expect(all[0]).toMatchObject({ schema: scratch.database, rowEstimate: 3, comment: 'who pays' });
      const some = await backend.catalogue.relations({ pattern: '%OR%', limit: 10, offset: 0 }, signal);
      expect(some.map((relation) => relation.name)).toEqual(['My Orders']);
      expect(await backend.catalogue.relations({ schema: 'missing', limit: 10, offset: 0 }, signal)).toEqual(
        [],
      );
    });

    test('describes columns, keys, indexes, triggers and DDL of a table', async () => {
      const table = await describeTable('customers');
      expect(table).toMatchObject({
        kind: 'table',
        comment: 'who pays',
        primaryKey: ['id'],
        foreignKeys: [],
        referencedBy: [{ schema: scratch.database, name: 'My Orders', columns: ['customer'], key: 'who' }],
        triggers: [{ name: 'touched', definition: 'BEFORE UPDATE FOR EACH ROW SET NEW.balance = 0' }],
        ddl: expect.stringMatching(/^CREATE TABLE `customers`/),
      });
      expect(table.columns).toMatchObject([
        { name: 'id', nullable: false, generated: 'auto_increment' },
        { name: 'email', type: 'varchar(100)', nullable: false, comment: "it's unique" },
        { name: 'balance', type: 'decimal(10,2)', nullable: true, default: '0.00' },
      ]);
      expect(table.indexes).toEqual([
        { name: 'PRIMARY', unique: true, definition: 'PRIMARY KEY (`id`)' },
        { name: 'by_email', unique: true, definition: 'UNIQUE INDEX `by_email` (`email`)' },
        { name: 'by_part', unique: false, definition: 'INDEX `by_part` (`email`(10), `balance`)' },
      ]);
      expect(table.bytes).toBeGreaterThan(0);
    });

    test('keeps the column order of composite keys in both directions', async () => {
      const orders = await describeTable('My Orders');
      expect(orders.primaryKey).toEqual(['b', 'a']);
      expect(orders.foreignKeys[0]?.onDelete).toBe('cascade');
      expect(orders.referencedBy).toMatchObject([{ name: 'lines', columns: ['x', 'y'], key: 'pair' }]);
      expect((await describeTable('lines')).foreignKeys[0]?.references).toEqual({
        schema: scratch.database,
        name: 'My Orders',
        columns: ['b', 'a'],
      });
    });

    test('describes a view', async () => {
      const view = await describeTable('rich');
      expect(view).toMatchObject({ kind: 'view', comment: undefined, bytes: undefined, indexes: [] });
      expect(view.ddl).toMatch(/^CREATE .*VIEW/);
      expect(
        await backend.catalogue.describe({ name: "x'; DROP TABLE customers; --" }, signal),
      ).toBeUndefined();
    });

    test('searches objects by pattern', async () => {
      const found = await backend.catalogue.search(
        ['routine', 'table', 'column', 'index'],
        { pattern: '%E%', limit: 20, offset: 0 },
        signal,
      );
      expect(found.map(({ kind, table, name: found }) => [kind, table, found])).toEqual([
        ['table', undefined, 'customers'],
        ['table', undefined, 'lines'],
        ['table', undefined, 'My Orders'],
        ['column', 'customers', 'balance'],
        ['column', 'customers', 'email'],
        ['column', 'My Orders', 'customer'],
        ['column', 'rich', 'email'],
        ['index', 'customers', 'by_email'],
        ['routine', undefined, 'twice'],
      ]);
    });

    test('reports the server version and the privileges of the user', async () => {
      expect(await backend.describeServer(signal)).toMatchObject({
        version: expect.stringContaining(name),
        database: scratch.database,
        superuser: true,
        canWrite: true,
      });
      const user = `'r${scratch.database.slice(-8)}'@'127.0.0.1'`;
      await change(writable, `CREATE USER ${user} IDENTIFIED BY 'r'`);
      await change(writable, `GRANT SELECT ON ${scratch.database}.* TO ${user}`);
      const limited = await openBackend({
        ...scratch.definition,
        user: `r${scratch.database.slice(-8)}`,
        password: 'r',
      });
      expect(await limited.describeServer(signal)).toMatchObject({ superuser: false, canWrite: false });
      expect(await failure(change(limited, 'DELETE FROM customers'))).toHaveProperty('code', 'E_PERMISSION');
      expect(await failure(ask(limited, 'SELECT * FROM mysql.user'))).toHaveProperty('code', 'E_PERMISSION');
      await limited.dispose();
      await change(writable, `DROP USER ${user}`);
    });

    test('returns a plan as text and JSON, with parameters', async () => {
      const query = { sql: 'SELECT * FROM customers WHERE id = ?', params: [2] };
      const plan = await backend.explain(query, { readonly: true, signal, analyze: false });
      expect(plan.text).toContain('customers');
      expect(plan.text).toContain('PRIMARY');
      expect(plan.json).toMatchObject({ query_block: { select_id: 1 } });
      const analyzed = backend.explain(query, { readonly: true, signal, analyze: true });
      if (capabilities.analyzes) expect((await analyzed).text).toMatch(/r_rows: /);
      else expect(await failure(analyzed)).toHaveProperty('code', 'E_UNSUPPORTED');
    });

    test('plans a change only with planOnly, rolls it back, and is read-only afterwards', async () => {
      const query = { sql: 'DELETE FROM customers WHERE id = 1', params: [] };
      const options = { readonly: true, signal, analyze: false };
      expect(await failure(backend.explain(query, options))).toHaveProperty('code', 'E_READONLY');
      // More rounds than sessions: one that stayed writable would be used again.
      for (let round = 0; round < 10; round++) {
        expect((await backend.explain(query, { ...options, planOnly: true })).text).toContain('customers');
        for (const sql of ['DELETE FROM customers', 'DROP TABLE customers', 'CREATE TABLE extra (a int)'])
          expect(await failure(ask(backend, sql))).toHaveProperty('code', 'E_READONLY');
      }
      // A statement that is more than a plan is rolled back.
      const changed = { sql: "INSERT INTO customers (email) VALUES ('planned')", params: [] };
      expect(await failure(ask(backend, changed.sql))).toHaveProperty('code', 'E_READONLY');
      const open = await backend.run(changed, { readonly: true, planOnly: true, signal });
      await open.close();
      expect(await cell(writable, "SELECT COUNT(*) FROM customers WHERE email = 'planned'")).toBe(0);
    });

    describe('scripts', () => {
      test('returns one result per statement and is atomic', async () => {
        const results = await writable.script(
          "START TRANSACTION; INSERT INTO customers (email) VALUES ('x;y'); SELECT email FROM customers WHERE email = 'x;y'; COMMIT;",
          signal,
        );
        expect(results.map(({ rows, affected }) => [rows, affected])).toEqual([
          [[], 1],
          [[['x;y']], undefined],
        ]);
        const broken =
          "DELETE FROM customers WHERE email = 'x;y'; INSERT INTO customers (email) VALUES ('a')";
        expect(await failure(writable.script(broken, signal))).toMatchObject({
          code: 'E_CONSTRAINT',
          message: expect.stringMatching(/^Statement 2: (?!.*stay in effect)/),
        });
        expect(await cell(writable, "SELECT COUNT(*) FROM customers WHERE email = 'x;y'")).toBe(1);
      });

      test('reports the statements that an implicit commit keeps in effect', async () => {
        const script =
          "INSERT INTO customers (email) VALUES ('kept'); CREATE TABLE half (a int); INSERT INTO customers (email) VALUES ('gone'); SELECT nothing";
        expect(await failure(writable.script(script, signal))).toMatchObject({
          message: expect.stringContaining('Statements 1 to 2 stay in effect'),
          details: { statement: 4, committed: 2 },
        });
        expect(await cell(writable, "SELECT COUNT(*) FROM customers WHERE email IN ('kept', 'gone')")).toBe(
          1,
        );
      });

      test.each(['SELECT 1; COMMIT; SELECT 2', 'SELECT 1; ROLLBACK', 'SELECT 1; BEGIN; SELECT 2'])(
        'rejects transaction control inside the script: %s',
        async (script) => {
          expect(await failure(writable.script(script, signal))).toHaveProperty('code', 'E_UNSUPPORTED');
        },
      );

      test('rejects a script on a read-only connection', async () => {
        expect(await failure(backend.script('DELETE FROM customers', signal))).toHaveProperty(
          'code',
          'E_READONLY',
        );
      });
    });
  };
}

await describeDatabase(
  'the catalogue of MariaDB',
  'mysql',
  mariadb,
  [],
  testCatalogue('MariaDB', { analyzes: true }),
);
await describeDatabase(
  'the catalogue of MySQL',
  'mysql',
  mysql,
  [],
  testCatalogue('MySQL', { analyzes: false }),
);

await describeDatabase('MariaDB tables', 'mysql', mariadb, [], ({ writable: backend }) => {
  test('describes generated columns and checks', async () => {
    await change(
      backend,
      'CREATE TABLE t (a int CHECK (a > 0), b int GENERATED ALWAYS AS (a + 1) STORED, c int AS (a * 2) VIRTUAL, CONSTRAINT sum CHECK (a + b < 100))',
    );
    const table = await backend.catalogue.describe({ name: 't' }, signal);
    expect(table?.columns.map(({ generated }) => generated)).toEqual([
      undefined,
      'always as (`a` + 1) stored',
      'always as (`a` * 2) virtual',
    ]);
    expect(table?.checks).toEqual([
      { name: 'a', definition: '`a` > 0' },
      { name: 'sum', definition: '`a` + `b` < 100' },
    ]);
  });
});
