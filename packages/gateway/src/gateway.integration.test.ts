import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test, vi } from 'vitest';
import { everything, fixture, stdio, testConfig } from './testing/configs.ts';
import { LIST_CHANGED, methods, names, testGateway, textOf } from './testing/gateway.ts';

const modern = { pin: '2026-07-28' };
const polite = (id = 'polite', ...flags: readonly string[]) => testConfig(id, fixture('polite', flags));
/** Runs and never says a word. */
const silent = testConfig('silent', stdio(process.execPath, ['-e', 'setInterval(() => {}, 1000)']));
const broken = testConfig('broken', stdio('/nonexistent/program', []));
const WAIT = { timeout: 20_000 };

describe('several servers', () => {
  test('are listed together, ours first, and each tool is called where it is', async () => {
    const { server } = createFixtureServer();
    const { connect, calls } = await testGateway([polite('b'), polite('a')], { mounts: [server] });
    const { client, start } = await connect('legacy');
    await start();
    const listed = names(await client.listTools());
    expect(listed.slice(0, server.tools.length)).toEqual(server.tools.map(({ name }) => `fixture__${name}`));
    expect(listed.filter((name) => name.endsWith('__pid'))).toEqual(['b__pid', 'a__pid']);
    const pids = [await client.callTool({ name: 'a__pid' }), await client.callTool({ name: 'b__pid' })];
    expect(new Set(pids.map(textOf)).size).toBe(2);
    expect(textOf(await client.callTool({ name: 'fixture__echo', arguments: { text: 'own' } }))).toBe(
      'text: own',
    );
    expect(calls).toMatchObject([
      { server: 'a', tool: 'pid', outcome: 'ok' },
      { server: 'b', tool: 'pid' },
      { server: 'fixture', tool: 'echo' },
    ]);
  });

  test('do not wait for those that are broken or late', async () => {
    const { connect, gateway } = await testGateway([broken, polite(), silent], {
      settleMs: 1_000,
      upstreams: { probeTimeoutMs: 30_000 },
    });
    const { client, start } = await connect('legacy');
    await start();
    await vi.waitFor(async () => expect(names(await client.listTools())).toContain('polite__echo'), WAIT);
    expect(gateway.status().servers).toMatchObject([
      { id: 'broken', state: 'backing-off', tools: 0, lastError: { code: 'E_UPSTREAM_START' } },
      { id: 'polite', state: 'ready' },
      { id: 'silent', state: 'starting' },
    ]);
  });

  test('announce what comes after the first list', async () => {
    const { connect } = await testGateway([polite()], { settleMs: 0 });
    const { client, start, heard } = await connect('legacy');
    await start();
    expect(names(await client.listTools())).toEqual([]);
    await vi.waitFor(() => expect(methods(heard)).toContain(LIST_CHANGED), WAIT);
    expect(names(await client.listTools())).toContain('polite__echo');
  });

  test('are listed from memory once they were seen, and start when they are used', async () => {
    const first = await testGateway([polite()]);
    await first.gateway.catalogue.settled();
    const listed = first.gateway.catalogue.entries.map(({ name }) => name);
    await first.gateway.close();
    const { connect, gateway } = await testGateway([polite()], { stateRoot: first.stateRoot, settleMs: 0 });
    const { client, start } = await connect(modern);
    await start();
    expect(names(await client.listTools())).toEqual(listed);
    expect(gateway.status().servers).toMatchObject([{ state: 'idle', starts: 0 }]);
    expect(textOf(await client.callTool({ name: 'polite__echo', arguments: { text: 'hi' } }))).toBe('hi');
    expect(gateway.status().servers).toMatchObject([{ state: 'ready', starts: 1 }]);
  });

  test('a server that cannot be started fails its own calls alone, with a code', async () => {
    const first = await testGateway([polite('one')]);
    await first.gateway.catalogue.settled();
    await first.gateway.close();
    const gone = { ...polite('one'), transport: broken.transport };
    const { connect } = await testGateway([gone, polite('two')], { stateRoot: first.stateRoot });
    const { client, start } = await connect('legacy');
    await start();
    expect(names(await client.listTools())).toContain('one__echo');
    const failed = await client.callTool({ name: 'one__echo', arguments: { text: 'hi' } });
    expect(failed.isError).toBe(true);
    expect(textOf(failed)).toMatch(/^\[E_UPSTREAM_START\]/);
    expect(textOf(await client.callTool({ name: 'two__echo', arguments: { text: 'hi' } }))).toBe('hi');
  });
});

