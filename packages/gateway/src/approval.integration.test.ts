import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor } from '@molehill/core/redact';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test, vi } from 'vitest';
import { createApprovals } from './approvals.ts';
import { placeholderOf } from './config/file-references.ts';
import { realOrGiven } from './config/places.ts';
import { createPins, serverKeyOf } from './pins.ts';
import { fixture, testConfig } from './testing/configs.ts';
import { LIST_CHANGED, methods, names, testGateway } from './testing/gateway.ts';

const sample = () => testConfig('sample', fixture('conforming'));
const WAIT = { timeout: 20_000 };

describe('changed definitions', () => {
  test('are neither listed nor called until a person approves them', async () => {
    const config = sample();
    const { connect, gateway } = await testGateway([config]);
    const { client, start, received } = await connect('legacy');
    await start();
    await client.listTools();
    await client.callTool({ name: 'sample__grow' });
    await vi.waitFor(() => expect(gateway.status().servers[0]?.withheld).toEqual(['grown']), WAIT);
    expect(names(await client.listTools())).not.toContain('sample__grown');
    await expect(client.callTool({ name: 'sample__grown' })).rejects.toThrow('E_UNKNOWN_TOOL');
    const key = serverKeyOf(config);
    await gateway.pins.approve(key, gateway.pins.withheld(key));
    expect(names(await client.listTools())).toContain('sample__grown');
    await vi.waitFor(() => expect(methods(received)).toContain(LIST_CHANGED));
  });

  test('are announced when a person approves them in another process', async () => {
    const config = sample();
    const { connect, gateway, stateRoot } = await testGateway([config]);
    const { client, start, received } = await connect('legacy');
    await start();
    await client.listTools();
    await client.callTool({ name: 'sample__grow' });
    await vi.waitFor(() => expect(gateway.status().servers[0]?.withheld).toEqual(['grown']), WAIT);
    const [terminal, key] = [createPins({ stateRoot }), serverKeyOf(config)];
    await terminal.approve(key, terminal.withheld(key));
    await vi.waitFor(() => expect(methods(received)).toContain(LIST_CHANGED), WAIT);
    expect(names(await client.listTools())).toContain('sample__grown');
  });

  test('stay withheld while another process still runs the unchanged server', async () => {
    const config = sample();
    const { connect, gateway, stateRoot } = await testGateway([config]);
    const other = await testGateway([config], { stateRoot });
    await other.gateway.catalogue.settled();
    const { client, start } = await connect('legacy');
    await start();
    await client.listTools();
    await client.callTool({ name: 'sample__grow' });
    await vi.waitFor(() => expect(gateway.status().servers[0]?.withheld).toEqual(['grown']), WAIT);
    await other.gateway.catalogue.settled();
    expect(other.gateway.status().servers[0]?.withheld).toEqual([]);
    expect(gateway.pins.withheld(serverKeyOf(config)).map(({ name }) => name)).toEqual(['grown']);
  });

  test('are withheld for a server alone too', async () => {
    const { connect, gateway } = await testGateway([sample()], { only: 'sample' });
    const { client, start } = await connect('legacy');
    await start();
    await client.listTools();
    await client.callTool({ name: 'grow' });
    await vi.waitFor(() => expect(gateway.status().servers[0]?.withheld).toEqual(['grown']), WAIT);
    await expect(client.callTool({ name: 'grown' })).rejects.toThrow('E_UNKNOWN_TOOL');
  });
});

test('announces the tools of a server that was approved in another process', async () => {
  const source = { scope: 'project', format: 'mcp', file: '/project/.mcp.json' } as const;
  const config = testConfig('sample', fixture('conforming'), { source });
  const { connect, gateway, stateRoot } = await testGateway([config]);
  const { client, start, received } = await connect('legacy');
  await start();
  expect(names(await client.listTools())).toEqual([]);
  expect(gateway.status().servers).toMatchObject([{ state: 'waiting' }]);
  await createApprovals({ stateRoot }).approve([config]);
  await vi.waitFor(() => expect(methods(received)).toContain(LIST_CHANGED), WAIT);
  expect(names(await client.listTools())).toContain('sample__echo');
});

test('lists a project server after its approval', async () => {
  const source = { file: '/project/.mcp.json', format: 'mcp', scope: 'project' } as const;
  const config = { ...sample(), source };
  const { connect, gateway } = await testGateway([config]);
  const { client, start } = await connect('legacy');
  await start();
  expect(names(await client.listTools())).toEqual([]);
  expect(gateway.status().servers).toMatchObject([{ state: 'waiting', starts: 0 }]);
  await gateway.approvals.approve([config]);
  expect(names(await client.listTools())).toContain('sample__echo');
});

test('secrets are redacted only once their server starts, so that no unapproved entry can name words', async () => {
  const file = join(tempFolder(), 'token');
  writeFileSync(file, 'content-of-the-file\n');
  const env = { API_TOKEN: 'access', FILE_TOKEN: placeholderOf(file) };
  const source = { file: '/project/.mcp.json', format: 'mcp', scope: 'project' } as const;
  const config = testConfig('sample', fixture('conforming', [], { env }), { source });
  const redactor = createRedactor();
  const { gateway } = await testGateway([config], { redactor });
  await gateway.catalogue.settled();
  const text = 'access for content-of-the-file';
  expect(redactor.known(text)).toBe(text);
  await gateway.approvals.approve([config]);
  await gateway.catalogue.settled();
  expect(redactor.known(text)).toBe('*** for ***');
});

test('a server whose script changes is stopped until the script is approved again', async () => {
  const folder = realOrGiven(tempFolder());
  const script = join(folder, 'server.ts');
  const serverFile = join(import.meta.dirname, 'testing', 'servers', 'conforming.ts');
  const write = (comment: string) =>
    writeFileSync(script, `// ${comment}\nawait import(${JSON.stringify(serverFile)});\n`);
  write('one');
  const entry = { command: process.execPath, args: ['./server.ts'] };
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { sample: entry } }));
  const { gateway, connect } = await testGateway([], { directory: folder, config: undefined });
  const server = () => gateway.status().servers[0];
  const approve = async () => {
    const config = server()?.config;
    if (config) await gateway.approvals.approve([config]);
  };
  await approve();
  const { client, start } = await connect('legacy');
  await start();
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(1);
  await client.callTool({ name: 'sample__pid' });
  write('two');
  await vi.waitFor(() => expect(server()).toMatchObject({ state: 'waiting', changedFiles: [script] }), WAIT);
  await vi.waitFor(() => expect(server()?.pid).toBeUndefined(), WAIT);
  expect(names(await client.listTools())).toEqual([]);
  await approve();
  expect(names(await client.listTools())).toContain('sample__pid');
});
