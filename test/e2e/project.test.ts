import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Client } from '@modelcontextprotocol/client';
import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedPostgres } from '../engines/postgres.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { connectClient, stdioTransport } from './support/clients.ts';
import { type HttpServer, startUp } from './support/molehill.ts';

/** Two projects, each served by its own process, queried over stdio through a third. */

afterAll(endEverything);

const FIRST_PORT = 50_001;

interface Asked {
  readonly text: string;
  readonly isError: boolean;
}

async function ask(client: Client, name: string, input: Record<string, unknown>): Promise<Asked> {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const [first] = content;
  if (content.length !== 1 || first?.type !== 'text') throw new Error('not one text');
  return { text: first.text, isError: isError === true };
}

function sqliteProject(folder: string, table: string): string {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'app.db'));
  database.exec(`CREATE TABLE ${table} (id INTEGER PRIMARY KEY, name TEXT)`);
  database.exec(`INSERT INTO ${table} (name) VALUES ('first'), ('second')`);
  database.close();
  return realpathSync(folder);
}

async function postgresProject(folder: string): Promise<string | undefined> {
  const server = await sharedPostgres();
  if (!server) return undefined;
  const name = `project_e2e_${process.pid}`;
  const address = { host: server.host, port: server.port, user: server.user, password: server.password };
  const maintenance = new PgClient({ ...address, database: 'postgres' });
  await maintenance.connect();
  await maintenance.query(`DROP DATABASE IF EXISTS ${name}`);
  await maintenance.query(`CREATE DATABASE ${name}`);
  await maintenance.end();
  const own = new PgClient({ ...address, database: name });
  await own.connect();
  await own.query('CREATE TABLE orders (id int PRIMARY KEY, total numeric(10,2))');
  await own.query('INSERT INTO orders VALUES (1, 9.50)');
  await own.end();
  mkdirSync(folder, { recursive: true });
  const account = `${server.user}:${encodeURIComponent(server.password)}`;
  writeFileSync(
    join(folder, '.env'),
    `DATABASE_URL=postgres://${account}@${server.host}:${server.port}/${name}\n`,
  );
  return realpathSync(folder);
}

function portMap(home: string): Record<string, number> {
  return JSON.parse(readFileSync(join(home, 'ports.json'), 'utf8'));
}

async function stop(up: HttpServer): Promise<void> {
  up.running.child.kill('SIGTERM');
  await up.running.ended;
}

/** An unrelated program that listens on a port. */
async function occupy(port: number): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).resume();
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, resolve);
  });
  return server;
}

const close = (server: Server) => new Promise((resolve) => server.close(resolve));

async function isFree(port: number): Promise<boolean> {
  try {
    await close(await occupy(port));
    return true;
  } catch {
    return false;
  }
}

async function freePortsFrom(first: number, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let port = first; found.length < count; port++) if (await isFree(port)) found.push(port);
  return found;
}