test('what is not allowed is neither listed nor called', async () => {
  const config = { ...polite(), deny: ['pid'] };
  for (const only of [undefined, 'polite']) {
    const { connect } = await testGateway([config], { only });
    const { client, start } = await connect('legacy');
    await start();
    const name = only ? 'pid' : 'polite__pid';
    expect(names(await client.listTools())).not.toContain(name);
    await expect(client.callTool({ name })).rejects.toThrow('E_UNKNOWN_TOOL');
  }
});

test('files are followed while the gateway runs', async () => {
  const stateRoot = tempFolder();
  await mkdir(join(stateRoot, 'project'));
  const write = (mcpServers: object) =>
    writeFileSync(join(stateRoot, 'mcp.json'), JSON.stringify({ mcpServers }));
  const { transport } = polite();
  const entry = transport.kind === 'stdio' ? { command: transport.command, args: transport.args } : {};
  write({ one: entry });
  const directory = join(stateRoot, 'project');
  const { connect } = await testGateway([], { stateRoot, directory, config: undefined });
  const { client, start, heard } = await connect('legacy');
  await start();
  expect(names(await client.listTools())).toContain('one__echo');
  write({ two: entry });
  await vi.waitFor(() => expect(methods(heard)).toContain(LIST_CHANGED), WAIT);
  await vi.waitFor(async () => {
    const listed = names(await client.listTools());
    expect(listed).toContain('two__echo');
    expect(listed).not.toContain('one__echo');
  }, WAIT);
});

describe('search instead of a list', () => {
  test('finds, describes and calls what is not listed', async () => {
    const { server } = createFixtureServer();
    const config = { ...polite(), favourites: ['pid'] };
    const { connect, calls } = await testGateway([config], { mounts: [server], mode: 'search' });
    const { client, start } = await connect('legacy', { elicitation: { form: {} } });
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { confirm: true } }));
    await start();
    expect(names(await client.listTools())).toEqual([
      'tool_search',
      'tool_describe',
      'tool_call',
      'polite__pid',
    ]);
    const call = (name: string, input: object) => client.callTool({ name, arguments: { ...input } });
    expect(textOf(await call('tool_search', { query: 'echo' }))).toContain('polite__echo');
    expect(textOf(await call('tool_describe', { names: ['polite__echo'] }))).toContain('inputSchema');
    const relayed = { name: 'polite__echo', arguments: { text: 'through' } };
    expect(await call('tool_call', relayed)).toEqual({ content: [{ type: 'text', text: 'through' }] });
    const own = { name: 'fixture__confirming', arguments: { what: 'it' } };
    expect(await call('tool_call', own)).toMatchObject({ structuredContent: { ok: true } });
    expect(calls.map(({ tool }) => tool)).toEqual([
      'tool_search',
      'tool_describe',
      'echo',
      'confirming',
      'confirming',
    ]);
  });

  test('tells a model what it did wrong', async () => {
    const { connect } = await testGateway([polite()], { mode: 'search' });
    const { client, start } = await connect(modern);
    await start();
    await client.listTools();
    const call = async (input: object) =>
      textOf(await client.callTool({ name: 'tool_call', arguments: { ...input } }));
    expect(await call({ name: 'polite__ecko' })).toContain('Did you mean "polite__echo"?');
    expect(await call({ nam: 'x' })).toMatch(/^\[E_INVALID_PARAMS\]/);
    expect(await call({ name: 'tool_call' })).toMatch(/^\[E_INVALID_PARAMS\]/);
  });

  test('is chosen by what a list would cost', async () => {
    for (const [tokenLimit, listed] of [
      [100, 'tool_search'],
      [100_000, 'polite__echo'],
    ] as const) {
      const { connect } = await testGateway([polite()], { mode: 'auto', tokenLimit });
      const { client, start } = await connect('legacy');
      await start();
      expect(names(await client.listTools())[0]).toBe(listed);
    }
  });
});

