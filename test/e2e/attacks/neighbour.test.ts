import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { at, items, text } from '../../clients/json.ts';
import { browserPath, useBrowser } from '../support/browser.ts';
import { afterwards, endEverything, temporaryFolder } from '../support/cleanup.ts';
import { ask, bearer } from '../support/http.ts';
import { startUp, type UpServer } from '../support/molehill.ts';
import { Configured } from '../support/upstreams.ts';

const { open } = useBrowser();

afterEach(endEverything);

/** Another user's program on another port, and the headers that browsers sent to it. */
async function startNeighbour() {
  const received: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    received.push(Object.fromEntries(headers));
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>other</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { received, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/` };
}

/** The headers of a request that could be a credential. */
function credentials({ cookie, authorization, ...headers }: Readonly<Record<string, string>>) {
  const session = headers['molehill-session'];
  return {
    ...(cookie === undefined ? {} : { cookie }),
    ...(authorization === undefined ? {} : { authorization }),
    ...(session === undefined ? {} : { 'molehill-session': session }),
  };
}

describe.skipIf(!browserPath)('another user of the machine, in Chromium', () => {
  test('receives nothing on another port that opens the API', async () => {
    const server = await startUp();
    const page = await open(server.page);
    await page.getByTestId('tool-item').first().waitFor();
    const neighbour = await startNeighbour();
    await page.goto(neighbour.url);
    expect(neighbour.received.length).toBeGreaterThan(0);
    for (const headers of neighbour.received)
      expect(await ask(server, '/api/status', { headers: credentials(headers) })).toMatchObject({
        status: 401,
      });
  });

  test('receives nothing that opens the API of another project or a later start', async () => {
    const home = temporaryFolder();
    const first = await startUp(['--port', '0', '--workspace', temporaryFolder()], { home });
    const page = await open(first.page);
    await page.getByTestId('tool-item').first().waitFor();
    const sent = await page.evaluate<Record<string, string>>(
      "({ 'molehill-session': sessionStorage.getItem('molehill-session') ?? '' })",
    );
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const other = await startUp(['--port', '0', '--workspace', temporaryFolder()], { home });
    const headers = { ...sent, ...(cookie ? { cookie } : {}) };
    expect(await ask(first, '/api/status', { headers })).toMatchObject({ status: 200 });
    expect(await ask(other, '/api/status', { headers })).toMatchObject({ status: 401 });
  });
});

describe('the token of an agent', () => {
  const post = (server: UpServer, path: string, body: object) =>
    ask(server, path, {
      method: 'POST',
      headers: { ...bearer(server), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('approves no server', async () => {
    const set = new Configured();
    set.offers('files', 'look');
    set.write('.mcp.json', { mcpServers: { files: set.entry('files') } });
    const server = await startUp(['--port', '0', '--workspace', set.workspace], { home: set.home });
    const listed = await ask(server, '/api/servers', { headers: bearer(server) });
    const [files] = items(at(JSON.parse(listed.body), 'servers'));
    await post(server, '/api/servers/approve', {
      id: 'files',
      hash: text(at(files, 'hash')),
      definitions: [],
    });
    const states = items(at(await set.json('servers', 'list'), 'servers'));
    expect(states).toMatchObject([{ id: 'files', state: 'waiting' }]);
    expect(set.starts('files')).toEqual([]);
  });

  test('does not answer the question of a person', async () => {
    const server = await startUp();
    const input = { name: 'shop', type: 'sqlite', file: 'shop.db' };
    await post(server, '/api/call', { tool: 'sql__add_connection', input });
    const removal = { tool: 'sql__remove_connection', input: { name: 'shop' } };
    const asked = await post(server, '/api/call', removal);
    const message = text(at(JSON.parse(asked.body), 'question', 'message'));
    expect(message).toContain('shop');
    await post(server, '/api/call', { ...removal, answers: [{ message }] });
    const list = await post(server, '/api/call', { tool: 'sql__list_connections', input: {} });
    expect(list.body).toContain('shop.db');
  });
});
