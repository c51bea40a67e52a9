import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { type Person, personWho } from '@molehill/serve/testing/mcp-client';
import { administer, scratchDatabase } from 'dbmole-mcp/testing/scratch-database';
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

describe('two projects', () => {
  test('each is served at its own port, proxied, closed and reopened', async () => {
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

  test('accepts a root with a trailing slash and through a symbolic link', async () => {
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
  test('returns JSON of rows, of the number of changed rows and of the DDL', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    await openProject(projectRoot, stateRoot);
    const { call } = await connectProject(stateRoot, { workspace: [projectRoot] });
    const query = async (sql: string) => (await call('run-query', { projectRoot, query: sql })).text;
    expect(await query('SELECT * FROM item')).toBe('[{"id":1,"name":"pen"},{"id":2,"name":"ink"}]');
    expect(await query("INSERT INTO item (name) VALUES ('nib')")).toBe('{"affected":1}');
    expect(await query('SELECT count(*) AS n FROM item')).toBe('[{"n":3}]');
    const { text } = await call('get-schema', { projectRoot, table: 'item' });
    expect(JSON.parse(text)).toContain('CREATE TABLE item');
  });

  test('passes on errors of the database', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    await openProject(projectRoot, stateRoot);
    const { call } = await connectProject(stateRoot, { workspace: [projectRoot] });
    const missing = await call('get-schema', { projectRoot, table: 'itm' });
    expect(missing).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^\[E_NO_SUCH_TABLE\].*get-tables/),
    });
    const wrong = await call('run-query', { projectRoot, query: 'SELEC 1' });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringMatching(/^\[E_SYNTAX\]/) });
  });

  test('rejects writes when .molehill.json says readonly', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    writeFileSync(join(projectRoot, '.molehill.json'), '{"database": {"readonly": true}}');
    await openProject(projectRoot, stateRoot);
    const { call } = await connectProject(stateRoot, { workspace: [projectRoot] });
    const refused = await call('run-query', { projectRoot, query: 'DELETE FROM item WHERE id = 1' });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^\[E_READONLY\].*\.molehill\.json/),
    });
    expect(await call('run-query', { projectRoot, query: 'SELECT count(*) AS n FROM item' })).toMatchObject({
      text: '[{"n":2}]',
    });
  });

  test('truncates rows by the budgets of host and caller', async () => {
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

  test('cancels an endless statement at the timeout of the host, and answers the next one', async () => {
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

describe('the effects of run-query', () => {
  const open = async (workspaceOf: (projectRoot: string) => readonly string[], person?: Person) => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    await openProject(projectRoot, stateRoot);
    const workspace = workspaceOf(projectRoot);
    const { call } = await connectProject(stateRoot, { workspace, ...(person ? { person } : {}) });
    const run = async (query: string) => (await call('run-query', { projectRoot, query })).text;
    return { projectRoot, stateRoot, run };
  };

  test('allows a write in the own workspace and asks for another project', async () => {
    const insert = "INSERT INTO item (name) VALUES ('nib')";
    const own = await open((root) => [root]);
    expect(await own.run(insert)).toBe('{"affected":1}');
    const other = await open(() => [tempFolder()]);
    for (const change of [insert, 'DROP TABLE item', 'DELETE FROM item'])
      expect(await other.run(change)).toMatch(/^\[E_CONFIRMATION_REQUIRED\].*another project/);
    expect(await other.run('SELECT count(*) AS n FROM item')).toBe('[{"n":2}]');
  });

  test('does not ask for a project that a person named in the state directory', async () => {
    const { projectRoot, stateRoot, run } = await open(() => [tempFolder()]);
    const drop = 'DROP VIEW cheap';
    const settings = (value: unknown) =>
      writeFileSync(join(stateRoot, 'projects.json'), JSON.stringify(value));
    expect(await run(drop)).toMatch(/^\[E_CONFIRMATION_REQUIRED\].*"confirm": "never".*projects\.json/);
    for (const other of [{ [tempFolder()]: { confirm: 'never' } }, { [projectRoot]: {} }, 'nonsense']) {
      settings(other);
      expect(await run(drop)).toContain('E_CONFIRMATION_REQUIRED');
    }
    settings({ [projectRoot]: { confirm: 'never' } });
    expect(await run(drop)).not.toContain('E_');
  });

  test('asks before a destructive statement, and runs it once the person agreed', async () => {
    const refused = await open((root) => [root]);
    expect(await refused.run('DROP VIEW cheap')).toMatch(/^\[E_CONFIRMATION_REQUIRED\]/);
    const { person, questions } = personWho({ action: 'accept', content: { confirm: true } });
    const { projectRoot, run } = await open((root) => [root], person);
    expect(await run('DROP VIEW cheap')).not.toContain('E_');
    expect(questions).toEqual([`DROP VIEW in the database of ${projectRoot}. Run it? DROP VIEW cheap`]);
  });
});

describe('the endpoints', () => {
  const ask = async (url: string, token: string | undefined, init: RequestInit = {}) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const response = await fetch(url, { ...init, headers });
    return { status: response.status, body: await response.json() };
  };

  test('requires the token for everything but health', async () => {
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

  test('does not prove a challenge for another port', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    const { url, port } = await openProject(projectRoot, stateRoot);
    const random = 'a'.repeat(43);
    const own = await ask(`${url}/health?challenge=${port}.${random}`, undefined);
    expect(own.body).toHaveProperty('proof');
    const other = await ask(`${url}/health?challenge=${port + 1}.${random}`, undefined);
    expect(other.body).not.toHaveProperty('proof');
  });

  test('maps errors to status and code', async () => {
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

  test('records every request in the dispatcher of the host', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    const { url, token, calls } = await openProject(projectRoot, stateRoot);
    await ask(`${url}/tables`, token);
    await ask(`${url}/query`, token, { method: 'POST', body: '{"query":"SELEC"}' });
    expect(calls).toMatchObject([
      { server: 'project', tool: 'tables', frontend: 'http', outcome: 'ok' },
      { server: 'project', tool: 'query', frontend: 'http', outcome: 'error', code: 'E_SYNTAX' },
    ]);
  });

  test('does not destroy anything for the token of an agent, whom nobody has asked', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    const { url, token } = await openProject(projectRoot, stateRoot);
    const post = (query: string) =>
      ask(`${url}/query`, token, { method: 'POST', body: JSON.stringify({ query }) });
    for (const query of ['DROP VIEW cheap', 'DELETE FROM item'])
      expect(await post(query)).toMatchObject({ status: 403, body: { code: 'E_CONFIRMATION_REQUIRED' } });
    expect((await post("UPDATE item SET name = 'x' WHERE id = 1")).status).toBe(200);
    expect((await ask(`${url}/tables`, token)).body).toEqual({ tables: ['cheap', 'item'] });
  });

  test('rejects a page of another origin', async () => {
    const [projectRoot, stateRoot] = [sqliteProject(), tempFolder()];
    const { url, token } = await openProject(projectRoot, stateRoot);
    const headers = { Authorization: `Bearer ${token}`, Origin: 'http://evil.example' };
    expect((await fetch(`${url}/tables`, { headers })).status).toBe(403);
    expect((await fetch(`${url}/health`, { headers: { Origin: 'http://evil.example' } })).status).toBe(403);
  });

  test('answers 503 for a project without a database', async () => {
    const [projectRoot, stateRoot] = [tempFolder(), tempFolder()];
    const { url, token } = await openProject(projectRoot, stateRoot);
    expect(await ask(`${url}/tables`, token)).toMatchObject({
      status: 503,
      body: { code: 'E_NO_DATABASE', error: 'Service Unavailable' },
    });
  });
});

test('switches when the project names another database', async () => {
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

  test('of another project is not changed by a function in a statement that reads by its text', async (context) => {
    if (!scratch) return context.skip();
    const { host, port, user, password, database } = scratch.definition;
    const admin = await administer(scratch.definition);
    for (const sql of [
      'CREATE TABLE marks (n int)',
      'CREATE FUNCTION mark() RETURNS int LANGUAGE sql AS $$ INSERT INTO marks VALUES (1) RETURNING n $$',
      'CREATE VIEW marking AS SELECT mark() AS n',
    ])
      await admin.run(sql);
    const address = `postgresql://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
    const [projectRoot, stateRoot] = [projectOf({ '.env': `DATABASE_URL="${address}"\n` }), tempFolder()];
    await openProject(projectRoot, stateRoot);
    const other = await connectProject(stateRoot, { workspace: [tempFolder()] });
    const run = async (query: string) => (await other.call('run-query', { projectRoot, query })).text;
    for (const query of ['SELECT mark()', 'SELECT * FROM marking', 'TABLE marking'])
      expect(await run(query)).toMatch(/^\[E_READONLY\]|^\[E_CONFIRMATION_REQUIRED\]/);
    expect(await run('SELECT count(*)::int AS n FROM marks')).toBe('[{"n":0}]');
    const own = await connectProject(stateRoot, { workspace: [projectRoot] });
    await own.call('run-query', { projectRoot, query: 'SELECT mark()' });
    expect(await run('SELECT count(*)::int AS n FROM marks')).toBe('[{"n":1}]');
    for (const sql of ['DROP VIEW marking', 'DROP FUNCTION mark', 'DROP TABLE marks']) await admin.run(sql);
    await admin.close();
  });

  test('is found in .env, queried by tools, and its password is redacted', async (context) => {
    if (!scratch) return context.skip();
    const { host, port, user, password, database } = scratch.definition;
    const address = `postgresql://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}?schema=public`;
    const projectRoot = projectOf({ '.env': `DATABASE_URL="${address}"\n` });
    mkdirSync(join(projectRoot, 'src'));
    const stateRoot = tempFolder();
    await openProject(projectRoot, stateRoot);
    const { call } = await connectProject(stateRoot, { workspace: [projectRoot] });
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
    expect(await run(`SELECT '${password}' AS shown`)).toBe('[{"shown":"***"}]');
  });

  test('a cancelled call cancels its statement in the server', async (context) => {
    if (!scratch) return context.skip();
    const { host, port, user, password, database } = scratch.definition;
    const address = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
    const [projectRoot, stateRoot] = [projectOf({ '.env': `DATABASE_URL="${address}"\n` }), tempFolder()];
    await openProject(projectRoot, stateRoot);
    const { client, call } = await connectProject(stateRoot, { workspace: [projectRoot] });
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

  test('reports an unreachable server and a wrong password as no connection', async (context) => {
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