describe('two clients of one server', () => {
  const question = 'trigger-elicitation-request';

  async function pair() {
    const { connect } = await testGateway([testConfig('everything', everything())]);
    const asked: string[] = [];
    const clients = [];
    for (const name of ['first', 'second']) {
      const { client, start, heard } = await connect('legacy', { elicitation: { form: {}, url: {} } });
      client.setRequestHandler('elicitation/create', () => {
        asked.push(name);
        return { action: 'decline' };
      });
      await start();
      await client.listTools();
      clients.push({ client, heard });
    }
    const [first, second] = clients;
    if (!first || !second) throw new Error('there are no two clients');
    return { first, second, asked };
  }

  test('each is asked about its own call', async () => {
    const { first, second, asked } = await pair();
    await first.client.callTool({ name: `everything__${question}` });
    await second.client.callTool({ name: `everything__${question}` });
    expect(asked).toEqual(['first', 'second']);
  });

  test('nobody is asked while both are waiting', async () => {
    const { first, second, asked } = await pair();
    const caller = new AbortController();
    const begun = vi.fn();
    const slow = {
      name: 'everything__trigger-long-running-operation',
      arguments: { duration: 20, steps: 200 },
    };
    const waiting = first.client.callTool(slow, { signal: caller.signal, onprogress: begun });
    await vi.waitFor(() => expect(begun).toHaveBeenCalled(), WAIT);
    const refused = await second.client.callTool({ name: `everything__${question}` });
    expect(textOf(refused)).toContain('the client to ask cannot be determined');
    expect(asked).toEqual([]);
    caller.abort();
    await expect(waiting).rejects.toThrow();
  });

  test('each hears of the resources it follows, and of no others', async () => {
    const { first, second } = await pair();
    const uri = 'demo://resource/dynamic/text/1';
    const other = 'demo://resource/dynamic/text/2';
    await first.client.subscribeResource({ uri });
    await second.client.subscribeResource({ uri: other });
    await first.client.callTool({ name: 'everything__toggle-subscriber-updates' });
    const updated = 'notifications/resources/updated';
    const followed = (heard: readonly { method: string; params?: object | undefined }[]) =>
      heard.filter(({ method }) => method === updated).map(({ params }) => params);
    await vi.waitFor(() => expect(followed(first.heard)).toEqual([{ uri }]), WAIT);
    await vi.waitFor(() => expect(followed(second.heard)).toEqual([{ uri: other }]), WAIT);
  });
});

test('a server alone is told what its client can do', async () => {
  const { connect } = await testGateway([testConfig('everything', everything())], { only: 'everything' });
  const { client, start } = await connect('legacy', { roots: {} });
  await start();
  const listed = names(await client.listTools());
  expect(listed).toContain('get-roots-list');
  expect(listed).not.toContain('trigger-sampling-request');
});

test('the only server asked for does not exist', async () => {
  await expect(testGateway([polite()], { only: 'polit' })).rejects.toMatchObject({
    code: 'E_UNKNOWN_SERVER',
    hint: 'Did you mean "polite"?',
  });
});

test('a client of 2026 is sent to an address before a call of a server of 2025, and calls again', async () => {
  const { connect } = await testGateway([testConfig('everything', everything())]);
  const { client, start } = await connect(modern, { elicitation: { form: {}, url: {} } });
  const visited: unknown[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    visited.push(params.mode === 'url' ? params.url : params);
    return { action: 'accept' };
  });
  await start();
  const name = 'everything__trigger-url-elicitation';
  const input = { url: 'https://example.com/a', errorPath: true };
  const result = await client.callTool({ name, arguments: input });
  expect(textOf(result)).toContain('User completed the URL elicitation flow');
  expect(visited).toContain('https://example.com/a');
  expect(visited.length).toBeGreaterThan(1);
});
