import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test, vi } from 'vitest';
import { everything, fixture, stdio, testConfig } from './testing/configs.ts';
import { LIST_CHANGED, methods, names, testGateway, textOf } from './testing/gateway.ts';

const modern = { pin: '2026-07-28' };
const sample = (id = 'sample', ...flags: readonly string[]) => testConfig(id, fixture('conforming', flags));
/** Runs and never answers. */
const silent = testConfig('silent', stdio(process.execPath, ['-e', 'setInterval(() => {}, 1000)']));
const broken = testConfig('broken', stdio('/nonexistent/program', []));
const WAIT = { timeout: 20_000 };

describe('several servers', () => {
  test('are listed together, mounted servers first, and each call reaches its server', async () => {
    const { server } = createFixtureServer();
    const { connect, calls } = await testGateway([sample('b'), sample('a')], { mounts: [server] });
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

  test('do not wait for broken or slow servers', async () => {
    const { connect, gateway } = await testGateway([broken, sample(), silent], {
      settleMs: 1_000,
      upstreams: { probeTimeoutMs: 30_000 },
    });
    const { client, start } = await connect('legacy');
    await start();
    await vi.waitFor(async () => expect(names(await client.listTools())).toContain('sample__echo'), WAIT);
    expect(gateway.status().servers).toMatchObject([
      {
        id: 'broken',
        state: expect.stringMatching(/^(idle|backing-off)$/),
        tools: 0,
        lastError: { code: 'E_UPSTREAM_START' },
      },
      { id: 'sample', state: 'ready' },
      { id: 'silent', state: 'starting' },
    ]);
  });

  test('announce tools that arrive after the first list', async () => {
    const { connect } = await testGateway([sample()], { settleMs: 0 });
    const { client, start, received } = await connect('legacy');
    await start();
    expect(names(await client.listTools())).toEqual([]);
    await vi.waitFor(() => expect(methods(received)).toContain(LIST_CHANGED), WAIT);
    expect(names(await client.listTools())).toContain('sample__echo');
  });

  test('are listed from the cache and start on first use', async () => {
    const first = await testGateway([sample()]);
    await first.gateway.catalogue.settled();
    const listed = first.gateway.catalogue.entries.map(({ name }) => name);
    await first.gateway.close();
    const { connect, gateway } = await testGateway([sample()], { stateRoot: first.stateRoot, settleMs: 0 });
    const { client, start } = await connect(modern);
    await start();
    expect(names(await client.listTools())).toEqual(listed);
    expect(gateway.status().servers).toMatchObject([{ state: 'idle', starts: 0 }]);
    expect(textOf(await client.callTool({ name: 'sample__echo', arguments: { text: 'hi' } }))).toBe('hi');
    expect(gateway.status().servers).toMatchObject([{ state: 'ready', starts: 1 }]);
  });

  test('a server that cannot be started fails only its own calls', async () => {
    const first = await testGateway([sample('one')]);
    await first.gateway.catalogue.settled();
    await first.gateway.close();
    const gone = { ...sample('one'), transport: broken.transport };
    const { connect } = await testGateway([gone, sample('two')], { stateRoot: first.stateRoot });
    const { client, start } = await connect('legacy');
    await start();
    expect(names(await client.listTools())).toContain('one__echo');
    const failed = await client.callTool({ name: 'one__echo', arguments: { text: 'hi' } });
    expect(failed.isError).toBe(true);
    expect(textOf(failed)).toMatch(/^\[E_UPSTREAM_START\]/);
    expect(textOf(await client.callTool({ name: 'two__echo', arguments: { text: 'hi' } }))).toBe('hi');
  });
});

test('does not list or call denied tools', async () => {
  const config = { ...sample(), deny: ['pid'] };
  for (const only of [undefined, 'sample']) {
    const { connect } = await testGateway([config], { only });
    const { client, start } = await connect('legacy');
    await start();
    const name = only ? 'pid' : 'sample__pid';
    expect(names(await client.listTools())).not.toContain(name);
    await expect(client.callTool({ name })).rejects.toThrow('E_UNKNOWN_TOOL');
  }
});

test('applies changed configuration files while it runs', async () => {
  const stateRoot = tempFolder();
  await mkdir(join(stateRoot, 'project'));
  const write = (mcpServers: object) =>
    writeFileSync(join(stateRoot, 'mcp.json'), JSON.stringify({ mcpServers }));
  const { transport } = sample();
  const entry = transport.kind === 'stdio' ? { command: transport.command, args: transport.args } : {};
  write({ one: entry });
  const directory = join(stateRoot, 'project');
  const { connect } = await testGateway([], { stateRoot, directory, config: undefined });
  const { client, start, received } = await connect('legacy');
  await start();
  expect(names(await client.listTools())).toContain('one__echo');
  write({ two: entry });
  await vi.waitFor(() => expect(methods(received)).toContain(LIST_CHANGED), WAIT);
  await vi.waitFor(async () => {
    const listed = names(await client.listTools());
    expect(listed).toContain('two__echo');
    expect(listed).not.toContain('one__echo');
  }, WAIT);
});

describe('search mode', () => {
  test('finds, describes and calls tools that are not listed', async () => {
    const { server } = createFixtureServer();
    const config = { ...sample(), favourites: ['pid'] };
    const { connect, calls } = await testGateway([config], { mounts: [server], mode: 'search' });
    const { client, start } = await connect('legacy', { elicitation: { form: {} } });
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { confirm: true } }));
    await start();
    expect(names(await client.listTools())).toEqual([
      'tool_search',
      'tool_describe',
      'tool_call',
      'molehill__read_more',
      'sample__pid',
    ]);
    const call = (name: string, input: object) => client.callTool({ name, arguments: { ...input } });
    expect(textOf(await call('tool_search', { query: 'echo' }))).toContain('sample__echo');
    expect(textOf(await call('tool_describe', { names: ['sample__echo'] }))).toContain('inputSchema');
    const relayed = { name: 'sample__echo', arguments: { text: 'through' } };
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

  test('finds cached tools before any list, and starts nothing', async () => {
    const first = await testGateway([sample()]);
    await first.gateway.catalogue.settled();
    await first.gateway.close();
    const unknown = testConfig('unknown', fixture('conforming'));
    const options = { stateRoot: first.stateRoot, mode: 'search' } as const;
    const { connect, gateway } = await testGateway([sample(), unknown], options);
    const { client, start } = await connect('legacy');
    await start();
    const found = textOf(await client.callTool({ name: 'tool_search', arguments: { query: 'echo' } }));
    expect(found).toContain('sample__echo');
    expect(gateway.status().servers).toMatchObject([{ starts: 0 }, { starts: 0 }]);
  });

  test('reports wrong names and arguments to the model', async () => {
    const { connect } = await testGateway([sample()], { mode: 'search' });
    const { client, start } = await connect(modern);
    await start();
    await client.listTools();
    const call = async (input: object) =>
      textOf(await client.callTool({ name: 'tool_call', arguments: { ...input } }));
    expect(await call({ name: 'sample__ecko' })).toContain('Did you mean "sample__echo"?');
    expect(await call({ nam: 'x' })).toMatch(/^\[E_INVALID_PARAMS\]/);
    expect(await call({ name: 'tool_call' })).toMatch(/^\[E_INVALID_PARAMS\]/);
  });

  test('is chosen in auto mode by the token cost of the list', async () => {
    for (const [tokenLimit, listed] of [
      [100, 'tool_search'],
      [100_000, 'sample__echo'],
    ] as const) {
      const { connect } = await testGateway([sample()], { mode: 'auto', tokenLimit });
      const { client, start } = await connect('legacy');
      await start();
      expect(names(await client.listTools())).toContain(listed);
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
      const { client, start, received } = await connect('legacy', { elicitation: { form: {}, url: {} } });
      client.setRequestHandler('elicitation/create', () => {
        asked.push(name);
        return { action: 'decline' };
      });
      await start();
      await client.listTools();
      clients.push({ client, received });
    }
    const [first, second] = clients;
    if (!first || !second) throw new Error('expected two clients');
    return { first, second, asked };
  }

  test('asks each client about its own call', async () => {
    const { first, second, asked } = await pair();
    await first.client.callTool({ name: `everything__${question}` });
    await second.client.callTool({ name: `everything__${question}` });
    expect(asked).toEqual(['first', 'second']);
  });

  test('asks no client while requests of both are in flight', async () => {
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

  test('sends each client only updates of its subscriptions', async () => {
    const { first, second } = await pair();
    const uri = 'demo://resource/dynamic/text/1';
    const other = 'demo://resource/dynamic/text/2';
    await first.client.subscribeResource({ uri });
    await second.client.subscribeResource({ uri: other });
    await first.client.callTool({ name: 'everything__toggle-subscriber-updates' });
    const updated = 'notifications/resources/updated';
    const updatesIn = (received: readonly { method: string; params?: object | undefined }[]) =>
      received.filter(({ method }) => method === updated).map(({ params }) => params);
    await vi.waitFor(() => expect(updatesIn(first.received)).toEqual([{ uri }]), WAIT);
    await vi.waitFor(() => expect(updatesIn(second.received)).toEqual([{ uri: other }]), WAIT);
  });
});

test('a server alone gets the capabilities of its client', async () => {
  const { connect } = await testGateway([testConfig('everything', everything())], { only: 'everything' });
  const { client, start } = await connect('legacy', { roots: {} });
  await start();
  const listed = names(await client.listTools());
  expect(listed).toContain('get-roots-list');
  expect(listed).not.toContain('trigger-sampling-request');
});

test('suggests the nearest name when the only server does not exist', async () => {
  await expect(testGateway([sample()], { only: 'sampl' })).rejects.toMatchObject({
    code: 'E_UNKNOWN_SERVER',
    hint: 'Did you mean "sample"?',
  });
});

test('relays a URL elicitation of a legacy server to a modern client', async () => {
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
