import { createCallFeed } from '@molehill/core/calls';
import { RESOURCES_CHANGED } from '@molehill/core/context';
import { HandleStore } from '@molehill/core/handles';
import type { Relay, RelayRequest } from '@molehill/core/relay';
import { testCaller } from '@molehill/core/testing/endpoint';
import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import { DONE_URI } from '@molehill/core/testing/stateful-tools';
import type { Peer } from '@molehill/core/upstream';
import { expect, test, vi } from 'vitest';
import { combineRelays, createBuiltInRelay } from './built-in-relay.ts';

function peerOf(session: string) {
  const notify = vi.fn();
  const peer: Peer = { session, era: 'legacy', capabilities: {}, request: async () => ({}), notify };
  return { peer, notify };
}

function requestOf(peer: Peer): RelayRequest {
  const { signal } = new AbortController();
  return {
    signal,
    caller: testCaller(),
    handles: new HandleStore().forCaller('test'),
    fit: (value) => value,
    peer,
  };
}

/** An upstream relay that answers every request with its method. */
function upstreamRelay() {
  const watched: string[][] = [];
  const sessions: string[] = [];
  const relay: Relay = {
    describe: async () => ({ capabilities: { tools: {}, prompts: {} }, relaysUnknownMethods: false }),
    handle: async (method) => ({ method, resources: [{ uri: 'x://y', name: 'y' }], nextCursor: 'kept' }),
    timeoutOf: () => 600_000,
    addSession: ({ session }) => {
      sessions.push(session);
      return { notify: () => {}, close: () => sessions.splice(sessions.indexOf(session), 1) };
    },
    watchResources: (uris) => {
      watched.push([...uris]);
      return () => {};
    },
  };
  return { relay, watched, sessions };
}

function combine() {
  const { server } = createFixtureServer();
  const feed = createCallFeed();
  const upstream = upstreamRelay();
  const relay = combineRelays([server], createBuiltInRelay([server], feed), upstream.relay);
  return { ...upstream, relay, feed };
}

test('lists the resources of built-in and upstream servers together, with other fields unchanged', async () => {
  const { relay } = combine();
  const { peer } = peerOf('a');
  const { resources, nextCursor } = await relay.handle('resources/list', {}, requestOf(peer));
  expect(resources).toMatchObject([{ uri: DONE_URI }, { uri: 'x://y' }]);
  expect(nextCursor).toBe('kept');
});

test('routes a resource by its URI, and every other method to the upstream servers', async () => {
  const { relay } = combine();
  const request = requestOf(peerOf('a').peer);
  expect(await relay.handle('resources/read', { uri: DONE_URI }, request)).toHaveProperty('contents');
  expect(await relay.handle('resources/read', { uri: 'x://y' }, request)).toHaveProperty('method');
  expect(await relay.handle('prompts/list', {}, request)).toHaveProperty('method');
  expect(relay.timeoutOf?.('resources/read', { uri: DONE_URI })).toBeUndefined();
  expect(relay.timeoutOf?.('resources/read', { uri: 'x://y' })).toBe(600_000);
});

test('declares the capabilities of both', async () => {
  const { capabilities } = await combine().relay.describe();
  expect(capabilities).toEqual({ tools: {}, prompts: {}, resources: { subscribe: true, listChanged: true } });
});

test('a session belongs to both until it is closed, and watches only upstream resources there', () => {
  const { relay, sessions, watched } = combine();
  const session = relay.addSession(peerOf('a').peer);
  relay.watchResources([DONE_URI, 'x://y']);
  expect([sessions, watched]).toEqual([['a'], [['x://y']]]);
  session.notify('notifications/roots/list_changed', undefined);
  session.close();
  expect(sessions).toEqual([]);
});

test('notifies a subscriber once per burst, and again for the last event of it', async () => {
  const { relay, feed } = combine();
  const { peer, notify } = peerOf('a');
  relay.addSession(peer);
  await relay.handle('resources/subscribe', { uri: DONE_URI }, requestOf(peer));
  const event = {
    kind: 'event',
    server: 'fixture',
    at: '',
    type: 'fixture.noted',
    resource: DONE_URI,
  } as const;
  for (let count = 0; count < 100; count += 1) feed.publish(event);
  expect(notify).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(2));
  await relay.handle('resources/unsubscribe', { uri: DONE_URI }, requestOf(peer));
});

test('an event for one caller reaches no other, and a changed list reaches all it concerns', () => {
  const { relay, feed } = combine();
  const [mine, other] = [peerOf('mine'), peerOf('other')];
  for (const { peer } of [mine, other]) relay.addSession(peer);
  const event = { kind: 'event', server: 'fixture', at: '', type: RESOURCES_CHANGED } as const;
  feed.publish({ ...event, caller: 'mine' });
  expect([mine.notify.mock.calls.length, other.notify.mock.calls.length]).toEqual([1, 0]);
  feed.publish(event);
  expect([mine.notify.mock.calls.length, other.notify.mock.calls.length]).toEqual([2, 1]);
});

test('rejects an unknown method and an unknown resource', async () => {
  const { server } = createFixtureServer();
  const relay = createBuiltInRelay([server], createCallFeed());
  const request = requestOf(peerOf('a').peer);
  await expect(relay.handle('prompts/list', {}, request)).rejects.toMatchObject({ code: -32_601 });
  await expect(
    relay.handle('resources/subscribe', { uri: 'molehill://fixture/no' }, request),
  ).rejects.toMatchObject({
    code: -32_602,
  });
});

test('sends events as log messages to the client they concern, from the level it asked for', async () => {
  const { server } = createFixtureServer();
  const feed = createCallFeed();
  const relay = createBuiltInRelay([{ ...server, logs: true }], feed);
  expect((await relay.describe()).capabilities).toHaveProperty('logging');
  const [asked, silent] = [peerOf('a'), peerOf('b')];
  for (const { peer } of [asked, silent]) relay.addSession(peer);
  await relay.handle('logging/setLevel', { level: 'warning' }, requestOf(asked.peer));
  const event = { kind: 'event', server: 'x', at: '', type: 'thing.failed', data: { id: 1 } } as const;
  feed.publish({ ...event, level: 'warning', caller: 'a' });
  feed.publish({ ...event, level: 'info', caller: 'a' });
  feed.publish({ ...event, level: 'error', caller: 'b' });
  feed.publish(event);
  const message = { level: 'warning', logger: 'x', data: { event: 'thing.failed', id: 1 } };
  expect(asked.notify.mock.calls).toEqual([['notifications/message', message]]);
  expect(silent.notify).not.toHaveBeenCalled();
});
