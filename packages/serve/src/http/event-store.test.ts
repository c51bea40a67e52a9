import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { createEventStore } from './event-store.ts';

const message = (id: number, text = ''): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: { text } });

async function replay(store: ReturnType<typeof createEventStore>, after: string) {
  const sent: string[] = [];
  const stream = await store.replayEventsAfter(after, {
    send: async (id) => {
      sent.push(id);
    },
  });
  return { stream, sent };
}

test('replays missed events of a stream in order', async () => {
  const store = createEventStore();
  const ids: string[] = [];
  for (const [index, stream] of ['a', 'b', 'a', 'b', 'a'].entries())
    ids.push(await store.storeEvent(stream, message(index)));
  expect(await replay(store, ids[0] ?? '')).toEqual({ stream: 'a', sent: [ids[2], ids[4]] });
  expect(await replay(store, ids[4] ?? '')).toEqual({ stream: 'a', sent: [] });
  expect(await store.getStreamIdForEventId?.(ids[1] ?? '')).toBe('b');
});

test('evicts the oldest events by number and by size', async () => {
  const few = createEventStore({ events: 2, bytes: 1_000_000 });
  const small = createEventStore({ events: 100, bytes: 1_000 });
  for (let index = 0; index < 5; index++) {
    await few.storeEvent('a', message(index));
    await small.storeEvent('a', message(index, 'x'.repeat(400)));
  }
  await expect(replay(few, '2')).rejects.toThrow('event 2 is no longer kept');
  expect((await replay(few, '3')).sent).toEqual(['4']);
  await expect(replay(small, '2')).rejects.toThrow('no longer kept');
});

test('keeps at least one event', async () => {
  const store = createEventStore({ events: 10, bytes: 10 });
  const id = await store.storeEvent('a', message(1, 'x'.repeat(1_000)));
  expect((await replay(store, id)).stream).toBe('a');
});
