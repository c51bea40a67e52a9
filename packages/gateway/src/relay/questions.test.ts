import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { Peer } from '@molehill/core/upstream';
import { expect, onTestFinished, test } from 'vitest';
import { ClientSessions } from './client-sessions.ts';
import { InFlightRequests, unattendedRequest } from './in-flight.ts';
import { relayQuestions } from './questions.ts';

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

/** The other end of a client, as a server that asks. */
async function connect() {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const asking = { server: 'shop', inFlight: new InFlightRequests(), sessions: new ClientSessions() };
  const client = new Client({ name: 'gateway', version: '1.0.0' });
  relayQuestions(client, asking);
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
  return { ...asking, ask };
}

test('the client whose request is open is asked, whoever else is connected', async () => {
  const { ask, inFlight, sessions } = await connect();
  sessions.add(peerOf('a'));
  sessions.add(peerOf('b'));
  const end = inFlight.begin({ peer: peerOf('b') });
  expect(await ask('elicitation/create', { message: '?', unknown: 1 })).toEqual({
    answeredBy: 'b',
    method: 'elicitation/create',
    params: { message: '?', unknown: 1 },
  });
  end();
  expect(await ask('elicitation/create')).toMatchObject({ code: -32_603 });
});

test('nobody is asked in the place of a caller that cannot be', async () => {
  const { ask, inFlight, sessions } = await connect();
  sessions.add(peerOf('a'));
  inFlight.begin(unattendedRequest());
  expect(await ask('elicitation/create')).toMatchObject({ code: -32_601 });
});

test('nobody is asked where several clients have requests open', async () => {
  const { ask, inFlight } = await connect();
  inFlight.begin({ peer: peerOf('a') });
  inFlight.begin({ peer: peerOf('b') });
  expect(await ask('sampling/createMessage')).toEqual({
    code: -32_603,
    message: 'Several clients use shop at the same time, and it cannot be told which of them is asked.',
  });
});

test('several requests of one client are one client', async () => {
  const { ask, inFlight } = await connect();
  inFlight.begin({ peer: peerOf('a') });
  inFlight.begin({ peer: peerOf('a') });
  expect(await ask('roots/list')).toMatchObject({ answeredBy: 'a' });
});

test('without an open request the only client is asked, even if it introduces itself a moment later', async () => {
  const { ask, sessions } = await connect();
  const asked = ask('roots/list');
  setTimeout(() => sessions.add(peerOf('late')), 5);
  expect(await asked).toMatchObject({ answeredBy: 'late' });
});

test('what the client refuses is refused in its words', async () => {
  const { ask, inFlight } = await connect();
  const error = Object.assign(new Error('no such method'), { code: -32_601, data: { why: 1 } });
  inFlight.begin({ peer: peerOf('a', { request: () => Promise.reject(error) }) });
  expect(await ask('roots/list')).toEqual({ code: -32_601, message: 'no such method', data: { why: 1 } });
});

test('a client of 2026 is asked with its own call, and only for what it can do', async () => {
  const { ask, inFlight } = await connect();
  const put: unknown[] = [];
  inFlight.begin({
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
