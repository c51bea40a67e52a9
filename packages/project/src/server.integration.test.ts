import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { scratchDatabase } from 'dbmole-mcp/testing/scratch-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedPostgres } from '../../../test/engines/postgres.ts';
import { addSqlite, projectOf } from './testing/fixture-project.ts';
import { connectProject, openProject } from './testing/open-project.ts';

const SHOP = `CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE VIEW cheap AS SELECT * FROM item;
INSERT INTO item (name) VALUES ('pen'), ('ink')`;

function sqliteProject(sql = SHOP): string {
  const root = tempFolder();
  addSqlite(root, 'data/shop.db', sql);
  return root;
}

describe('two projects, by the steps of the design', () => {
  test('each is served at its port, asked through the other, closed and opened again', async () => {
    const [a, b, stateRoot] = [
      sqliteProject(),
      sqliteProject('CREATE TABLE other (id INTEGER)'),
      tempFolder(),
    ];
    const { call } = await connectProject(stateRoot);
    const first = await openProject(a, stateRoot);
    expect(await call('get-tables', { projectRoot: a })).toMatchObject({
      text: '["cheap","item"]',
      isError: false,
    });
    const second = await openProject(b, stateRoot);
    expect(second.port).not.toBe(first.port);
    expect(await call('get-tables', { projectRoot: b })).toMatchObject({ text: '["other"]' });
    await second.close();
    const gone = await call('get-tables', { projectRoot: b });
    expect(gone).toMatchObject({ isError: true, text: `MCP server not running for project: ${b}` });
    expect((await openProject(b, stateRoot)).port).toBe(second.port);
    expect(await call('get-tables', { projectRoot: b })).toMatchObject({ text: '["other"]' });
  });

  test('a root is the same with a slash at its end, and through a link', async () => {
    const [root, links, stateRoot] = [sqliteProject(), tempFolder(), tempFolder()];
    symlinkSync(root, join(links, 'shop'));
    await openProject(root, stateRoot);
    const { call } = await connectProject(stateRoot);
    for (const projectRoot of [`${root}/`, join(links, 'shop')])
      expect(await call('get-database-type', { projectRoot })).toMatchObject({
        text: '"sqlite"',
        isError: false,
      });
  });
});

describe('SQLite over HTTP', () => {
  test('answers are the JSON of rows, of changed rows and of the DDL', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    await openProject(projectRoot, stateRoot);
    const { call } = await connectProject(stateRoot);
    const query = async (sql: string) => (await call('run-query', { projectRoot, query: sql })).text;
    expect(await query('SELECT * FROM item')).toBe('[{"id":1,"name":"pen"},{"id":2,"name":"ink"}]');
    expect(await query("INSERT INTO item (name) VALUES ('nib')")).toBe('{"affected":1}');
    expect(await query('SELECT count(*) AS n FROM item')).toBe('[{"n":3}]');
    expect(await query('DROP VIEW cheap')).not.toContain('E_');
    const { text } = await call('get-schema', { projectRoot, table: 'item' });
    expect(JSON.parse(text)).toContain('CREATE TABLE item');
  });

  test('what the database refuses is told as it is', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    await openProject(projectRoot, stateRoot);
    const { call } = await connectProject(stateRoot);
    const missing = await call('get-schema', { projectRoot, table: 'itm' });
    expect(missing).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^\[E_NO_SUCH_TABLE\].*get-tables/),
    });
    const wrong = await call('run-query', { projectRoot, query: 'SELEC 1' });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringMatching(/^\[E_SYNTAX\]/) });
  });

  test('a developer who says so gets a database that cannot be changed', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    writeFileSync(join(projectRoot, '.molehill.json'), '{"database": {"readonly": true}}');
    await openProject(projectRoot, stateRoot);
    const { call } = await connectProject(stateRoot);
    const refused = await call('run-query', { projectRoot, query: 'DELETE FROM item' });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^\[E_READONLY\].*\.molehill\.json/),
    });
    expect(await call('run-query', { projectRoot, query: 'SELECT count(*) AS n FROM item' })).toMatchObject({
      text: '[{"n":2}]',
    });
  });

  test('many rows are cut, by the host and by whoever calls, and that is said', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    await openProject(projectRoot, stateRoot);
    const sql =
      'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 1000000) SELECT x FROM c';
    for (const rows of [200, 3]) {
      const { call } = await connectProject(stateRoot, { budget: { rows } });
      const { text, structured } = await call('run-query', { projectRoot, query: sql });
      const [json = '', line] = text.split('\n');
      expect(JSON.parse(json)).toHaveLength(rows);
      expect(line).toContain(`the rows limit cut this answer at ${rows}`);
      expect(structured).toMatchObject({ meta: { truncation: { limit: 'rows', shown: rows } } });
    }
  });

  test('an endless statement ends with the time of the host, and the next one is answered', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    await openProject(projectRoot, stateRoot, { timeoutMs: 1_000 });
    const { call } = await connectProject(stateRoot);
    const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';
    const stopped = await call('run-query', { projectRoot, query: endless });
    expect(stopped).toMatchObject({ isError: true, text: expect.stringMatching(/^\[E_TIMEOUT\]/) });
    expect(await call('run-query', { projectRoot, query: 'SELECT 1 AS one' })).toMatchObject({
      text: '[{"one":1}]',
    });
  });
});

