import { describe, expect, test } from 'vitest';
import { connectionTo, json, openEs, replies, startFakeCluster } from './testing/fake-cluster.ts';

const NO_SECURITY = { 'GET /_security': json({ error: 'no handler' }, 400), 'GET /_plugins': json({}, 404) };

describe('test_connection', () => {
  test('falls back to other endpoints, and reports the user', async () => {
    const table = {
      'GET /_nodes/_local': json({ cluster_name: 'c', nodes: { a: { version: '9.2.0' } } }),
      'GET /_security/_authenticate': json({ username: 'ada', roles: ['reader'] }),
      'GET /_security/user/_privileges': json({
        cluster: ['monitor'],
        indices: [{ names: ['logs'], privileges: ['read', 'create_doc'] }],
      }),
    };
    const far = await startFakeCluster(replies(table), {
      greeting: json({ error: 'method not allowed' }, 405),
    });
    const { ask } = await openEs({ connections: [connectionTo(far, { readonly: true })] });
    expect(await ask('test_connection', { name: 'far' })).toEqual({
      name: 'far',
      ok: true,
      type: 'elasticsearch',
      product: 'elasticsearch',
      version: '9.2.0',
      cluster: 'c',
      user: 'ada',
      roles: ['reader'],
      readonly: true,
      warning: expect.stringContaining('The role may write.'),
    });
  });

  test('falls back to the cluster health', async () => {
    const table = { 'GET /_cluster/health': json({ cluster_name: 'c' }), ...NO_SECURITY };
    const far = await startFakeCluster(replies(table), { greeting: json({}, 403) });
    const { ask } = await openEs({ connections: [connectionTo(far)] });
    expect(await ask('test_connection', { name: 'far' })).toMatchObject({ cluster: 'c', user: 'anonymous' });
  });

  test.each([
    [json({ error: { reason: 'who are you' } }, 401), 'E_ES_AUTH'],
    [json({}, 403), 'E_ES_AUTH'],
    [json('<html>', 200), 'E_ES_NOT_A_CLUSTER'],
  ])('fails on rejected credentials, and on a server that is not a cluster', async (reply, code) => {
    const far = await startFakeCluster(reply, { greeting: reply });
    const { call } = await openEs({ connections: [connectionTo(far)] });
    expect((await call('test_connection', { name: 'far' })).error?.code).toBe(code);
  });

  test('identifies OpenSearch, and warns of missing authentication', async () => {
    const greeting = json({ version: { distribution: 'opensearch', number: '2.19.1' } });
    const far = await startFakeCluster(replies(NO_SECURITY), { greeting });
    const { ask } = await openEs({ connections: [connectionTo(far, { readonly: true })] });
    expect(await ask('test_connection', { name: 'far' })).toMatchObject({
      product: 'opensearch',
      version: '2.19.1',
      warning: expect.stringContaining('has no authentication'),
    });
  });

  test.each<[Parameters<typeof replies>[0], boolean]>([
    [
      {
        'GET /_security/user/_privileges': json({
          cluster: ['monitor'],
          indices: [{ privileges: ['read'] }],
        }),
      },
      false,
    ],
    [{ 'GET /_security/user/_privileges': json({ cluster: ['manage_ilm'], indices: [] }) }, true],
    [{ 'GET /_security/user/_has_privileges': json({ cluster: {}, index: { '*': { write: true } } }) }, true],
    [
      { 'GET /_security/user/_has_privileges': json({ cluster: {}, index: { '*': { write: false } } }) },
      false,
    ],
  ])('warns of a role that may write', async (table, warns) => {
    const who = {
      'GET /_security/_authenticate': json({ username: 'ada', api_key: { name: 'k' }, roles: [] }),
    };
    const far = await startFakeCluster(replies({ ...who, ...table }));
    const { ask } = await openEs({ connections: [connectionTo(far, { readonly: true })] });
    const found = await ask('test_connection', { name: 'far' });
    expect(found).toMatchObject({ user: 'API key k' });
    expect(Object.keys(found as object).includes('warning')).toBe(warns);
  });
});
