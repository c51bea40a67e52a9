import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtInEngines, EngineRegistry } from '../../engines/registry.ts';
import { describeDialectContract } from '../dialect-contract.ts';
import { connectSql, openSqlEndpoint } from '../sql-client.ts';
import { duckdb } from './descriptor.ts';
import { duckdbDialect } from './dialect.ts';

const engines = new EngineRegistry([...builtInEngines.engines, duckdb]);

describeDialectContract('DuckDB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'molehill-duckdb-'));
  return {
    engines,
    definition: { type: 'duckdb', file: join(folder, 'contract.db') },
    database: 'contract',
    schema: 'main',
    placeholder: (number) => `$${number}`,
    quote: duckdbDialect.quote,
    analyzes: true,
    keepsSnapshots: true,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
});

test('a registered engine is added by DSN and answers with a plan tree', async () => {
  const endpoint = openSqlEndpoint({ engines });
  onTestFinished(() => endpoint.close());
  const { ask } = await connectSql(endpoint);
  const added = await ask('add_connection', { name: 'duck', dsn: 'duckdb:duck.db' });
  expect(added).toMatchObject({ type: 'duckdb', file: join(endpoint.workspace, 'duck.db') });
  expect(await ask('test_connection', { name: 'duck' })).toMatchObject({
    ok: true,
    version: expect.stringContaining('DuckDB'),
  });
  expect(await ask('explain_query', { connection: 'duck', sql: 'SELECT 1' })).toMatchObject({
    plan: { nodes: [{ name: 'PROJECTION' }] },
  });
});