describe('the endpoints', () => {
  const ask = async (url: string, token: string | undefined, init: RequestInit = {}) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const response = await fetch(url, { ...init, headers });
    return { status: response.status, body: await response.json() };
  };

  test('health needs no token and tells none; everything else needs it', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    const { url, token } = await openProject(projectRoot, stateRoot);
    const health = await ask(`${url}/health`, undefined);
    expect(health).toEqual({ status: 200, body: { projectRoot, pid: process.pid, version: '1.1.0' } });
    for (const path of ['/tables', '/tables/item/schema', '/database-type', '/query']) {
      const init = path === '/query' ? { method: 'POST', body: '{"query":"SELECT 1"}' } : {};
      for (const wrong of [undefined, 'x', `${token}x`])
        expect(await ask(url + path, wrong, init)).toMatchObject({
          status: 401,
          body: { error: 'Unauthorized', code: 'E_UNAUTHORIZED' },
        });
      expect((await ask(url + path, token, init)).status).toBe(200);
    }
  });

  test('a challenge made for another port is not answered', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    const { url, port } = await openProject(projectRoot, stateRoot);
    const random = 'a'.repeat(43);
    const own = await ask(`${url}/health?challenge=${port}.${random}`, undefined);
    expect(own.body).toHaveProperty('proof');
    const other = await ask(`${url}/health?challenge=${port + 1}.${random}`, undefined);
    expect(other.body).not.toHaveProperty('proof');
  });

  test('errors have a fitting status, and name their code', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    const { url, token } = await openProject(projectRoot, stateRoot);
    const post = (body: string) => ask(`${url}/query`, token, { method: 'POST', body });
    expect(await post('{"sql":1}')).toMatchObject({
      status: 400,
      body: { error: 'Bad Request', code: 'E_INVALID_PARAMS' },
    });
    expect(await post('{"query":"SELEC"}')).toMatchObject({
      status: 422,
      body: { code: 'E_SYNTAX', message: expect.any(String) },
    });
    expect(await ask(`${url}/tables/none/schema`, token)).toMatchObject({
      status: 404,
      body: { code: 'E_NO_SUCH_TABLE' },
    });
    expect(await ask(`${url}/tables`, token, { method: 'DELETE' })).toMatchObject({
      status: 405,
      body: { code: 'E_METHOD_NOT_ALLOWED' },
    });
  });

  test('a page of another origin gets nothing', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    const { url, token } = await openProject(projectRoot, stateRoot);
    const headers = { Authorization: `Bearer ${token}`, Origin: 'http://evil.example' };
    expect((await fetch(`${url}/tables`, { headers })).status).toBe(403);
    expect((await fetch(`${url}/health`, { headers: { Origin: 'http://evil.example' } })).status).toBe(403);
  });

  test('a project without a database says what was found', async () => {
    const [projectRoot, stateRoot] = [tempFolder(), tempFolder()];
    const { url, token } = await openProject(projectRoot, stateRoot);
    expect(await ask(`${url}/tables`, token)).toMatchObject({
      status: 503,
      body: { code: 'E_NO_DATABASE', error: 'Service Unavailable' },
    });
  });
});

