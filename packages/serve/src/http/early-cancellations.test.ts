import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { EarlyCancellations } from './early-cancellations.ts';

const request = (id: string | number): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'tools/call' });
const cancellation = (requestId: unknown): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

/** The requests among the messages that must not be served. */
const refused = (messages: readonly JSONRPCMessage[], early = new EarlyCancellations()) =>
  messages.flatMap((message) => early.cancelledRequest(message) ?? []);

test('a request is not served when its cancellation came first', () => {
  expect(refused([cancellation(1), request(2), request(1)])).toEqual([1]);
  expect(refused([cancellation('1'), request(1)])).toEqual([]);
});

test('a cancellation counts once, and not when its request came first', () => {
  expect(refused([cancellation(1), request(1), request(1)])).toEqual([1]);
  expect(refused([request(1), cancellation(1), request(1)])).toEqual([]);
});

test('ignores a cancellation without a usable id', () => {
  expect(refused([cancellation(undefined), cancellation({}), cancellation(null), request(1)])).toEqual([]);
});

test('forgets the oldest cancellations', () => {
  const many = Array.from({ length: 150 }, (_, id) => id);
  expect(refused([...many.map(cancellation), ...many.map(request)])).toEqual(many.slice(50));
});
