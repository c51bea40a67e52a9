import { readFileSync } from 'node:fs';
import { HandleStore } from '@molehill/core/handles';
import type { Reply } from '@molehill/core/question';
import { createTestEndpoint, testCaller } from '@molehill/core/testing/endpoint';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { BackendTarget } from './backend.ts';
import { Manager } from './manager.ts';
import { baseConnectionShape } from './shape.ts';
import { createSampleRegistry, createSetting, lake, type SampleConnection } from './testing/registry.ts';
import { connectionTools } from './tools.ts';

const fullSchema = z.strictObject({
  ...baseConnectionShape,
  type: z.enum(['lake', 'pond', 'puddle']),
  host: baseConnectionShape.host.optional(),
  user: baseConnectionShape.user.optional(),
  database: z.string().optional(),
  file: z.string().optional(),
  encodedPassword: z.string().optional(),
});

/** As an address that contains a percent-encoded password. */
const expand = ({ encodedPassword, ...fields }: Readonly<Record<string, unknown>>) =>
  encodedPassword === undefined
    ? fields
    : { ...fields, password: decodeURIComponent(String(encodedPassword)) };

interface Backend {
  readonly target: BackendTarget<SampleConnection>;
  dispose(): Promise<void>;
}

/** A server with these tools, whose database can be switched off. */
function createSampleServer(env: Record<string, string>) {
  const setting = createSetting();
  const registry = createSampleRegistry(setting, { env });
  const state = { up: true, disposed: 0 };
  const manager = new Manager<SampleConnection, Backend>(registry, {
    log: setting.log,
    createBackend: async (target) => {
      if (!state.up)
        throw new Error(`no answer from ${target.connectHost} for ${JSON.stringify(target.config)}`);
      return {
        target,
        dispose: async () => {
          state.disposed += 1;
        },
      };
    },
  });
  onTestFinished(() => manager.dispose());
  const ping = async (backend: Backend) => ({
    version: '1.2',
    echoes: JSON.stringify(backend.target.config),
  });
  const tools = connectionTools<SampleConnection, Backend>({ registry, manager, fullSchema, ping, expand });
  return { setting, registry, manager, state, tools };
}

function serve(env: Record<string, string> = {}) {
  const { setting, tools, ...rest } = createSampleServer(env);
  const server = { id: 'sample', title: 'Sample', version: '1.0.0', instructions: '', tools };
  const { dispatcher, catalogue, calls } = createTestEndpoint(server, {
    redactor: setting.redactor,
    log: setting.log,
  });
  const texts: string[] = [];
  const call = async (name: string, input: unknown, reply?: Reply['action']) => {
    const entry = catalogue.find(name);
    const ask = reply ? async () => ({ action: reply }) : undefined;
    const answer = await dispatcher.call({ entry, input, caller: testCaller(), ask });
    texts.push(JSON.stringify(answer));
    return answer;
  };
  const data = async (name: string, input: unknown, reply?: Reply['action']) => {
    const { envelope, text } = await call(name, input, reply);
    if (!envelope.ok) throw new Error(text);
    return envelope.data;
  };
  const everything = () => [...texts, ...setting.log.lines, JSON.stringify(calls)].join('\n');
  return { ...rest, setting, tools, call, data, everything };
}

test('lists five tools, each described in at most 25 words', () => {
  const { tools } = serve();
  expect(tools.map(({ name }) => name)).toEqual([
    'list_connections',
    'add_connection',
    'update_connection',
    'remove_connection',
    'test_connection',
  ]);
  for (const { description } of tools) expect(description.split(/\s+/).length).toBeLessThanOrEqual(25);
});

test('adds a connection while its server is down, lists, tests, updates and removes it', async () => {
  const { data, call, state } = serve();
  state.up = false;
  expect(await data('add_connection', lake('a', { password: 'planted-pw' }))).toMatchObject({
    name: 'a',
    writable: true,
  });
  expect(await data('list_connections', {})).toMatchObject({
    connections: [{ name: 'a', type: 'lake', host: 'lake.test', readonly: false, state: 'closed' }],
  });
  expect((await call('test_connection', { name: 'a' })).text).toMatch(/^\[E_CONNECT_FAILED\]/);
  state.up = true;
  expect(await data('test_connection', { name: 'a' })).toMatchObject({ name: 'a', ok: true, version: '1.2' });
  expect(await data('list_connections', {})).toMatchObject({ connections: [{ state: 'open' }] });
  expect(await data('update_connection', { name: 'a', readonly: true })).toMatchObject({
    readonly: true,
    state: 'closed',
  });
  expect(state.disposed).toBe(1);
  expect(await data('remove_connection', { name: 'a' }, 'accept')).toEqual({ removed: 'a' });
  expect(await data('list_connections', {})).toEqual({ connections: [] });
});