test('when the project names another database, that one is asked', async () => {
  const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
  addSqlite(projectRoot, 'new/shop.db', 'CREATE TABLE fresh (id INTEGER)');
  await openProject(projectRoot, stateRoot);
  const { call } = await connectProject(stateRoot);
  expect(await call('get-tables', { projectRoot })).toMatchObject({ text: '["cheap","item"]' });
  writeFileSync(join(projectRoot, '.env'), 'DATABASE_URL=sqlite:new/shop.db\n');
  await expect
    .poll(async () => (await call('get-tables', { projectRoot })).text, { timeout: 20_000 })
    .toBe('["fresh"]');
});

describe('PostgreSQL', () => {
  let scratch: Awaited<ReturnType<typeof scratchDatabase>> | undefined;
  beforeAll(async () => {
    const address = await sharedPostgres();
    scratch = address && (await scratchDatabase('postgres', address));
  });
  afterAll(() => scratch?.drop());

  test('found in .env, asked by tools, and its password is nowhere', async (context) => {
    if (!scratch) return context.skip();
    const { host, port, user, password, database } = scratch.definition;
    const address = `postgresql://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}?schema=public`;
    const projectRoot = projectOf({ '.env': `DATABASE_URL="${address}"\n` });
    mkdirSync(join(projectRoot, 'src'));
    const stateRoot = tempFolder();
    await openProject(projectRoot, stateRoot);
    const { call } = await connectProject(stateRoot);
    const run = async (query: string) => (await call('run-query', { projectRoot, query })).text;
    expect(await run('CREATE TABLE item (id serial PRIMARY KEY, name text NOT NULL)')).not.toContain('E_');
    expect(await run("INSERT INTO item (name) VALUES ('pen'), ('ink') RETURNING id")).toBe(
      '[{"id":1},{"id":2}]',
    );
    await run('CREATE SCHEMA stock');
    await run('CREATE TABLE stock.item (id int)');
    expect(await call('get-tables', { projectRoot })).toMatchObject({ text: '["item","stock.item"]' });
    expect(await call('get-database-type', { projectRoot })).toMatchObject({ text: '"postgres"' });
    const { text } = await call('get-schema', { projectRoot, table: 'stock.item' });
    expect(JSON.parse(text)).toMatch(/CREATE TABLE "?stock"?\."?item"?/);
    expect(await run(`SELECT '${password}' AS told`)).toBe('[{"told":"***"}]');
  });

  test('a call that is cancelled ends its statement in the server', async (context) => {
    if (!scratch) return context.skip();
    const { host, port, user, password, database } = scratch.definition;
    const address = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
    const [projectRoot, stateRoot] = [projectOf({ '.env': `DATABASE_URL="${address}"\n` }), tempFolder()];
    await openProject(projectRoot, stateRoot);
    const { client, call } = await connectProject(stateRoot);
    const running = async () => {
      const query = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(77)%' AND pid <> pg_backend_pid()`;
      return (await call('run-query', { projectRoot, query })).text;
    };
    const stop = new AbortController();
    const input = { projectRoot, query: 'SELECT pg_sleep(77)' };
    const cancelled = client.callTool({ name: 'run-query', arguments: input }, { signal: stop.signal });
    cancelled.catch(() => {});
    await expect.poll(running, { timeout: 20_000 }).toBe('[{"n":1}]');
    stop.abort();
    await expect(cancelled).rejects.toThrow();
    await expect.poll(running, { timeout: 20_000 }).toBe('[{"n":0}]');
  });

  test('a server that is not there, or a wrong password, is no connection', async (context) => {
    if (!scratch) return context.skip();
    const { host, port, user } = scratch.definition;
    for (const [target, code] of [
      [`${host}:1`, 'E_CONNECT_FAILED'],
      [`${host}:${port}`, 'E_AUTH'],
    ]) {
      const projectRoot = projectOf({
        '.env': `DATABASE_URL=postgres://${user}:pa55word-x@${target}/shop\n`,
      });
      const stateRoot = tempFolder();
      await openProject(projectRoot, stateRoot);
      const { call } = await connectProject(stateRoot);
      const answer = await call('run-query', { projectRoot, query: 'SELECT 1' });
      expect(answer).toMatchObject({ isError: true, text: 'Could not establish database connection' });
      expect(answer.structured).toMatchObject({ error: { code: 'E_PROJECT_DATABASE', details: { code } } });
      expect(JSON.stringify(answer)).not.toContain('pa55word');
    }
  });
});
