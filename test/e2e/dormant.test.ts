import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, expect, test } from 'vitest';
import { at, text } from '../clients/json.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { connectClient, type Mode, stdioTransport, streamableTransport } from './support/clients.ts';
import { bearer, open, responseTo } from './support/http.ts';
import { type HttpServer, startUp } from './support/molehill.ts';
import { until } from './support/until.ts';
import { eras, toolNames } from './support/upstreams.ts';

afterEach(endEverything);

const RESOURCE = 'molehill://sql/connections';
const MOST_TOKENS = 2_500;
const MOST_TOKENS_A_TOOL = 120;
const CHARACTERS_PER_TOKEN = 4;
const CODE_TOOLS = [
  'editor__diagnostic_list',
  'editor__symbol_search',
  'editor__symbol_references',
  'editor__rename_symbol',
  'editor__rename_file',
  'editor__get_setting',
  'editor__set_setting',
];

/** `molehill mcp` in an empty project. */
const connect = (mode: Mode) => {
  const home = temporaryFolder();
  return connectClient(stdioTransport({ home, args: ['--workspace', home] }), mode);
};

function addConnection(client: Client) {
  return client.callTool({ name: 'sql__add_connection', arguments: { name: 'shop', dsn: 'sqlite:shop.db' } });
}

/** Collects the changes that the client is notified of: `tools` or the URI of a resource. */
async function subscribe(client: Client, mode: Mode): Promise<string[]> {
  const changes: string[] = [];
  client.setNotificationHandler('notifications/tools/list_changed', () => void changes.push('tools'));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    changes.push(params.uri);
  });
  if (mode === 'legacy') await client.subscribeResource({ uri: RESOURCE });
  else await client.listen({ toolsListChanged: true, resourceSubscriptions: [RESOURCE] });
  return changes;
}

/** The events of the page's live stream. */
async function pageEvents(server: HttpServer): Promise<unknown[]> {
  const events: unknown[] = [];
  const response = await responseTo(open(server, '/api/events', { headers: bearer(server) }));
  const lines = createInterface({ input: response });
  lines.on('line', (line) => {
    if (line.startsWith('data: ')) events.push(JSON.parse(line.slice('data: '.length)));
  });
  // The request is aborted after the test.
  lines.on('error', () => {});
  return events;
}

/** What a model reads of a list before its first call. */
async function listedTokens(client: Client): Promise<number[]> {
  const { tools } = await client.listTools();
  return tools.map(
    ({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, inputSchema }).length / CHARACTERS_PER_TOKEN,
  );
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

test(`an empty project lists at most ${MOST_TOKENS} tokens of tools`, async () => {
  expect(sumOf(await listedTokens(await connect('legacy')))).toBeLessThanOrEqual(MOST_TOKENS);
});

test(`a tool costs at most ${MOST_TOKENS_A_TOOL} tokens on average over all that are served`, async () => {
  const home = temporaryFolder();
  const env = {
    DBMOLE_CONNECTIONS: JSON.stringify([{ name: 'shop', type: 'sqlite', file: 'shop.db' }]),
    ESMOLE_CONNECTIONS: JSON.stringify([{ name: 'logs', host: '127.0.0.1', port: 9 }]),
  };
  const client = await connectClient(stdioTransport({ home, args: ['--workspace', home], env }), 'legacy');
  const tokens = await listedTokens(client);
  expect(await toolNames(client)).toEqual(expect.arrayContaining(['sql__query', 'es__es_search']));
  expect(sumOf(tokens) / tokens.length).toBeLessThanOrEqual(MOST_TOKENS_A_TOOL);
});

test.each(['index.ts', 'main.py'])('a folder with %s lists and introduces the code tools', async (name) => {
  const home = temporaryFolder();
  writeFileSync(join(home, name), '');
  const client = await connectClient(stdioTransport({ home, args: ['--workspace', home] }), 'legacy');
  expect(await toolNames(client)).toEqual(expect.arrayContaining(CODE_TOOLS));
  const introduction = client.getInstructions() ?? '';
  expect(introduction).toContain('editor__rename_symbol and editor__rename_file instead of replacing text');
  expect(introduction.length).toBeLessThan(800);
  const tokens = await listedTokens(client);
  expect(sumOf(tokens) / tokens.length).toBeLessThanOrEqual(MOST_TOKENS_A_TOOL);
});

test('introduces what is there by name and how to begin, in one short text', async () => {
  const home = temporaryFolder();
  const connections = [{ name: 'shop', type: 'sqlite', file: 'shop.db' }];
  const env = { DBMOLE_CONNECTIONS: JSON.stringify(connections) };
  const client = await connectClient(stdioTransport({ home, args: ['--workspace', home], env }), 'legacy');
  const text = client.getInstructions() ?? '';
  expect(text).toContain('SQL databases: connections shop. Begin with sql__list_tables, then sql__query.');
  expect(text).toContain('no connection is defined; es__add_connection defines one.');
  expect(text.length).toBeLessThan(600);
  expect(text).not.toMatch(/first/i);
});

test.each(eras)('the first connection lists the tools of its server: client %s', async (_, mode) => {
  const client = await connect(mode);
  const sqlTools = async () => (await toolNames(client)).filter((name) => name.startsWith('sql__'));
  const esTools = async () => (await toolNames(client)).filter((name) => name.startsWith('es__'));
  expect(await sqlTools()).toEqual(['sql__list_connections', 'sql__add_connection']);
  expect(await esTools()).toEqual(['es__list_connections', 'es__add_connection']);
  const changes = await subscribe(client, mode);
  expect(at(await addConnection(client), 'isError')).not.toBe(true);
  await until('the client is notified', () => changes.includes('tools') && changes.includes(RESOURCE));
  expect(await sqlTools()).toEqual(expect.arrayContaining(['sql__query', 'sql__test_connection']));
  expect(await esTools()).toEqual(['es__list_connections', 'es__add_connection']);
  const { contents } = await client.readResource({ uri: RESOURCE });
  expect(JSON.parse(text(at(contents, 0, 'text')))).toMatchObject({ connections: [{ name: 'shop' }] });
});

test.each(eras)('the first program lists the core tools of the editor: client %s', async (_, mode) => {
  const home = temporaryFolder();
  const client = await connectClient(stdioTransport({ home, args: ['--workspace', home] }), mode);
  const editorTools = async () => (await toolNames(client)).filter((name) => name.startsWith('editor__'));
  expect(await editorTools()).toEqual(['editor__debug_start']);
  const changes = await subscribe(client, mode);
  writeFileSync(join(home, 'main.py'), 'print(1)\n');
  await until('the client is notified', () => changes.includes('tools'));
  expect(await editorTools()).toEqual(
    expect.arrayContaining(['editor__breakpoint_set', 'editor__stack_get']),
  );
});

test.each(eras)(
  'a new connection is an event for subscribed clients and the page: client %s',
  async (_, mode) => {
    const home = temporaryFolder();
    const server = await startUp(['--port', '0', '--workspace', home], { home });
    const subscriber = await connectClient(streamableTransport(server), mode);
    const changes = await subscribe(subscriber, mode);
    const events = await pageEvents(server);
    await addConnection(await connectClient(streamableTransport(server)));
    await until('the client is notified', () => changes.includes(RESOURCE));
    const isAdded = (event: unknown) => at(event, 'type') === 'connection.added';
    await until('the page receives the event', () => events.some(isAdded));
    expect(events.find(isAdded)).toMatchObject({ resource: RESOURCE, data: { name: 'shop' } });
  },
);
