import { describe, expect, test } from 'vitest';
import { lake } from './testing/registry.ts';
import { serveConnections as serve } from './testing/server.ts';

describe('a caller removes a connection', () => {
  test('that it added itself without a question, also after it changed it', async () => {
    const { data } = serve();
    await data('add_connection', lake('a'));
    expect(await data('remove_connection', { name: 'a' })).toEqual({ removed: 'a' });
    await data('add_connection', lake('a'));
    await data('update_connection', { name: 'a', database: 'other' });
    expect(await data('remove_connection', { name: 'a' })).toEqual({ removed: 'a' });
  });

  test.each<[string, (server: ReturnType<typeof serve>) => Promise<unknown>]>([
    [
      'a caller without a session added',
      (server) => server.call('add_connection', lake('a'), 'accept', { isShared: true }),
    ],
    [
      'a person added at the page',
      (server) => server.call('add_connection', lake('a'), 'accept', { frontend: 'page' }),
    ],
    ['another caller added', (server) => server.call('add_connection', lake('a'), 'accept', { id: 'other' })],
    [
      'somebody else changed since',
      async ({ data, registry }) => {
        await data('add_connection', lake('a'));
        await registry.update('a', { password: 'of-a-person' });
      },
    ],
    [
      'somebody else changed and it changed again',
      async ({ data, registry }) => {
        await data('add_connection', lake('a'));
        await registry.update('a', { password: 'of-a-person' });
        await data('update_connection', { name: 'a', database: 'd' });
      },
    ],
    [
      'was added again under the same name',
      async ({ data, registry }) => {
        await data('add_connection', lake('a'));
        await registry.remove('a');
        await registry.add(lake('a', { password: 'of-a-person' }));
      },
    ],
  ])('that %s only after a question', async (_, prepare) => {
    const server = serve();
    await prepare(server);
    expect((await server.call('remove_connection', { name: 'a' })).text).toContain('E_CONFIRMATION_REQUIRED');
  });
});

describe('a reference to a secret', () => {
  const reference = `\${env:PW}`;

  test.each([
    ['a writable connection', lake('new', { password: reference })],
    ['a read-only connection', lake('new', { password: reference, readonly: true })],
    ['an encoded one', lake('new', { encodedPassword: encodeURIComponent(reference) })],
    ['the keychain', lake('new', { password: `\${keychain:shop}`, readonly: true })],
    ['an SSH server', lake('new', { ssh: { host: 'h', password: reference } })],
    ['a key', lake('new', { readonly: true, ssh: { host: 'h', passphrase: reference } })],
    ['a jump host', lake('new', { ssh: { host: 'h', jump: [{ host: 'j', password: reference }] } })],
  ])('is added after a question: %s', async (_, definition) => {
    const { call, data, registry } = serve({ PW: 'from the environment' });
    expect((await call('add_connection', definition)).text).toContain('E_CONFIRMATION_REQUIRED');
    expect(await registry.list()).toEqual([]);
    await data('add_connection', definition, 'accept');
    expect(await registry.list()).toHaveLength(1);
  });

  test.each([
    ['a writable connection', {}, { password: reference }],
    ['a read-only connection', { readonly: true }, { password: reference }],
    ['a connection that becomes read-only', {}, { password: reference, readonly: true }],
    ['a connection with another password', { password: 'literal' }, { password: reference }],
    ['an SSH server', { ssh: { host: 'h' } }, { ssh: { host: 'h', password: reference } }],
    ['a jump host', {}, { ssh: { host: 'h', jump: [{ host: 'j', passphrase: reference }] } }],
  ])('is set by an update after a question: %s', async (_, fields, patch) => {
    const { call, data, registry } = serve({ PW: 'from the environment' });
    const { config } = await registry.add(lake('plain', fields));
    const update = { name: 'plain', ...patch };
    expect((await call('update_connection', update)).text).toContain('E_CONFIRMATION_REQUIRED');
    expect((await registry.get('plain')).config).toEqual(config);
    await data('update_connection', update, 'accept');
    expect(JSON.stringify((await registry.get('plain')).config)).toContain(reference);
  });

  test('says which secret goes where', async () => {
    const { call } = serve();
    const { text } = await call('add_connection', lake('new', { password: reference, port: 7 }));
    expect(text).toContain(
      `Add the connection "new" with password ${reference}? It is sent to: host "lake.test", port 7, type "lake".`,
    );
  });

  test.each([
    ['user', { user: reference }],
    ['host', { host: reference }],
    ['database', { database: reference }],
    ['ssh.host', { ssh: { host: reference } }],
    ['ssh.jump.0.privateKey', { ssh: { host: 'h', jump: [{ host: 'j', privateKey: `\${keychain:k}` }] } }],
  ])('is rejected in %s, which is not a secret', async (field, fields) => {
    const { call, registry } = serve({ PW: 'from the environment' });
    await registry.add(lake('old'));
    for (const answer of [
      await call('add_connection', lake('new', fields), 'accept'),
      await call('update_connection', { name: 'old', ...fields }, 'accept'),
    ])
      expect(answer.text).toMatch(new RegExp(`E_CONNECTION_INVALID.*${field} is not a secret`));
    expect((await registry.list()).map(({ name }) => name)).toEqual(['old']);
  });

  test('is kept by an update of other fields without a question', async () => {
    const { data, registry } = serve({ PW: 'from the environment' });
    await registry.add(lake('kept', { password: reference }));
    await data('update_connection', { name: 'kept', database: 'other', readonly: true });
    expect((await registry.get('kept')).config).toMatchObject({ password: reference, database: 'other' });
  });
});