describe('two projects and one agent', () => {
  let home: string;
  let rootA: string;
  let rootB: string;
  let expected: number[];
  let a: HttpServer;
  let b: HttpServer;
  let agent: Client;
  const serve = (root: string) => startUp([], { home, cwd: root });

  beforeAll(async () => {
    home = temporaryFolder();
    rootA = sqliteProject(join(temporaryFolder(), 'a'), 'items');
    rootB = (await postgresProject(join(temporaryFolder(), 'b'))) ?? '';
    expected = await freePortsFrom(FIRST_PORT, 2);
  });

  test('1–2: project A is served on the first free port from 50001', async () => {
    a = await serve(rootA);
    expect(a.port).toBe(expected[0]);
    expect(portMap(home)).toEqual({ [rootA]: a.port });
  });

  test('3–5: an agent over stdio gets the tables of A', async () => {
    agent = await connectClient(stdioTransport({ home, args: ['--only', 'project'] }));
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'get-database-type',
      'get-schema',
      'get-tables',
      'run-query',
    ]);
    expect(await ask(agent, 'get-tables', { projectRoot: rootA })).toEqual({
      text: '["items"]',
      isError: false,
    });
  });

  test('6–9: project B gets the next port, and the same agent gets its tables', async ({ skip }) => {
    if (rootB === '') skip('PostgreSQL cannot be had here');
    b = await serve(rootB);
    expect(b.port).toBe(expected[1]);
    expect(portMap(home)).toEqual({ [rootA]: a.port, [rootB]: b.port });
    expect(await ask(agent, 'get-tables', { projectRoot: rootB })).toEqual({
      text: '["orders"]',
      isError: false,
    });
  });

  test('each answers from its own database: type, schema and rows', async ({ skip }) => {
    if (rootB === '') skip('PostgreSQL cannot be had here');
    const types = await Promise.all(
      [rootA, rootB].map((projectRoot) => ask(agent, 'get-database-type', { projectRoot })),
    );
    expect(types.map(({ text }) => JSON.parse(text))).toEqual(['sqlite', 'postgres']);
    const schema = await ask(agent, 'get-schema', { projectRoot: rootA, table: 'items' });
    expect(schema.text).toContain('CREATE TABLE items');
    const rows = await ask(agent, 'run-query', { projectRoot: rootB, query: 'SELECT id, total FROM orders' });
    expect(JSON.parse(rows.text)).toEqual([{ id: 1, total: '9.50' }]);
  });

  test('10: closing B removes its port entry', async ({ skip }) => {
    if (rootB === '') skip('PostgreSQL cannot be had here');
    await stop(b);
    expect(portMap(home)).toEqual({ [rootA]: a.port });
  });

  test('a closed project is reported as not running, with the fixed text', async () => {
    const root = rootB || sqliteProject(join(temporaryFolder(), 'closed'), 'x');
    expect(await ask(agent, 'get-tables', { projectRoot: root })).toEqual({
      text: `MCP server not running for project: ${root}`,
      isError: true,
    });
  });

  test('11: B gets its port back, even when another project was opened in between', async ({ skip }) => {
    if (rootB === '') skip('PostgreSQL cannot be had here');
    const rootC = sqliteProject(join(temporaryFolder(), 'c'), 'others');
    const c = await serve(rootC);
    expect(c.port).not.toBe(b.port);
    const again = await serve(rootB);
    expect(again.port).toBe(b.port);
    await stop(c);
    await stop(again);
  });

  test('a relative or missing projectRoot is rejected with the fixed text', async () => {
    expect(await ask(agent, 'get-tables', { projectRoot: 'a/b' })).toEqual({
      text: 'Error: projectRoot must be an absolute path',
      isError: true,
    });
    expect(await ask(agent, 'run-query', { projectRoot: join(home, 'no such'), query: 'SELECT 1' })).toEqual({
      text: 'Error: projectRoot does not exist',
      isError: true,
    });
  });

  test('uses the next port when an unrelated program holds the first', async () => {
    const root = sqliteProject(join(temporaryFolder(), 'd'), 'things');
    const before = await serve(root);
    await stop(before);
    const stranger = await occupy(before.port);
    try {
      const after = await serve(root);
      expect(after.port).not.toBe(before.port);
      expect(portMap(home)[root]).toBe(after.port);
      expect((await ask(agent, 'get-tables', { projectRoot: root })).text).toBe('["things"]');
      await stop(after);
    } finally {
      await close(stranger);
    }
  });

  test('detects a stale port entry, whichever program listens there', async () => {
    const root = sqliteProject(join(temporaryFolder(), 'e'), 'things');
    const crashed = await serve(root);
    crashed.running.child.kill('SIGKILL');
    await crashed.running.ended;
    expect(portMap(home)[root]).toBe(crashed.port);
    const notRunning = { text: `MCP server not running for project: ${root}`, isError: true };
    expect(await ask(agent, 'get-tables', { projectRoot: root })).toEqual(notRunning);
    const stranger = await occupy(crashed.port);
    expect(await ask(agent, 'get-tables', { projectRoot: root })).toEqual(notRunning);
    await close(stranger);
    const other = await startUp(['--port', String(crashed.port)], { home, cwd: rootA });
    expect(await ask(agent, 'get-tables', { projectRoot: root })).toEqual(notRunning);
    await stop(other);
  });

  test('an unreachable database is reported with the fixed text', async () => {
    const root = join(temporaryFolder(), 'f');
    mkdirSync(root);
    writeFileSync(join(root, '.env'), 'DATABASE_URL=postgres://nobody:x@127.0.0.1:1/none\n');
    const up = await serve(realpathSync(root));
    expect(await ask(agent, 'get-tables', { projectRoot: realpathSync(root) })).toEqual({
      text: 'Could not establish database connection',
      isError: true,
    });
    await stop(up);
  });
});

