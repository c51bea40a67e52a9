import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import {
  connectClient,
  type Mode,
  sseTransport,
  stdioTransport,
  streamableTransport,
} from './support/clients.ts';
import { type HttpServer, startUp } from './support/molehill.ts';
import { modernVersion } from './support/raw-client.ts';

const modern: Mode = { pin: modernVersion };

let home = '';
let server: HttpServer;
let reference: Client;

beforeAll(async () => {
  home = temporaryFolder();
  server = await startUp(['--port', '0', '--workspace', home], { home });
  reference = await connectClient(stdio());
});
afterAll(endEverything);

const stdio = () => stdioTransport({ home, args: ['--workspace', home] });
const http = () => streamableTransport(server);
const sse = () => sseTransport(server);

const transports = [
  { name: 'stdio', mode: 'legacy', era: 'legacy', transport: stdio },
  { name: 'stdio', mode: 'auto', era: 'modern', transport: stdio },
  { name: 'stdio', mode: modern, era: 'modern', transport: stdio },
  { name: 'Streamable HTTP', mode: 'legacy', era: 'legacy', transport: http },
  { name: 'Streamable HTTP', mode: 'auto', era: 'modern', transport: http },
  { name: 'Streamable HTTP', mode: modern, era: 'modern', transport: http },
  { name: 'SSE', mode: 'legacy', era: 'legacy', transport: sse },
  { name: 'SSE', mode: 'auto', era: 'legacy', transport: sse },
] as const;

/** Removes what differs between calls and processes. */
async function statusBy(client: Client): Promise<unknown> {
  const answer = await client.callTool({ name: 'molehill__status', arguments: {} });
  const {
    meta: _,
    data,
    ...rest
  } = answer.structuredContent as { meta: unknown; data: Record<string, unknown> };
  return {
    ...rest,
    data: { ...data, frontends: [] },
    isError: answer.isError,
    blocks: answer.content.length,
  };
}

describe.each(transports)('the official client over $name, mode $mode', ({ mode, era, transport }) => {
  let client: Client;
  beforeAll(async () => {
    client = await connectClient(transport(), mode);
  });

  test(`speaks the ${era} protocol`, () => {
    expect(client.getProtocolEra()).toBe(era);
    expect(client.getServerVersion()).toMatchObject({ name: 'molehill' });
    expect(client.getInstructions()).toContain('status');
  });

  test('sees the same tools, with their schemas, as every other client', async () => {
    const { tools } = await client.listTools();
    expect(tools).toEqual((await reference.listTools()).tools);
    for (const tool of tools) {
      expect(tool.name).toMatch(/^[a-z0-9-]+__/);
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.outputSchema?.type).toBe('object');
      expect(tool.annotations).toMatchObject({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
      });
    }
  });

  test('gets the same answers as every other client', async () => {
    expect(await statusBy(client)).toEqual(await statusBy(reference));
  });

  test('gets an invalid argument as a result that a model can read', async () => {
    const answer = await client.callTool({ name: 'molehill__call_history', arguments: { limti: 3 } });
    expect(answer).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('[E_INVALID_PARAMS]') }],
      structuredContent: { ok: false, type: 'error', error: { code: 'E_INVALID_PARAMS', retryable: false } },
    });
  });

  test('gets the nearest name for an unknown tool', async () => {
    const call = client.callTool({ name: 'molehill__statsu', arguments: {} });
    await expect(call).rejects.toThrow(/E_UNKNOWN_TOOL.*molehill__status/);
  });
});

test('a server served alone has unprefixed tool names', async () => {
  const client = await connectClient(stdioTransport({ args: ['--only', 'molehill'] }));
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name);
  expect(names).toEqual(expect.arrayContaining(['status', 'call_history']));
  expect(names.filter((name) => name.includes('__'))).toEqual([]);
  const answer = await client.callTool({ name: 'status', arguments: {} });
  expect(answer.structuredContent).toMatchObject({ ok: true });
});

test('the 2026 protocol is rejected over legacy SSE, with a reason', async () => {
  await expect(connectClient(sse(), modern)).rejects.toThrow(modernVersion);
});