describe('a stored secret', () => {
  const old = { password: 'stored-secret', port: 7, ssh: { host: 'h', jump: [{ host: 'j' }] } };

  test.each<[string, Record<string, unknown>]>([
    ['host', { host: 'elsewhere.test' }],
    ['port', { port: 8 }],
    ['default port', { port: null }],
    ['protocol', { type: 'pond' }],
    ['SSH server', { ssh: { host: 'elsewhere.test' } }],
    ['SSH port', { ssh: { host: 'h', port: 2222 } }],
    ['jump host', { ssh: { host: 'h', jump: [{ host: 'elsewhere.test' }] } }],
    ['jump hosts', { ssh: { host: 'h', jump: [] } }],
    ['known hosts', { ssh: { host: 'h', knownHosts: '/tmp/mine' } }],
    ['tunnel', { ssh: null }],
  ])('is sent another way only after a question: %s', async (_, patch) => {
    const { call, data, registry } = serve();
    const { config } = await registry.add(lake('kept', old));
    const update = { name: 'kept', ...patch };
    expect((await call('update_connection', update)).text).toContain('E_CONFIRMATION_REQUIRED');
    expect((await registry.get('kept')).config).toEqual(config);
    await data('update_connection', { ...update, password: 'one-for-there' });
    expect((await registry.get('kept')).config).toMatchObject({ password: 'one-for-there' });
  });

  test('stays where it is without a question when no value of its route changes', async () => {
    const { data, registry } = serve();
    await registry.add(lake('kept', old));
    await data('update_connection', {
      name: 'kept',
      host: 'lake.test',
      port: 7,
      database: 'd',
      ssh: { host: 'h' },
    });
    expect((await registry.get('kept')).config).toMatchObject({ database: 'd' });
  });

  test('that was stored while the question was open is not sent another way', async () => {
    const { call, registry } = serve();
    await registry.add(lake('bare', { readonly: true }));
    const move = { name: 'bare', host: 'elsewhere.test', readonly: false };
    const answer = await call('update_connection', move, async () => {
      await registry.update('bare', { password: 'stored-meanwhile' });
      return { action: 'accept' };
    });
    expect(answer.text).toContain('E_CONNECTION_CHANGED');
    expect((await registry.get('bare')).config).toMatchObject({ host: 'lake.test', readonly: true });
  });
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
