import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedMariadb } from '../../../../test/engines/mariadb.ts';
import { sharedPostgres } from '../../../../test/engines/postgres.ts';
import { administer, scratchDatabase } from '../testing/scratch-database.ts';
import { connectSql, openSqlEndpoint, type SqlEndpoint } from '../testing/sql-client.ts';

const servers = { postgres: await sharedPostgres(), mysql: await sharedMariadb() };

function describeFaults(type: keyof typeof servers, suite: (errorOf: ErrorOf) => void): void {
  const address = servers[type];
  describe.skipIf(!address)(`faulty statements on ${type}`, () => {
    let endpoint: SqlEndpoint;
    let drop: (() => Promise<void>) | undefined;

    beforeAll(async () => {
      if (!address) return;
      const scratch = await scratchDatabase(type, address);
      drop = scratch.drop;
      const admin = await administer(scratch.definition);
      await admin.run('CREATE TABLE customers (id int, name varchar(20))');
      await admin.close();
      const names = ['rw', 'ro'];
      const connections = names.map((name) => ({ ...scratch.definition, name, readonly: name === 'ro' }));
      endpoint = openSqlEndpoint({ connections });
    });
    afterAll(async () => {
      await endpoint?.close();
      await drop?.();
    });

    suite(async (connection, sql, tool = 'query') => {
      const { call } = await connectSql(endpoint);
      return (await call(tool, { connection, sql })).error;
    });
  });
}

type ErrorOf = (
  connection: string,
  sql: string,
  tool?: string,
) => Promise<{ readonly code: string; readonly message: string; readonly hint: string } | undefined>;

describeFaults('postgres', (errorOf) => {
  test.each(['query', 'explain_query'])(
    'the position of a syntax error is that in the statement: %s',
    async (tool) => {
      expect(await errorOf('ro', 'SELECT id\nFORM customers', tool)).toMatchObject({
        code: 'E_SYNTAX',
        message: expect.stringContaining('line 2, column 6, at `customers`'),
      });
      expect(await errorOf('ro', 'selct 1', tool)).toMatchObject({
        code: 'E_SYNTAX',
        message: expect.stringContaining('line 1, column 1, at `selct 1`'),
      });
    },
  );

  test.each(['ro', 'rw'])('a question mark is no parameter: %s', async (connection) => {
    expect(await errorOf(connection, 'SELECT * FROM customers WHERE id = ?')).toMatchObject({
      code: 'E_SYNTAX',
      hint: expect.stringContaining('$1'),
    });
  });

  test('several statements are counted before they are sent', async () => {
    expect(await errorOf('ro', 'SELECT 1; SELECT 2;')).toMatchObject({
      code: 'E_MULTI_STATEMENT',
      hint: 'Send one statement per call.',
    });
    expect(await errorOf('rw', 'DELETE FROM customers; SELECT 2')).toMatchObject({
      code: 'E_MULTI_STATEMENT',
      hint: expect.stringContaining('execute_script'),
    });
    expect(await errorOf('ro', 'SELECT 1; DELETE FROM customers')).toMatchObject({ code: 'E_READONLY' });
  });

  test('a column of several tables, of a change and of an alias', async () => {
    expect(await errorOf('rw', 'INSERT INTO customers (nme) VALUES (1)')).toMatchObject({
      code: 'E_NO_SUCH_COLUMN',
      hint: 'Did you mean "name"? Columns of customers: id, name.',
    });
    expect(await errorOf('ro', 'SELECT c.nme FROM customers c')).toMatchObject({
      hint: 'Did you mean "name"? Columns of customers: id, name.',
    });
  });

  test('a write asks for a connection that may write', async () => {
    expect(await errorOf('ro', 'DELETE FROM customers')).toMatchObject({ code: 'E_READONLY' });
    expect(await errorOf('ro', '\\! id')).toMatchObject({ code: 'E_READONLY' });
  });
});

describeFaults('mysql', (errorOf) => {
  test('a misspelt verb is named with its position', async () => {
    expect(await errorOf('ro', '  selct 1')).toMatchObject({
      code: 'E_SYNTAX',
      message: expect.stringContaining('"selct" begins no statement (line 1, column 3'),
      hint: 'Did you mean "SELECT"?',
    });
  });

  test('a numbered parameter is written as a question mark', async () => {
    expect(await errorOf('ro', 'SELECT * FROM customers WHERE id = $1')).toMatchObject({
      code: 'E_NO_SUCH_COLUMN',
      hint: 'Write ? for each parameter.',
    });
  });
});
