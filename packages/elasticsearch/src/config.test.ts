import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { makeAuthority } from '../../../test/engines/certificates.ts';
import { esConnectionSchema } from './config.ts';
import { json, openEs, startFakeCluster } from './testing/fake-cluster.ts';

const least = { name: 'logs', host: 'search.internal' };

function problemsOf(fields: Readonly<Record<string, unknown>>): string[] {
  const { error } = esConnectionSchema.safeParse({ ...least, ...fields });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('a connection', () => {
  test('needs only a host and credentials', () => {
    expect(esConnectionSchema.parse({ ...least, user: 'u', password: 'p' })).toEqual({
      ...least,
      type: 'elasticsearch',
      user: 'u',
      password: 'p',
      scheme: 'https',
      verifyTls: true,
      readonly: false,
    });
    expect(problemsOf({ apiKey: 'k' })).toEqual([]);
    expect(problemsOf({ auth: 'none' })).toEqual([]);
  });

  test('is unchanged when parsed again', () => {
    const parsed = esConnectionSchema.parse({ ...least, apiKey: 'k', ca: '/ca.pem', scheme: 'http' });
    expect(esConnectionSchema.parse(parsed)).toEqual(parsed);
  });

  test.each<[Readonly<Record<string, unknown>>, RegExp[]]>([
    [{}, [/^: user and password, or apiKey, are required; set auth to "none"/]],
    [{ user: 'u' }, [/^password: is required/]],
    [{ password: 'p' }, [/^user: is required/]],
    [
      { auth: 'none', user: 'u', password: 'p', apiKey: 'k' },
      [/^user: must not/, /^password: must not/, /^apiKey: must not/],
    ],
    [{ auth: 'some' }, [/^auth/]],
    [{ apiKey: 'k', type: 'postgres' }, [/^type/]],
    [{ apiKey: 'k', scheme: 'ftp' }, [/^scheme/]],
    [{ apiKey: 'k', host: 'https://search.internal' }, [/^host: must be only a name/]],
    [{ apiKey: 'k', host: 'search.internal:9200' }, [/^host: must be only a name/]],
    [{ apiKey: 'k', databse: 'x' }, [/databse/]],
  ])('is rejected with the reason: %j', (fields, problems) => {
    expect(problemsOf(fields)).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  });

  test('may have an IPv6 address as its host', () => {
    expect(problemsOf({ apiKey: 'k', host: '::1' })).toEqual([]);
  });
});

describe('the connection tools', () => {
  test('never show a secret, and report invalid connections', async () => {
    const connections = [
      { ...least, apiKey: 'planted-api-key' },
      { ...least, name: 'half', user: 'ada' },
    ];
    const { call, output } = await openEs({ connections });
    const listed = await call('list_connections');
    expect(listed.data).toMatchObject({
      connections: [
        { name: 'logs', type: 'elasticsearch', scheme: 'https', verifyTls: true, state: 'closed' },
      ],
      problems: [{ name: 'half', problem: 'is required with user (at password)' }],
    });
    await call('add_connection', { ...least, name: 'more', apiKey: 'planted-second-key' });
    await call('add_connection', { ...least, name: 'none' });
    await call('test_connection', { name: 'none' });
    expect(output()).toContain('E_CONNECTION_INVALID');
    expect(output()).not.toMatch(/planted-(api|second)-key/);
  });

  test('sending a stored key to another host requires a confirmation, with or without a new password', async () => {
    const { call } = await openEs({ connections: [] });
    await call('add_connection', { ...least, apiKey: 'planted-api-key' });
    for (const patch of [{ host: 'elsewhere.test' }, { host: 'elsewhere.test', password: 'x', user: 'y' }])
      expect((await call('update_connection', { name: 'logs', ...patch })).error?.code).toBe(
        'E_CONFIRMATION_REQUIRED',
      );
  });

  test('a relative path of a CA is relative to where the connection is defined', async () => {
    const authority = makeAuthority();
    const tls = authority.issue('localhost');
    const far = await startFakeCluster(json({}), { tls });
    const { call, workspace } = await openEs({ connections: [] });
    mkdirSync(join(workspace, 'certs'));
    const { readFileSync } = await import('node:fs');
    writeFileSync(join(workspace, 'certs', 'ca.pem'), readFileSync(authority.file));
    authority.remove();
    const fields = { name: 'near', host: 'localhost', port: far.port, auth: 'none', ca: 'certs/ca.pem' };
    await call('add_connection', fields);
    expect((await call('test_connection', { name: 'near' })).data).toMatchObject({
      ok: true,
      version: '8.19.5',
    });
  });
});

test('ESMOLE_CONFIG and ESMOLE_STORE are read', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ connections: [{ ...least, auth: 'none' }] }));
  const { ask } = await openEs({
    connections: [],
    env: { ESMOLE_CONFIG: join(folder, 'config.json'), ESMOLE_STORE: join(folder, 'store.json') },
  });
  await ask('add_connection', { ...least, name: 'stored', auth: 'none' });
  expect(await ask('list_connections')).toMatchObject({
    connections: [
      { name: 'logs', source: join(folder, 'config.json') },
      { name: 'stored', source: join(folder, 'store.json') },
    ],
  });
});
