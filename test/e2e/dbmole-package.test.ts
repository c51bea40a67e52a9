import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endEverything } from './support/cleanup.ts';
import { type Installed, installPacked, supportedNodes } from './support/installed.ts';

const nodes = await supportedNodes();

describe('dbmole-mcp, packed and installed outside the checkout', () => {
  let elsewhere: Installed;

  beforeAll(() => {
    elsewhere = installPacked('dbmole-mcp');
    const database = new DatabaseSync(join(elsewhere.folder, 'a.db'));
    database.exec('CREATE TABLE t(a INTEGER, b TEXT)');
    database.exec("INSERT INTO t VALUES (9223372036854775807, 'größer')");
    database.close();
  });

  afterAll(endEverything);

  function connect(node: string): Promise<Client> {
    const connection = { name: 'a', type: 'sqlite', file: 'a.db', readonly: true };
    return elsewhere.connect(node, { DBMOLE_CONNECTIONS: JSON.stringify([connection]) });
  }

  test.each(nodes)('answers a query and rejects a write, on %s', async (_, node) => {
    const client = await connect(node);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('query');
    const read = await client.callTool({
      name: 'query',
      arguments: { connection: 'a', sql: 'SELECT a, b FROM t' },
    });
    expect(read.structuredContent).toMatchObject({
      ok: true,
      data: { rows: [{ a: '9223372036854775807', b: 'größer' }] },
    });
    const change = await client.callTool({
      name: 'query',
      arguments: { connection: 'a', sql: 'DELETE FROM t' },
    });
    expect(change.structuredContent).toMatchObject({ ok: false, error: { code: 'E_READONLY' } });
  });

  test('classifies PostgreSQL statements with the bundled parser, before it connects', async () => {
    const client = await connect(process.execPath);
    const nowhere = { name: 'pg', type: 'postgres', host: '127.0.0.1', port: 1, user: 'u', readonly: true };
    await client.callTool({ name: 'add_connection', arguments: nowhere });
    const answer = (sql: string) => client.callTool({ name: 'query', arguments: { connection: 'pg', sql } });
    expect((await answer('DELETE FROM t')).structuredContent).toMatchObject({
      error: { code: 'E_READONLY' },
    });
    expect((await answer('SELECT 1')).structuredContent).toMatchObject({
      error: { code: 'E_CONNECT_FAILED' },
    });
  });
});
