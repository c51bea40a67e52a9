import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { installOldestNode, oldestNode, whyNoOldestNode } from '../engines/node.ts';
import { endEverything } from './support/cleanup.ts';
import { connectClient, stdioTransport, streamableTransport } from './support/clients.ts';
import { runMolehill, startUp } from './support/molehill.ts';

const missing = whyNoOldestNode();

const nodes = [
  {
    name: `Node ${oldestNode}, the oldest supported`,
    version: `v${oldestNode}`,
    find: installOldestNode,
    missing,
  },
  {
    name: 'the Node of the toolchain',
    version: process.version,
    find: async () => process.execPath,
    missing: undefined,
  },
];

afterEach(endEverything);

describe.each(nodes)('the built program on $name', ({ find, version, missing }) => {
  let node = '';
  beforeAll(async () => {
    if (missing === undefined) node = await find();
  });

  const onThisNode = (name: string, run: () => Promise<void>) =>
    test(name, async ({ skip }) => {
      if (missing !== undefined && process.env.CI === 'true') throw new Error(missing);
      skip(missing !== undefined, missing);
      await run();
    });

  onThisNode('says its version', async () => {
    const said = await runMolehill(['--version'], { node });
    expect(said).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
  });

  onThisNode('answers status and names that Node', async () => {
    const said = await runMolehill(['status', '--json'], { node });
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(said.stdout)).toMatchObject({ ok: true, data: { node: version } });
  });

  onThisNode('calls a tool from the terminal', async () => {
    const said = await runMolehill(['tools', 'call', 'molehill', 'call_history', '--json'], { node });
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(said.stdout)).toMatchObject({ ok: true, data: { calls: [], cursor: null } });
  });

  onThisNode('serves the official client over standard input and output', async () => {
    const client = await connectClient(stdioTransport({ node }));
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain('molehill__status');
    const answer = await client.callTool({ name: 'molehill__status', arguments: {} });
    expect(answer.structuredContent).toMatchObject({ ok: true, data: { node: version } });
  });

  onThisNode('serves the official client over HTTP', async () => {
    const server = await startUp(['--port', '0'], { node });
    const client = await connectClient(streamableTransport(server), 'auto');
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain('molehill__status');
    const answer = await client.callTool({ name: 'molehill__status', arguments: {} });
    expect(answer.structuredContent).toMatchObject({ ok: true, data: { node: version } });
  });
});
