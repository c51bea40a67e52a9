import { readFileSync } from 'node:fs';
import { HandleStore } from '@molehill/core/handles';
import { testCaller } from '@molehill/core/testing/endpoint';
import { expect, test } from 'vitest';
import { lake } from './testing/registry.ts';
import { serveConnections as serve } from './testing/server.ts';

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
    editable: true,
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
  const { call, registry } = serve({ SAMPLE_CONNECTIONS: JSON.stringify([lake('env')]) });
  await registry.add(lake('a'));
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

test('says plainly whether data can be changed, and separately whether the definition can', async () => {
  const { data } = serve();
  expect(await data('add_connection', lake('a'))).toMatchObject({
    readonly: false,
    editable: true,
    access: 'Data can be changed through this connection.',
  });
  expect(await data('add_connection', lake('b', { readonly: true }))).toMatchObject({
    readonly: true,
    editable: true,
    access: 'Read-only: calls that would change data are rejected.',
  });
});

test('asks once for all that a person must confirm', async () => {
  const { tools, data } = serve();
  await data('add_connection', lake('safe', { readonly: true, password: 'stored-secret' }));
  const update = tools.find(({ name }) => name === 'update_connection');
  const input = { connection: 'safe', readonly: false, host: 'elsewhere.test' };
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
      'Let the connection "safe" change data? It is read-only now. Send the stored password of the connection "safe" another way? host: "lake.test" → "elsewhere.test".',
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
