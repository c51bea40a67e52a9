import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Budget } from '@molehill/core/budget';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test } from 'vitest';
import { connectSql, openSqlEndpoint } from './testing/sql-client.ts';

async function connect(sql: readonly string[]) {
  const file = join(tempFolder(), 'shop.db');
  const database = new DatabaseSync(file);
  for (const statement of sql) database.exec(statement);
  database.close();
  const endpoint = openSqlEndpoint({ connections: [{ name: 'shop', type: 'sqlite', file, readonly: true }] });
  onTestFinished(() => endpoint.close());
  return connectSql(endpoint);
}

const columns = (count: number) =>
  Array.from({ length: count }, (_, n) => `column_${n} TEXT NOT NULL DEFAULT 'a value'`).join(', ');
const tables = (count: number, width: number, name = 'table') =>
  Array.from(
    { length: count },
    (_, n) => `CREATE TABLE ${name}_${n} (id INTEGER PRIMARY KEY, ${columns(width)})`,
  );
const longNames = tables(200, 1, 'a_table_with_a_name'.repeat(3));

const LIMIT = new Budget().textLimit.bytes;

test('shows a schema diagram that is far below the limit completely', async () => {
  const { call } = await connect(tables(7, 30));
  const { data, meta } = await call('schema_diagram', { connection: 'shop' });
  expect(data).toMatchObject({ tables: 7 });
  expect(meta.truncation).toBeUndefined();
});

test.each([
  ['schema_diagram', { limit: 100 }, tables(80, 30)],
  ['list_tables', { limit: 200 }, longNames],
  ['describe_table', { table: 'table_0' }, tables(1, 300)],
] as const)('fills most of the limit before it cuts: %s', async (tool, input, sql) => {
  const { client } = await connect(sql);
  const { content, structuredContent } = await client.callTool({
    name: tool,
    arguments: { connection: 'shop', ...input },
  });
  const size = JSON.stringify(content).length + JSON.stringify(structuredContent).length;
  expect(structuredContent).toMatchObject({ meta: { truncation: { limit: 'tokens' } } });
  expect(size).toBeGreaterThan(LIMIT * 0.75);
});

test('returns a cursor with a list that the limit cuts', async () => {
  const { call } = await connect(longNames);
  const { data } = await call('list_tables', { connection: 'shop', limit: 200 });
  expect(data).toMatchObject({ cursor: expect.any(String) });
});
