import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installOldestNode, whyNoOldestNode } from '../engines/node.ts';
import { afterwards, endEverything, temporaryFolder } from './support/cleanup.ts';

const source = fileURLToPath(new URL('../../packages/sql/', import.meta.url));
const oldest = whyNoOldestNode() ? undefined : await installOldestNode();

describe('dbmole-mcp, packed and installed elsewhere', () => {
  let elsewhere: string;

  beforeAll(() => {
    elsewhere = temporaryFolder();
    execFileSync('npm', ['pack', '--pack-destination', elsewhere], { cwd: source, stdio: 'ignore' });
    const [archive = ''] = readdirSync(elsewhere).filter((name) => name.endsWith('.tgz'));
    const options = ['--no-audit', '--no-fund', '--prefix', elsewhere];
    execFileSync('npm', ['install', ...options, join(elsewhere, archive)], {
      cwd: elsewhere,
      stdio: 'ignore',
    });
    const database = new DatabaseSync(join(elsewhere, 'a.db'));
    database.exec('CREATE TABLE t(a INTEGER, b TEXT)');
    database.exec("INSERT INTO t VALUES (9223372036854775807, 'größer')");
    database.close();
  });

  afterAll(endEverything);

  async function connect(node: string): Promise<Client> {
    const connection = { name: 'a', type: 'sqlite', file: 'a.db', readonly: true };
    const transport = new StdioClientTransport({
      command: node,
      args: [join(elsewhere, 'node_modules/dbmole-mcp/bin/dbmole-mcp.mjs')],
      cwd: elsewhere,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: elsewhere,
        MOLEHILL_HOME: join(elsewhere, 'state'),
        DBMOLE_CONNECTIONS: JSON.stringify([connection]),
      },
    });
    const client = new Client({ name: 'elsewhere', version: '1' });
    await client.connect(transport);
    afterwards(() => client.close());
    return client;
  }

  const nodes = {
    'the Node of these tests': process.execPath,
    ...(oldest ? { 'Node 20.19.0': oldest } : {}),
  };

  test.each(Object.entries(nodes))('answers a query and refuses a change, on %s', async (_, node) => {
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

  test('judges PostgreSQL with the parser it brings along, before any server is asked', async () => {
    const client = await connect(process.execPath);
    const nowhere = { name: 'pg', type: 'postgres', host: '127.0.0.1', port: 1, user: 'u', readonly: true };
    await client.callTool({ name: 'add_connection', arguments: nowhere });
    const answer = (sql: string) => client.callTool({ name: 'query', arguments: { connection: 'pg', sql } });
    expect((await answer('DELETE FROM t')).structuredContent).toMatchObject({
      error: { code: 'E_READONLY' },
    });
    expect((await answer('SELECT 1')).structuredContent).toMatchObject({ error: { code: 'E_CONNECT' } });
  });
});
