import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { Peer } from '@molehill/core/upstream';
import { expect, onTestFinished, test } from 'vitest';
import { ClientSessions } from './client-sessions.ts';
import { type InFlightRequest, relayQuestions, unattendedRequest } from './questions.ts';

function peerOf(session: string, more: Partial<Peer> = {}): Peer {
  return {
    session,
    era: 'legacy',
    capabilities: { elicitation: {} },
    request: async (method, params) => ({ answeredBy: session, method, params }),
    notify: () => {},
    ...more,
  };
}

/** A client connected to a server that asks. */
async function connect() {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const context = { server: 'shop', inFlight: new Set<InFlightRequest>(), sessions: new ClientSessions() };
  const client = new Client({ name: 'gateway', version: '1.0.0' });
  relayQuestions(client, context);
  const answers = new Map<unknown, (answer: unknown) => void>();
  far.onmessage = (message) => {
    if ('method' in message && message.method === 'initialize' && 'id' in message) {
      const result = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        serverInfo: { name: 's', version: '1' },
      };
      void far.send({ jsonrpc: '2.0', id: message.id, result });
    } else if ('result' in message) answers.get(message.id)?.(message.result);
    else if ('error' in message) answers.get(message.id)?.(message.error);
  };
  await far.start();
  await client.connect(near);
  onTestFinished(() => client.close());
  let id = 0;
  const ask = (method: string, params: Record<string, unknown> = {}) => {
    id += 1;
    const answered = new Promise<unknown>((resolve) => {
      answers.set(id, resolve);
    });
    void far.send({ jsonrpc: '2.0', id, method, params });
    return answered;
  };
  return { ...context, ask };
}

test('asks the client with the in-flight request, whichever others are connected', async () => {
  const { ask, inFlight, sessions } = await connect();
  sessions.add(peerOf('a'));
  sessions.add(peerOf('b'));
  const request = { peer: peerOf('b') };
  inFlight.add(request);
  expect(await ask('elicitation/create', { message: '?', unknown: 1 })).toEqual({
    answeredBy: 'b',
    method: 'elicitation/create',
    params: { message: '?', unknown: 1 },
  });
  inFlight.delete(request);
  expect(await ask('elicitation/create')).toMatchObject({ code: -32_603 });
});

test('asks no other client in place of an unattended caller', async () => {
  const { ask, inFlight, sessions } = await connect();
  sessions.add(peerOf('a'));
  inFlight.add(unattendedRequest());
  expect(await ask('elicitation/create')).toMatchObject({ code: -32_601 });
});

test('asks no client when several clients have requests in flight', async () => {
  const { ask, inFlight } = await connect();
  inFlight.add({ peer: peerOf('a') });
  inFlight.add({ peer: peerOf('b') });
  expect(await ask('sampling/createMessage')).toEqual({
    code: -32_603,
    message: 'Several clients are using shop; the client to ask cannot be determined.',
  });
});

test('asks the client when all requests in flight are its own', async () => {
  const { ask, inFlight } = await connect();
  inFlight.add({ peer: peerOf('a') });
  inFlight.add({ peer: peerOf('a') });
  expect(await ask('roots/list')).toMatchObject({ answeredBy: 'a' });
});

test('asks the only client when no request is in flight, even if it connects later', async () => {
  const { ask, sessions } = await connect();
  const asked = ask('roots/list');
  setTimeout(() => sessions.add(peerOf('late')), 5);
  expect(await asked).toMatchObject({ answeredBy: 'late' });
});

test('relays the error of the client', async () => {
  const { ask, inFlight } = await connect();
  const error = Object.assign(new Error('no such method'), { code: -32_601, data: { why: 1 } });
  inFlight.add({ peer: peerOf('a', { request: () => Promise.reject(error) }) });
  expect(await ask('roots/list')).toEqual({ code: -32_601, message: 'no such method', data: { why: 1 } });
});

test('asks a modern client through its call, and only for its capabilities', async () => {
  const { ask, inFlight } = await connect();
  const put: unknown[] = [];
  inFlight.add({
    peer: peerOf('a', { era: 'modern' }),
    ask: async (method, params) => {
      put.push({ method, params });
      return { action: 'cancel' };
    },
  });
  expect(await ask('elicitation/create', { message: '?', _meta: { progressToken: 1 } })).toEqual({
    action: 'cancel',
  });
  expect(put).toEqual([{ method: 'elicitation/create', params: { message: '?' } }]);
  expect(await ask('sampling/createMessage')).toMatchObject({ code: -32_601 });
  expect(await ask('made/up')).toMatchObject({ code: -32_601 });
});
