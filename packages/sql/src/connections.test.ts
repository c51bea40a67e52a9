import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { personWho } from '@molehill/serve/testing/mcp-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectSql, openSqlEndpoint, type SqlEndpointOptions } from './testing/sql-client.ts';

async function openSql(options: SqlEndpointOptions = {}) {
  const endpoint = openSqlEndpoint(options);
  onTestFinished(() => endpoint.close());
  return { ...endpoint, ...(await connectSql(endpoint)) };
}

describe('a connection with a DSN', () => {
  test('is listed by its fields, without its password', async () => {
    const dsn = 'postgres://ada:tell-nobody@db.example:5433/shop?sslmode=verify-full';
    const { call } = await openSql({ connections: [{ name: 'shop', dsn, readonly: true }] });
    const answer = await call('list_connections');
    expect(answer.data).toMatchObject({
      connections: [
        {
          name: 'shop',
          type: 'postgres',
          host: 'db.example',
          port: 5433,
          user: 'ada',
          database: 'shop',
          tls: { mode: 'verify-full' },
          readonly: true,
          source: 'DBMOLE_CONNECTIONS',
          editable: false,
        },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain('tell-nobody');
  });

  test('is stored by its fields and updated field by field', async () => {
    const { ask, call, workspace } = await openSql();
    const dsn = 'mysql://ada:tell-nobody@db.example/shop';
    expect(await ask('add_connection', { name: 'shop', dsn })).toMatchObject({ type: 'mysql', user: 'ada' });
    await ask('update_connection', { name: 'shop', user: 'grace' });
    const stored = readFileSync(join(workspace, '.state', 'sql-connections.json'), 'utf8');
    expect(stored).not.toContain('mysql://');
    expect(stored).toMatch(/"password": *"tell-nobody"/);
    expect(stored).toMatch(/"user": *"grace"/);
    expect(JSON.stringify(await call('list_connections'))).not.toContain('tell-nobody');
  });

  test('reports an invalid DSN without affecting other connections', async () => {
    const connections = [
      { name: 'bad', dsn: 'oracle://u:tell-nobody@h/d' },
      { name: 'good', dsn: 'sqlite:good.db' },
    ];
    const { call } = await openSql({ connections });
    const answer = await call('list_connections');
    expect(answer.data).toMatchObject({
      connections: [{ name: 'good' }],
      problems: [{ name: 'bad', problem: expect.stringContaining('postgres://') }],
    });
    expect(JSON.stringify(answer)).not.toContain('tell-nobody');
    const refused = await call('add_connection', { name: 'worse', dsn: 'nonsense' });
    expect(refused.error).toMatchObject({
      code: 'E_CONNECTION_INVALID',
      message: expect.stringContaining('dsn'),
    });
  });
});

describe('the file of a SQLite connection', () => {
  test('is resolved against the folder of the config file', async () => {
    const project = tempFolder();
    mkdirSync(join(project, 'data'));
    writeFileSync(join(project, 'data', 'shop.db'), '');
    const config = join(project, 'connections.json');
    const written = [
      { name: 'field', type: 'sqlite', file: 'data/shop.db' },
      { name: 'address', dsn: 'sqlite:data/shop.db' },
      { name: 'path', dsn: './data/shop.db' },
    ];
    writeFileSync(config, JSON.stringify({ connections: written }));
    const { ask } = await openSql({ env: { DBMOLE_CONFIG: config } });
    for (const { name } of written)
      expect(await ask('test_connection', { name })).toMatchObject({ ok: true });
  });

  test('is resolved against the workspace in a call', async () => {
    const { ask, workspace } = await openSql();
    writeFileSync(join(workspace, 'shop.db'), '');
    await ask('add_connection', { name: 'shop', dsn: 'sqlite:shop.db', readonly: true });
    expect(await ask('test_connection', { name: 'shop' })).toMatchObject({
      ok: true,
      type: 'sqlite',
      readonly: true,
      warning: expect.stringContaining('may write'),
    });
  });
});

describe('a server without connections', () => {
  const names = async ({ client }: { client: Client }) =>
    (await client.listTools()).tools.map(({ name }) => name);

  test('is dormant: it lists what defines a connection, and all tools once it has one', async () => {
    const sql = await openSql();
    const changed = vi.fn();
    sql.client.setNotificationHandler('notifications/tools/list_changed', changed);
    expect(await names(sql)).toEqual(['list_connections', 'add_connection']);
    expect((await sql.call('query', { connection: 'none', sql: 'SELECT 1' })).error?.code).toBe(
      'E_UNKNOWN_CONNECTION',
    );
    await sql.ask('add_connection', { name: 'shop', dsn: 'sqlite:shop.db' });
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    expect(await names(sql)).toContain('query');
  });

  test('is dormant again when its last connection was removed', async () => {
    const sql = await openSql();
    await sql.ask('add_connection', { name: 'shop', dsn: 'sqlite:shop.db' });
    const agreeing = await connectSql(
      sql,
      personWho({ action: 'accept', content: { confirm: true } }).person,
    );
    await agreeing.ask('remove_connection', { name: 'shop' });
    expect(await names(sql)).toEqual(['list_connections', 'add_connection']);
  });

  test('is awake from the start when a source defines a connection', async () => {
    const sql = await openSql({ connections: [{ name: 'shop', dsn: 'sqlite:shop.db' }] });
    expect(await names(sql)).toContain('query');
  });
});

test('the connections are a resource without secrets, and each change is an event', async () => {
  const sql = await openSql();
  const events: unknown[] = [];
  sql.endpoint.feed.subscribe((event) => {
    if (event.kind === 'event') events.push(event);
  });
  await sql.ask('add_connection', { name: 'shop', dsn: 'mysql://ada:tell-nobody@db.example/shop' });
  await sql.ask('update_connection', { name: 'shop', database: 'other' });
  const uri = 'molehill://sql/connections';
  expect((await sql.client.listResources()).resources).toMatchObject([{ uri, name: 'connections' }]);
  const { contents } = await sql.client.readResource({ uri });
  expect(JSON.stringify(contents)).toContain('db.example');
  expect(JSON.stringify(contents)).not.toContain('tell-nobody');
  expect(events).toMatchObject([
    { type: 'connection.added', resource: uri, data: { name: 'shop' } },
    { type: 'connection.changed', resource: uri, data: { name: 'shop' } },
  ]);
});

test('no tool sets that a connection is changed without a question', async () => {
  const { call } = await openSql();
  const refused = await call('add_connection', { name: 'shop', dsn: 'sqlite:shop.db', confirm: 'never' });
  expect(refused.error?.code).toBe('E_INVALID_PARAMS');
});
