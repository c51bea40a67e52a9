import { Client, InMemoryTransport, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { orderedTransport } from './ordered-transport.ts';

/** A client whose server answers a request with progress and the result in the same tick. */
async function connect(wrap: (transport: Transport) => Transport) {
  const [near, far] = InMemoryTransport.createLinkedPair();
  far.onmessage = (message) => {
    if (!('method' in message) || !('id' in message)) return;
    for (const reply of repliesTo(message)) void far.send(reply);
  };
  await far.start();
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(wrap(near));
  return client;
}

function repliesTo({ id, method, params }: { id: string | number; method: string; params?: unknown }) {
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
  if (method === 'initialize') return [{ jsonrpc: '2.0', id, result } satisfies JSONRPCMessage];
  const { _meta } = z.object({ _meta: z.object({ progressToken: z.number() }) }).parse(params);
  return [
    { jsonrpc: '2.0', method: 'notifications/progress', params: { ..._meta, progress: 1 } },
    { jsonrpc: '2.0', id, result: {} },
  ] satisfies JSONRPCMessage[];
}

async function progressOf(client: Client): Promise<number[]> {
  const seen: number[] = [];
  const onprogress = ({ progress }: { readonly progress: number }) => seen.push(progress);
  await client.request({ method: 'made/up', params: {} }, z.looseObject({}), { onprogress });
  return seen;
}

test('progress that arrives together with the result reaches its listener', async () => {
  expect(await progressOf(await connect((transport) => orderedTransport(transport)))).toEqual([1]);
});

test('the SDK still loses such progress by itself, otherwise the wrapper can go', async () => {
  expect(await progressOf(await connect((transport) => transport))).toEqual([]);
});

test('passes on close, errors and what the SDK asks of a transport', async () => {
  const [near] = InMemoryTransport.createLinkedPair();
  near.sessionId = 'session-1';
  const transport = orderedTransport(near);
  const events: string[] = [];
  transport.onclose = () => events.push('closed');
  transport.onerror = ({ message }) => events.push(message);
  near.onerror?.(new Error('broken'));
  await transport.close();
  expect(events).toEqual(['broken', 'closed']);
  expect(transport).toMatchObject({ sessionId: 'session-1', hasPerRequestStream: false });
});
