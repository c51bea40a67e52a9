import { personWho } from '@molehill/serve/testing/mcp-client';
import { describe, expect, test, vi } from 'vitest';
import { confirming } from './testing/es-client.ts';
import { connectionTo, json, openEs, type Reply, startFakeCluster } from './testing/fake-cluster.ts';

const LOGS = { name: 'logs', host: 'search.example', user: 'ada', password: 'planted-passw0rd' };
const DORMANT = ['list_connections', 'add_connection'];

const namesOf = async ({ client }: Pick<Awaited<ReturnType<typeof openEs>>, 'client'>) =>
  (await client.listTools()).tools.map(({ name }) => name);

describe('a server without connections', () => {
  test('is dormant: it lists what defines a connection, and all tools once it has one', async () => {
    const es = await openEs({});
    const changed = vi.fn();
    es.client.setNotificationHandler('notifications/tools/list_changed', changed);
    expect(await namesOf(es)).toEqual(DORMANT);
    const answer = await es.call('es_search', { connection: 'none', index: 'a' });
    expect(answer.error?.code).toBe('E_UNKNOWN_CONNECTION');
    await es.ask('add_connection', LOGS);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    expect(await namesOf(es)).toEqual(expect.arrayContaining(['es_request', 'es_search', 'test_connection']));
  });

  test('is dormant again when its last connection was removed', async () => {
    const es = await openEs({});
    await es.ask('add_connection', LOGS);
    await (await es.connect(confirming)).ask('remove_connection', { name: 'logs' });
    expect(await namesOf(es)).toEqual(DORMANT);
  });

  test('is awake from the start when a source defines a connection', async () => {
    expect(await namesOf(await openEs({ connections: [LOGS] }))).toContain('es_search');
  });
});

test('the connections are a resource without secrets, and each change is an event', async () => {
  const es = await openEs({});
  const events: unknown[] = [];
  es.endpoint.feed.subscribe((event) => {
    if (event.kind === 'event') events.push(event);
  });
  await es.ask('add_connection', LOGS);
  await es.ask('update_connection', { name: 'logs', readonly: true });
  const uri = 'molehill://es/connections';
  expect((await es.client.listResources()).resources).toMatchObject([{ uri, name: 'connections' }]);
  const { contents } = await es.client.readResource({ uri });
  expect(JSON.stringify(contents)).toContain('search.example');
  expect(JSON.stringify(contents)).not.toContain(LOGS.password);
  await (await es.connect(confirming)).ask('remove_connection', { name: 'logs' });
  const event = { resource: uri, data: { name: 'logs' } };
  expect(events).toMatchObject([
    { type: 'connection.added', ...event },
    { type: 'connection.changed', ...event },
    { type: 'connection.removed', ...event },
  ]);
});

describe('a stored secret', () => {
  const stored = { name: 'far', host: '127.0.0.1', user: 'ada', password: 'planted-passw0rd' };

  /** A cluster without TLS, and a connection that requires it. */
  async function openStored() {
    const authorizations: unknown[] = [];
    const greeting: Reply = (response, { headers }) => {
      authorizations.push(headers.authorization);
      json({ version: { number: '8.19.5' } })(response, { method: '', path: '', headers, body: '' });
    };
    const { port } = await startFakeCluster(json({}), { greeting });
    const es = await openEs({});
    await es.ask('add_connection', { ...stored, port });
    return { ...es, authorizations };
  }

  test.each([
    ['scheme', { scheme: 'http' }],
    ['verifyTls', { verifyTls: false }],
    ['ca', { ca: '/tmp/ca.pem' }],
    ['host', { host: 'localhost' }],
    ['port', { port: 9201 }],
    ['ssh', { ssh: { host: 'elsewhere.test' } }],
  ])('is not sent another way without a question: %s', async (_, patch) => {
    const { call, authorizations } = await openStored();
    const { error } = await call('update_connection', { name: 'far', ...patch });
    expect(error).toMatchObject({ code: 'E_CONFIRMATION_REQUIRED' });
    await call('test_connection', { name: 'far' });
    expect(authorizations).toEqual([]);
  });

  test('is sent in clear once a person agreed', async () => {
    const { connect, call, authorizations } = await openStored();
    await (await connect(confirming)).ask('update_connection', { name: 'far', scheme: 'http' });
    await call('test_connection', { name: 'far' });
    expect(authorizations).toContain(`Basic ${Buffer.from('ada:planted-passw0rd').toString('base64')}`);
  });

  test('of the environment is used as an API key after a question, and as nothing else', async () => {
    const { call } = await openEs({});
    const added = (fields: object) => call('add_connection', { name: 'new', host: 'h.test', ...fields });
    const reference = `\${env:KEY}`;
    expect((await added({ apiKey: reference, readonly: true })).error?.code).toBe('E_CONFIRMATION_REQUIRED');
    expect((await added({ user: reference, password: 'p' })).error?.message).toContain(
      'user is not a secret',
    );
    expect((await added({ apiKey: 'k', ca: reference })).error?.message).toContain('ca is not a secret');
  });
});

describe('"confirm": "never"', () => {
  test('sends a destructive request without a question on that connection only', async () => {
    const far = await startFakeCluster(json({ acknowledged: true }));
    const connections = [connectionTo(far), connectionTo(far, { name: 'free', confirm: 'never' })];
    const es = await openEs({ connections });
    const { person, questions } = personWho({ action: 'decline' });
    const { call } = await es.connect(person);
    const input = { method: 'DELETE', path: '/idx' };
    expect((await call('es_request', { connection: 'free', ...input })).ok).toBe(true);
    expect(questions).toEqual([]);
    expect((await call('es_request', { connection: 'far', ...input })).error?.code).toBe('E_DECLINED');
    expect(questions).toHaveLength(1);
    expect(far.received).toHaveLength(1);
  });

  test('does not make a read-only connection writable', async () => {
    const far = await startFakeCluster(json({}));
    const connections = [connectionTo(far, { name: 'safe', readonly: true, confirm: 'never' })];
    const { call } = await openEs({ connections });
    const answer = await call('es_request', { connection: 'safe', method: 'DELETE', path: '/idx' });
    expect(answer.error?.code).toBe('E_READONLY');
    expect(far.received).toEqual([]);
  });

  test('is set by no tool', async () => {
    const { call, ask } = await openEs({});
    const added = await call('add_connection', { ...LOGS, confirm: 'never' });
    expect(added.error?.code).toBe('E_INVALID_PARAMS');
    await ask('add_connection', LOGS);
    const updated = await call('update_connection', { name: 'logs', confirm: 'never' });
    expect(updated.error?.code).toBe('E_INVALID_PARAMS');
  });
});
