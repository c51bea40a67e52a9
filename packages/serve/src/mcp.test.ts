import type { CallToolResult } from '@modelcontextprotocol/client';
import { createTestEndpoint, type TestEndpointOptions } from '@molehill/core/testing/endpoint';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import type { FixtureState } from '@molehill/core/testing/fixture-state';
import { describe, expect, test, vi } from 'vitest';
import { connectClient, type ProtocolMode, protocolEras } from './testing/mcp-client.ts';

const LONG = 60_000;

async function connect(mode: ProtocolMode, options: TestEndpointOptions = {}) {
  const state: FixtureState = { stopped: 0, done: [] };
  const { endpoint, calls, redactor } = createTestEndpoint(createFixtureServer(state).server, options);
  return { client: await connectClient(endpoint, mode), calls, state, redactor, endpoint };
}

function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('\n');
}

describe.each(protocolEras)('client of $era', ({ mode }) => {
  test("receives the server's name", async () => {
    const { client } = await connect(mode);
    expect(client.getServerVersion()).toMatchObject({ name: 'fixture', version: '1.0.0' });
    expect(client.getInstructions()).toBe('Tools for tests.');
    expect(client.getServerCapabilities()).toHaveProperty('tools');
  });

  test('lists tools in declared order, every time', async () => {
    const { client, endpoint } = await connect(mode);
    const declared = endpoint.catalogue.entries.map(({ name }) => name);
    for (let round = 0; round < 3; round++) {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(declared);
    }
  });

  test('lists each tool with schemas and annotations', async () => {
    const { client } = await connect(mode);
    const { tools } = await client.listTools();
    const find = (wanted: string) => tools.find(({ name }) => name === wanted);
    expect(find('echo')).toMatchObject({
      title: 'Echo',
      description: 'Answers with what it was given.',
      inputSchema: { type: 'object', required: ['text'] },
      outputSchema: { type: 'object', properties: { data: { required: ['text'] } } },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
    expect(find('confirming')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  test('lists prefixed names of several servers', async () => {
    const { client } = await connect(mode, { prefixed: true });
    const { tools } = await client.listTools();
    expect(tools.every(({ name }) => name.startsWith('fixture__'))).toBe(true);
    expect(textOf(await client.callTool({ name: 'fixture__echo', arguments: { text: 'hi' } }))).toBe(
      'text: hi',
    );
  });

  test('receives a success as text and as an envelope', async () => {
    const { client } = await connect(mode);
    const result = await client.callTool({ name: 'echo', arguments: { text: 'hi' } });
    expect(result.content).toEqual([{ type: 'text', text: 'text: hi' }]);
    expect(result).not.toHaveProperty('isError');
    expect(result.structuredContent).toEqual({
      ok: true,
      type: 'success',
      data: { text: 'hi' },
      meta: { requestId: expect.any(String), timestamp: expect.any(String), durationMs: expect.any(Number) },
    });
  });

  test('receives a failure as an error result with code, message and hint', async () => {
    const { client } = await connect(mode);
    const result = await client.callTool({
      name: 'failing',
      arguments: { how: 'coded', message: 'no luck' },
    });
    expect(result.isError).toBe(true);
    expect(result.content).toEqual([{ type: 'text', text: '[E_FIXTURE] no luck — Do not ask it to.' }]);
    expect(result.structuredContent).toEqual({
      ok: false,
      type: 'error',
      error: {
        code: 'E_FIXTURE',
        message: 'no luck',
        hint: 'Do not ask it to.',
        retryable: true,
        details: { message: 'no luck' },
      },
      meta: expect.objectContaining({ requestId: expect.any(String) }),
    });
  });

  test('receives the accepted arguments for wrong ones', async () => {
    const { client } = await connect(mode);
    const result = await client.callTool({ name: 'echo', arguments: { txt: 'hi' } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe(
      '[E_INVALID_PARAMS] expected string for text, got nothing; unknown argument "txt" (did you mean "text"?); accepted: text, times — Correct the named argument and call again.',
    );
  });

  test('calls an alias, which is not listed', async () => {
    const { client, calls } = await connect(mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('say');
    expect(textOf(await client.callTool({ name: 'say', arguments: { text: 'hi' } }))).toBe('text: hi');
    expect(calls).toMatchObject([{ tool: 'echo' }]);
  });

  test('receives the closest name for an unknown tool', async () => {
    const { client } = await connect(mode);
    await expect(client.callTool({ name: 'ecko' })).rejects.toMatchObject({
      code: -32_602,
      message: '[E_UNKNOWN_TOOL] No tool is named "ecko". — Did you mean "echo"?',
    });
  });

  test('is named in the audit record', async () => {
    const { client, calls } = await connect(mode);
    await client.callTool({ name: 'echo', arguments: { text: 'hi' } });
    expect(calls).toMatchObject([{ client: 'test-client', frontend: 'memory', outcome: 'ok' }]);
  });

  test('receives progress', async () => {
    const { client } = await connect(mode);
    const told: unknown[] = [];
    await client.callTool(
      { name: 'progressing', arguments: { steps: 3 } },
      { onprogress: (progress) => told.push(progress) },
    );
    expect(told).toMatchObject([
      { progress: 1, total: 3, message: 'step 1' },
      { progress: 2, total: 3, message: 'step 2' },
      { progress: 3, total: 3, message: 'step 3' },
    ]);
  });

  test('receives heartbeats of silent work', async () => {
    const { client } = await connect(mode, { heartbeatMs: 1 });
    const caller = new AbortController();
    const told: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => {
      told.push(progress);
      if (told.length === 3) caller.abort();
    };
    const options = { onprogress, signal: caller.signal };
    await expect(client.callTool({ name: 'slow', arguments: { ms: LONG } }, options)).rejects.toThrow();
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(new Set(told).size).toBe(told.length);
  });

  test('cancels a call and aborts its work', async () => {
    const { client, calls, state } = await connect(mode);
    const caller = new AbortController();
    const options = { signal: caller.signal };
    const running = client.callTool({ name: 'slow', arguments: { ms: LONG } }, options);
    await client.callTool({ name: 'echo', arguments: { text: 'the slow one has begun' } });
    caller.abort();
    await expect(running).rejects.toThrow();
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    expect(state.stopped).toBe(1);
    expect(calls[1]).toMatchObject({ tool: 'slow', outcome: 'error', code: 'E_CANCELLED' });
  });

  test('receives a timeout as an answer', async () => {
    const { client, state } = await connect(mode, { timeoutMs: 1 });
    const result = await client.callTool({ name: 'slow', arguments: { ms: LONG } });
    expect(textOf(result)).toMatch(/^\[E_TIMEOUT\] The call took longer than 1 ms/);
    expect(state.stopped).toBe(1);
  });

  test('runs 200 calls at once, none delayed by a slow one', async () => {
    const { client } = await connect(mode);
    const caller = new AbortController();
    const ended: string[] = [];
    const slow = client
      .callTool({ name: 'slow', arguments: { ms: LONG } }, { signal: caller.signal })
      .catch(() => {})
      .finally(() => ended.push('slow'));
    const echo = async (index: number) => {
      const result = await client.callTool({ name: 'echo', arguments: { text: `number ${index}` } });
      ended.push(textOf(result));
    };
    await Promise.all(Array.from({ length: 200 }, (_, index) => echo(index)));
    expect(new Set(ended)).toEqual(
      new Set(Array.from({ length: 200 }, (_, index) => `text: number ${index}`)),
    );
    caller.abort();
    await slow;
    expect(ended.at(-1)).toBe('slow');
  });

  test('receives an error for arguments that nest too deep', async () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 5_000; level++) deep = [deep];
    const { client } = await connect(mode);
    const result = await client.callTool({ name: 'confirming', arguments: { what: deep } });
    expect(textOf(result)).toMatch(/^\[E_INVALID_PARAMS\] arguments are nested deeper than 100 levels/);
  });

  test('never receives a known secret', async () => {
    const { client, redactor, calls } = await connect(mode);
    redactor.add('hunter2-hunter2');
    const secret = 'hunter2-hunter2';
    const results = [
      await client.callTool({ name: 'echo', arguments: { text: secret } }),
      await client.callTool({ name: 'echo', arguments: { [secret]: secret } }),
      await client.callTool({ name: 'failing', arguments: { how: 'coded', message: secret } }),
      await client.callTool({ name: 'failing', arguments: { how: 'thrown', message: secret } }),
    ];
    expect(JSON.stringify([results, calls])).not.toContain('hunter2');
  });
});