test('an update keeps the fields that it does not name, such as password and readonly', async () => {
  const { data, registry } = serve();
  await data('add_connection', lake('a', { password: 'planted-pw', readonly: true, database: 'd' }));
  await data('update_connection', { name: 'a', host: 'new.test' }, 'accept');
  expect((await registry.get('a')).config).toMatchObject({
    password: 'planted-pw',
    readonly: true,
    host: 'new.test',
  });
  await data('update_connection', { name: 'a', password: null, database: null });
  expect((await registry.get('a')).config).toEqual({ ...lake('a'), host: 'new.test', readonly: true });
});

test('removes nothing without confirmation, and does not ask about what cannot be removed', async () => {
  const { call, data, registry } = serve({ SAMPLE_CONNECTIONS: JSON.stringify([lake('env')]) });
  await data('add_connection', lake('a'));
  expect((await call('remove_connection', { name: 'a' })).text).toMatch(/^\[E_CONFIRMATION_REQUIRED\]/);
  expect((await call('remove_connection', { name: 'a' }, 'decline')).text).toMatch(/^\[E_DECLINED\]/);
  expect((await call('remove_connection', { name: 'env' }, 'accept')).text).toMatch(
    /^\[E_CONNECTION_READONLY_SOURCE\]/,
  );
  expect(await registry.list()).toHaveLength(2);
});

test('every tool suggests the nearest name for an unknown one', async () => {
  const { call, data } = serve();
  await data('add_connection', lake('shop'));
  for (const tool of ['update_connection', 'remove_connection', 'test_connection']) {
    expect((await call(tool, { name: 'shpo' })).text).toMatch(
      /^\[E_UNKNOWN_CONNECTION\].*Did you mean "shop"/,
    );
  }
});

test('names the field when the registry rejects a definition', async () => {
  const { call } = serve();
  expect((await call('add_connection', { name: 'p', type: 'puddle' })).text).toMatch(
    /E_CONNECTION_INVALID.*file/,
  );
  expect((await call('add_connection', lake('a', { prot: 1 }))).text).toMatch(
    /E_INVALID_PARAMS.*did you mean "port"/,
  );
});

test('lists the problems of the sources', async () => {
  const { data } = serve({
    SAMPLE_CONNECTIONS: JSON.stringify([{ name: 'bad', password: 'planted-pw' }, lake('good')]),
  });
  expect(await data('list_connections', {})).toMatchObject({
    connections: [{ name: 'good' }],
    problems: [{ name: 'bad', source: 'SAMPLE_CONNECTIONS' }],
  });
});

test('no secret reaches an answer, an error, the log or the audit', async () => {
  const planted = {
    LITERAL: 'planted literal "pw"',
    REFERENCED: 'planted-referenced-pw',
    PHRASE: 'planted-passphrase',
    BROKEN: 'planted-in-a-broken-entry',
  };
  const { data, call, state, setting, everything } = serve({
    PW: planted.REFERENCED,
    SAMPLE_CONNECTIONS: JSON.stringify([
      lake('env', { password: planted.LITERAL }),
      { name: 'broken', type: 'lake', ssh: { passphrase: planted.BROKEN } },
    ]),
  });
  await data(
    'add_connection',
    lake('a', { password: `\${env:PW}`, ssh: { host: 'h', passphrase: planted.PHRASE } }),
    'accept',
  );
  await call('add_connection', lake('b', { password: planted.LITERAL, nonsense: true }));
  await data('list_connections', {});
  await data('test_connection', { name: 'env' });
  await data('update_connection', { name: 'a', ssh: null }, 'accept');
  await data('test_connection', { name: 'a' });
  state.up = false;
  await data('update_connection', { name: 'a', host: 'other.test' }, 'accept');
  await call('test_connection', { name: 'a' });
  await data('remove_connection', { name: 'a' }, 'accept');
  const output = everything();
  for (const secret of Object.values(planted)) {
    expect(output).not.toContain(secret);
    expect(output).not.toContain(JSON.stringify(secret).slice(1, -1));
  }
  expect(output).toContain('1.2');
  expect(readFileSync(setting.storePath, 'utf8')).not.toContain(planted.REFERENCED);
});

