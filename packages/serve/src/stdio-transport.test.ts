import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { StdioTransport } from './stdio-transport.ts';

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

async function open() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new StdioTransport(input, output);
  const received: JSONRPCMessage[] = [];
  const events: string[] = [];
  transport.onmessage = (message) => void received.push(message);
  transport.onclose = () => void events.push('closed');
  transport.onerror = ({ message }) => void events.push(message);
  await transport.start();
  /** What the transport answered itself. */
  const answered = async () => {
    output.end();
    return (await text(output))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  return { input, transport, received, events, answered };
}

test('receives messages however the bytes are split', async () => {
  const { input, received, answered } = await open();
  const lines = `${JSON.stringify({ ...ping, id: 'ä' })}\r\n\n${JSON.stringify(ping)}\n`;
  for (const byte of Buffer.from(lines)) input.write(Buffer.of(byte));
  await setImmediate();
  expect(received).toEqual([{ ...ping, id: 'ä' }, ping]);
  expect(await answered()).toEqual([]);
});

test('answers lines that are not messages and goes on', async () => {
  const { input, received, answered } = await open();
  input.write(`{"id":2,"method":"x",\n{"jsonrpc":"2.0","id":3}\n${JSON.stringify(ping)}\n`);
  await setImmediate();
  expect(received).toEqual([ping]);
  expect(await answered()).toMatchObject([
    { id: 2, error: { code: -32_700 } },
    { id: 3, error: { code: -32_600 } },
  ]);
});

test('refuses a message that is too large by its id, and goes on', async () => {
  const { input, received, answered } = await open();
  const huge = JSON.stringify({ ...ping, id: 9, params: { text: 'x'.repeat(11 * 1024 * 1024) } });
  input.write(`${huge}\n${JSON.stringify(ping)}\n`);
  await setImmediate();
  expect(received).toEqual([ping]);
  expect(await answered()).toMatchObject([{ id: 9, error: { message: expect.stringContaining('10 MB') } }]);
});

test('closes once when the client ends its side, and refuses to send then', async () => {
  const { input, transport, events } = await open();
  input.end();
  await expect.poll(() => events).toEqual(['closed']);
  await transport.close();
  expect(events).toEqual(['closed']);
  await expect(transport.send(ping as JSONRPCMessage)).rejects.toThrow('disconnected');
});