describe('the root of a project', () => {
  test.each(['plain', 'with spaces in it', 'ünïcödé-項目-🐹'])(
    '"%s" is the same project in every spelling',
    async (name) => {
      const home = temporaryFolder();
      const parent = temporaryFolder();
      const root = sqliteProject(join(parent, name), 'items');
      mkdirSync(join(root, 'src', 'deep'), { recursive: true });
      symlinkSync(root, join(parent, 'link'));
      const up = await startUp([], { home, cwd: join(parent, 'link') });
      expect(portMap(home)).toEqual({ [root]: up.port });
      const agent = await connectClient(stdioTransport({ home, args: ['--only', 'project'] }));
      for (const projectRoot of [root, `${root}/`, join(parent, 'link'), join(root, 'src', 'deep')])
        expect((await ask(agent, 'get-tables', { projectRoot })).text, projectRoot).toBe('["items"]');
      await stop(up);
    },
  );

  test('a write to a workspace under a symbolic link does not ask; to another project it does', async () => {
    const [home, parent] = [temporaryFolder(), temporaryFolder()];
    const [root, link] = [sqliteProject(join(parent, 'shop'), 'items'), join(parent, 'link')];
    symlinkSync(root, link);
    const up = await startUp([], { home, cwd: root });
    const insert = async (workspace: string, projectRoot: string) => {
      const args = ['--only', 'project', '--workspace', workspace];
      const agent = await connectClient(stdioTransport({ home, args }));
      return ask(agent, 'run-query', { projectRoot, query: "INSERT INTO items (name) VALUES ('x')" });
    };
    for (const [workspace, projectRoot] of [
      [link, link],
      [link, root],
      [root, link],
    ] as const)
      expect((await insert(workspace, projectRoot)).text).toBe('{"affected":1}');
    expect((await insert(home, link)).text).toContain('E_CONFIRMATION_REQUIRED');
    await stop(up);
  });
});

test('hints name the tools as the agent calls them', async () => {
  const home = temporaryFolder();
  const projectRoot = sqliteProject(join(temporaryFolder(), 'shop'), 'items');
  const up = await startUp([], { home, cwd: projectRoot });
  const agent = await connectClient(stdioTransport({ home, args: ['--mode', 'full'] }));
  const missing = await ask(agent, 'project__get-schema', { projectRoot, table: 'itms' });
  expect(missing).toMatchObject({ isError: true, text: expect.stringContaining('project__get-tables') });
  await stop(up);
});

describe('twenty concurrent projects', () => {
  test('get twenty ports and one consistent map; killing half leaves the others', async () => {
    const home = temporaryFolder();
    const parent = temporaryFolder();
    const roots = Array.from({ length: 20 }, (_, index) =>
      sqliteProject(join(parent, `p${index}`), `t${index}`),
    );
    const all = await Promise.all(roots.map((root) => startUp([], { home, cwd: root })));
    expect(new Set(all.map(({ port }) => port)).size).toBe(20);
    expect(portMap(home)).toEqual(Object.fromEntries(roots.map((root, index) => [root, all[index]?.port])));
    const agent = await connectClient(stdioTransport({ home, args: ['--only', 'project'] }));
    const half = all.slice(0, 10);
    for (const up of half) up.running.child.kill('SIGKILL');
    await Promise.all(half.map((up) => up.running.ended));
    const answers = await Promise.all(roots.map((projectRoot) => ask(agent, 'get-tables', { projectRoot })));
    expect(answers.map(({ text }) => text)).toEqual(
      roots.map((root, index) =>
        index < 10 ? `MCP server not running for project: ${root}` : `["t${index}"]`,
      ),
    );
    await Promise.all(all.slice(10).map(stop));
    expect(Object.keys(portMap(home)).sort()).toEqual(roots.slice(0, 10).sort());
  }, 240_000);
});
