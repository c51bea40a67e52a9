import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { personWho } from '@molehill/serve/testing/mcp-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectSql, openSqlEndpoint } from './testing/sql-client.ts';

const SECRET = 'planted-route-secret';
const SSL_REQUEST = 80_877_103;
const REFUSE_SSL = 'N';
const ASK_FOR_PASSWORD = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);

/** A server without TLS that asks every PostgreSQL client for its password in clear, and records all bytes. */
async function startListener() {
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received.push(data);
      const isSslRequest = data.length === 8 && data.readUInt32BE(4) === SSL_REQUEST;
      const isPassword = data[0] === 0x70;
      if (isPassword) socket.destroy();
      else socket.write(isSslRequest ? REFUSE_SSL : ASK_FOR_PASSWORD);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { port, text: () => Buffer.concat(received).toString('latin1') };
}

async function open() {
  const listener = await startListener();
  const endpoint = openSqlEndpoint({ env: { PW: SECRET } });
  onTestFinished(() => endpoint.close());
  const agent = await connectSql(endpoint);
  const { person } = personWho({ action: 'accept', content: { confirm: true } });
  const withPerson = await connectSql(endpoint, person);
  return { ...listener, agent, withPerson };
}

type Opened = Awaited<ReturnType<typeof open>>;

const address = ({ port }: Opened) => ({ type: 'postgres', host: '127.0.0.1', port, user: 'u' });

describe('a secret of the environment reaches no host that an agent chose', () => {
  test.each<[string, (opened: Opened) => readonly (readonly [tool: string, input: object])[]]>([
    [
      'in an encoded DSN',
      ({ port }) => [
        ['add_connection', { name: 'x', dsn: `postgres://u:%24%7Benv%3APW%7D@127.0.0.1:${port}/d` }],
      ],
    ],
    [
      'in a parameter of a DSN',
      ({ port }) => [
        ['add_connection', { name: 'x', dsn: `postgres://u@127.0.0.1:${port}/d?password=$%7Benv:PW%7D` }],
      ],
    ],
    [
      'on a read-only connection',
      (opened) => [
        ['add_connection', { name: 'x', ...address(opened), readonly: true, password: `\${env:PW}` }],
      ],
    ],
    [
      'by an update',
      (opened) => [
        ['add_connection', { name: 'x', ...address(opened), readonly: true }],
        ['update_connection', { name: 'x', password: `\${env:PW}` }],
      ],
    ],
  ])('%s', async (_, stepsOf) => {
    const opened = await open();
    const { agent, withPerson, text } = opened;
    const steps = stepsOf(opened);
    for (const [index, [tool, input]] of steps.entries()) {
      const { error } = await agent.call(tool, { ...input });
      expect(error?.code).toBe(index === steps.length - 1 ? 'E_CONFIRMATION_REQUIRED' : undefined);
    }
    await agent.call('test_connection', { name: 'x' });
    expect(text()).not.toContain(SECRET);
    const last = steps.at(-1);
    if (last) await withPerson.ask(last[0], { ...last[1] });
    await agent.call('test_connection', { name: 'x' });
    expect(text()).toContain(SECRET);
  });

  test.each([
    ['user', (port: number) => `postgres://%24%7Benv%3APW%7D@127.0.0.1:${port}/d`],
    ['database', (port: number) => `postgres://u@127.0.0.1:${port}/%24%7Benv%3APW%7D`],
    ['host', () => 'postgres://u@%24%7Benv%3APW%7D/d'],
    ['tls.ca', (port: number) => `postgres://u@127.0.0.1:${port}/d?sslrootcert=$%7Benv:PW%7D`],
  ])('nor as its %s, even with a person', async (field, dsnOf) => {
    const { port, withPerson } = await open();
    const { error } = await withPerson.call('add_connection', { name: 'x', dsn: dsnOf(port) });
    expect(error).toMatchObject({ code: 'E_CONNECTION_INVALID' });
    if (field !== 'host') expect(error?.message).toContain(`${field} is not a secret`);
  });
});

test('a stored password is not sent in clear without a question', async () => {
  const opened = await open();
  const { agent, withPerson, text } = opened;
  const tls = { mode: 'verify-full' };
  await agent.ask('add_connection', { name: 'x', ...address(opened), tls, password: SECRET });
  for (const weaker of [
    { mode: 'disable' },
    { mode: 'require' },
    { mode: 'verify-full', ca: '/tmp/ca' },
    null,
  ]) {
    const { error } = await agent.call('update_connection', { name: 'x', tls: weaker });
    expect([weaker, error?.code]).toEqual([weaker, 'E_CONFIRMATION_REQUIRED']);
    await agent.call('test_connection', { name: 'x' });
  }
  expect(text()).not.toContain(SECRET);
  await withPerson.ask('update_connection', { name: 'x', tls: { mode: 'disable' } });
  await agent.call('test_connection', { name: 'x' });
  expect(text()).toContain(SECRET);
});