test('asks before it makes a read-only connection writable', async () => {
  const { call, data, registry } = serve();
  await data('add_connection', lake('safe', { readonly: true }));
  const refused = await call('update_connection', { name: 'safe', readonly: false });
  expect(refused.text).toContain('E_CONFIRMATION_REQUIRED');
  expect((await call('update_connection', { name: 'safe', readonly: false }, 'decline')).text).toContain(
    'E_DECLINED',
  );
  expect((await registry.get('safe')).config.readonly).toBe(true);
  await data('update_connection', { name: 'safe', readonly: false }, 'accept');
  expect((await registry.get('safe')).config.readonly).toBe(false);
});

test('asks before it adds a writable connection that refers to a secret', async () => {
  const { call, data, registry } = serve({ PW: 'from the environment' });
  const twin = lake('twin', { password: `\${env:PW}` });
  expect((await call('add_connection', twin)).text).toContain('E_CONFIRMATION_REQUIRED');
  expect(await registry.list()).toEqual([]);
  await data('add_connection', { ...twin, readonly: true });
  await data('add_connection', { ...twin, name: 'accept' }, 'accept');
  expect((await registry.list()).map(({ name }) => name).sort()).toEqual(['accept', 'twin']);
});

test('asks before it sends a stored secret to another host', async () => {
  const { call, data, registry } = serve();
  await data('add_connection', lake('kept', { password: 'stored-secret' }));
  expect((await call('update_connection', { name: 'kept', host: 'elsewhere.test' })).text).toContain(
    'E_CONFIRMATION_REQUIRED',
  );
  expect((await registry.get('kept')).config).toMatchObject({ host: 'lake.test' });
  await data('update_connection', { name: 'kept', host: 'elsewhere.test', password: 'one-for-there' });
  await data('update_connection', { name: 'kept', host: 'lake.test' }, 'accept');
  expect((await registry.get('kept')).config).toMatchObject({ host: 'lake.test' });
});

test('asks when one of several secrets is kept', async () => {
  const { call, data } = serve();
  await data(
    'add_connection',
    lake('two', { password: 'p', ssh: { host: 'h', passphrase: 'stored-secret' } }),
  );
  const moved = { name: 'two', ssh: { host: 'elsewhere.test' }, password: 'another' };
  expect((await call('update_connection', moved)).text).toContain('E_CONFIRMATION_REQUIRED');
});

test('decodes a definition before it looks for references to secrets', async () => {
  const { call, registry } = serve({ PW: 'from the environment' });
  const encoded = lake('encoded', { encodedPassword: encodeURIComponent(`\${env:PW}`) });
  expect((await call('add_connection', encoded)).text).toContain('E_CONFIRMATION_REQUIRED');
  expect(await registry.list()).toEqual([]);
});

test('asks before a writable connection is changed to use a referenced secret', async () => {
  const { call, data, registry } = serve({ PW: 'from the environment' });
  await data('add_connection', lake('plain'));
  const borrow = { name: 'plain', password: `\${env:PW}` };
  expect((await call('update_connection', borrow)).text).toContain('E_CONFIRMATION_REQUIRED');
  expect((await registry.get('plain')).config).not.toHaveProperty('password');
  await data('update_connection', { ...borrow, readonly: true });
});

test('asks once for all that a person must confirm', async () => {
  const { tools, data } = serve();
  await data('add_connection', lake('safe', { readonly: true, password: 'stored-secret' }));
  const update = tools.find(({ name }) => name === 'update_connection');
  const input = { name: 'safe', readonly: false, host: 'elsewhere.test' };
  expect(
    await update?.effects.of?.(input, {
      signal: new AbortController().signal,
      caller: testCaller(),
      handles: new HandleStore().forCaller('test'),
    }),
  ).toEqual({
    effect: 'writes',
    ask: true,
    summary:
      'Let the connection "safe" change data? It is read-only now. Send the stored secret of the connection "safe" to another server?',
  });
});

test('rejects confirm in the arguments, and shows it where a person set it', async () => {
  const { call, data } = serve({
    SAMPLE_CONNECTIONS: JSON.stringify([{ ...lake('env'), confirm: 'never' }]),
  });
  expect((await call('add_connection', lake('a', { confirm: 'never' }))).text).toContain('E_INVALID_PARAMS');
  await data('add_connection', lake('a'));
  const update = { name: 'a', confirm: 'never' };
  expect((await call('update_connection', update)).text).toContain('E_INVALID_PARAMS');
  expect(await data('list_connections', {})).toMatchObject({
    connections: [{ name: 'a' }, { name: 'env', confirm: 'never' }],
  });
});
