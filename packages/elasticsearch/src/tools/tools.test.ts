import { personWho } from '@molehill/serve/testing/mcp-client';
import { describe, expect, test } from 'vitest';
import { confirming } from '../testing/es-client.ts';
import { connectionTo, json, openEs, replies, startFakeCluster } from '../testing/fake-cluster.ts';

async function open(table: Parameters<typeof replies>[0], more: Parameters<typeof openEs>[0] = {}) {
  const far = await startFakeCluster(replies(table));
  const connections = [connectionTo(far), connectionTo(far, { name: 'safe', readonly: true })];
  return { far, ...(await openEs({ connections, ...more })) };
}

describe('es_request', () => {
  test.each([
    ['GET', '/.secur*/_search', {}],
    [
      'POST',
      '/idx/_search',
      { body: { query: { terms: { a: { index: '.security-7', id: '1', path: 'a' } } } } },
    ],
    ['PUT', '/idx', {}],
    ['POST', '', {}],
    ['OPTIONS', '/idx', {}],
    ['POST', '/idx/_bulk\t', {}],
    ['POST', '/_bulk', { body: '{"index":{}}\n{}\n' }],
    ['GET', '/idx/_doc/1', { params: { refresh: true } }],
    ['GET', '/_search', { params: { 'a#b': 'c' } }],
    ['POST', '/idx/_mapping', { body: { properties: {} } }],
  ])('rejects %s %s on a read-only connection and sends nothing', async (method, path, more) => {
    const { call, far } = await open({ '': json({}) });
    const answer = await call('es_request', { connection: 'safe', method, path, ...more });
    expect(answer.error).toMatchObject({
      code: 'E_READONLY',
      message: expect.stringContaining('"safe" is read-only'),
    });
    expect(far.received).toEqual([]);
  });

  test('sends reads on a read-only connection, and writes on a writable one', async () => {
    const { request, far } = await open({ '': json({ ok: true }) });
    expect(await request('safe', 'post', '/idx/_search', { body: { size: 0 } })).toMatchObject({
      status: 200,
    });
    expect(
      await request('far', 'PUT', '/idx/_doc/1', { body: { a: 1 }, params: { refresh: true } }),
    ).toMatchObject({
      body: { ok: true },
    });
    expect(far.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /idx/_search',
      'PUT /idx/_doc/1?refresh=true',
    ]);
  });

  test.each([
    ['DELETE', '/idx', undefined],
    ['DELETE', '/idx/_doc/1/', undefined],
    ['DELETE', '/_index_template/x', undefined],
    ['POST', '/idx/_delete_by_query', { query: { match_all: {} } }],
    ['POST', '/idx/_update_by_query?conflicts=proceed', undefined],
    ['POST', '/_aliases', { actions: [{ remove_index: { index: 'idx' } }] }],
    ['POST', '/_aliases', '{"actions":[{"remove\\u005findex":{"index":"idx"}}]}'],
    ['POST', '/_aliases', '---\nactions: [{remove_index: {index: idx}}]'],
    [
      'POST',
      '/_aliases?source_content_type=application/json&source=%7B%22actions%22%3A%5B%7B%22remove_index%22%3A%7B%22index%22%3A%22idx%22%7D%7D%5D%7D',
      undefined,
    ],
    ['POST', '/_plugins/_sql', { query: 'DELETE FROM idx' }],
    ['POST', '/_opendistro/_sql?format=json', { query: ' /* a */ delete from idx where a = 1' }],
    ['POST', '/_plugins/_sql', 'query: DELETE FROM idx'],
    ['GET', '/_plugins/_sql?sql=delete%20from%20idx', undefined],
    ['PUT', '/_ilm/policy/p', { policy: { phases: { delete: { min_age: '1d', actions: { delete: {} } } } } }],
    ['PUT', '/_plugins/_ism/policies/p', { policy: { states: [{ actions: [{ delete: {} }] }] } }],
    ['PUT', '/_data_stream/logs/_lifecycle', { data_retention: '1d' }],
    ['PUT', '/_slm/policy/p', { repository: 'r', retention: { max_count: 1 } }],
    ['DELETE', '/idx,customers', undefined],
    ['DELETE', '/idx%2F_doc%2F1', undefined],
    ['POST', '/idx/%5Fdelete_by_query', { query: { match_all: {} } }],
    ['POST', '/idx//_delete_by_query//', { query: { match_all: {} } }],
    ['POST', '/_reindex', { source: { index: 'a' }, dest: { index: 'b' } }],
    ['DELETE', '/idx/_doc%2F..', undefined],
    ['DELETE', '/idx/./_doc', undefined],
    ['POST', '/_cluster/reroute', { commands: [{ allocate_empty_primary: { accept_data_loss: true } }] }],
    ['POST', '/_snapshot/r/s/_restore', undefined],
    ['POST', '/_security/user/elastic/_password', { password: 'x' }],
  ])('%s %s asks a person unless it names one document', async (method, path, body) => {
    const { far, ...server } = await open({ '': json({}) });
    const input = { connection: 'far', method, path, ...(body && { body }) };
    const expected = path.includes('/_doc/') ? undefined : 'E_CONFIRMATION_REQUIRED';
    expect((await server.call('es_request', input)).error?.code).toBe(expected);
    const { person, questions } = personWho({ action: 'decline' });
    const { call } = await server.connect(person);
    expect((await call('es_request', input)).error?.code).toBe(expected && 'E_DECLINED');
    expect(questions).toEqual(expected ? [expect.stringContaining(`${method} ${path} `)] : []);
    expect(far.received).toHaveLength(expected ? 0 : 2);
  });

  test.each(['..', '.', '%2e%2e', '%2E.', '..%2F..', '..%2f', 'a%2F..'])(
    'asks before it deletes a document whose id %s a proxy may resolve',
    async (id) => {
      const { far, call } = await open({ '': json({}) });
      const input = { connection: 'far', method: 'DELETE', path: `/idx/_doc/${id}` };
      expect((await call('es_request', input)).error?.code).toBe('E_CONFIRMATION_REQUIRED');
      expect(far.received).toEqual([]);
    },
  );

  test('accepts a search whose body is a parameter, on a read-only connection too', async () => {
    const { request, far } = await open({ '': json({ hits: {} }) });
    const params = { source: '{"size": 0}', source_content_type: 'application/json' };
    expect(await request('safe', 'GET', '/idx/_search', { params })).toMatchObject({ status: 200 });
    expect(far.received.map(({ path }) => path)).toEqual([
      '/idx/_search?source=%7B%22size%22%3A%200%7D&source_content_type=application%2Fjson',
    ]);
  });

  test('is sent after a person confirmed', async () => {
    const { connect, far } = await open({ '': json({ acknowledged: true }) });
    const { request } = await connect(confirming);
    expect(await request('far', 'DELETE', '/idx')).toMatchObject({ body: { acknowledged: true } });
    expect(far.received).toHaveLength(1);
  });

  test.each([
    [401, /update_connection/],
    [403, /test_connection/],
    [429, /later/],
    [503, /es_cluster_health/],
  ])('adds a hint to status %i', async (status, hint) => {
    const { request } = await open({ '': json({ error: 'x' }, status) });
    expect(await request('far', 'GET', '/idx')).toEqual({
      status,
      hint: expect.stringMatching(hint),
      body: { error: 'x' },
    });
  });

  test('adds a hint to partial results', async () => {
    const { request } = await open({ '': json({ _shards: { total: 5, failed: 2 }, hits: { hits: [] } }) });
    expect(await request('far', 'GET', '/_search')).toMatchObject({
      hint: expect.stringContaining('2 of 5 shards'),
    });
  });

  test('a large response stays within the budget, reports what is missing, and is valid JSON', async () => {
    const hits = Array.from({ length: 150 }, (_, id) => ({
      _id: String(id),
      _source: { text: 'words '.repeat(100) },
    }));
    const { call } = await open({ '': json({ hits: { total: { value: 9_000 }, hits } }) });
    const answer = await call('es_request', { connection: 'far', method: 'GET', path: '/_search' });
    const { shown = 0 } = answer.meta.truncation ?? {};
    expect(answer.data).toMatchObject({ body: { hits: { hits: hits.slice(0, shown) } } });
    expect(answer.meta.truncation).toMatchObject({
      limit: 'tokens',
      total: 9_000,
      next: expect.stringContaining('es_search'),
    });
    expect(Buffer.byteLength(JSON.stringify(answer.data))).toBeLessThan(28_000);
  });

  test('rejects an invalid path on a writable connection too', async () => {
    const { call, far } = await open({ '': json({}) });
    const answer = await call('es_request', { connection: 'far', method: 'GET', path: '/a b' });
    expect(answer.error?.code).toBe('E_ES_REQUEST');
    expect(far.received).toEqual([]);
  });

  test('times out on a cluster that does not respond', async () => {
    const { call } = await open({ '': () => {} }, { timeoutMs: 100 });
    const asked = (method: string) => call('es_request', { connection: 'far', method, path: '/idx' });
    expect((await asked('GET')).error?.code).toBe('E_TIMEOUT');
    expect((await asked('PUT')).error?.code).toBe('E_ES_UNKNOWN_OUTCOME');
  });

  test('retries a read on a dead connection, but not a write', async () => {
    let cut = true;
    const { call, far } = await open({
      '': (response, request) => {
        if (cut) response.destroy();
        else json({})(response, request);
        cut = false;
      },
    });
    const asked = (method: string) => call('es_request', { connection: 'far', method, path: '/idx' });
    expect((await asked('GET')).ok).toBe(true);
    expect(far.received).toHaveLength(2);
    cut = true;
    expect((await asked('PUT')).error?.code).toBe('E_ES_UNKNOWN_OUTCOME');
    expect(far.received).toHaveLength(3);
  });
});

test('es_search sends no query that looks up documents with security data', async () => {
  const { call, far } = await open({ '': json({ hits: { hits: [] } }) });
  const query = { terms: { user: { index: '.security-7', id: 'user-a', path: 'roles' } } };
  const answer = await call('es_search', { connection: 'far', index: 'idx', query });
  expect(answer.error).toMatchObject({ code: 'E_INVALID_PARAMS', message: expect.stringContaining('query') });
  expect(far.received).toEqual([]);
});

describe('es_list_indices', () => {
  const rows = [
    {
      index: '.kibana',
      health: 'green',
      status: 'open',
      'docs.count': '1',
      'store.size': '10',
      pri: '1',
      rep: '0',
    },
    {
      index: 'logs',
      health: 'yellow',
      status: 'open',
      'docs.count': '12',
      'store.size': '345',
      pri: '1',
      rep: '1',
    },
    { index: 'old', health: '', status: 'close', 'docs.count': null, 'store.size': null, pri: '1', rep: '1' },
  ];
  const table = {
    'GET /_cat/indices/': json(rows),
    'GET /_cat/aliases': json([
      { alias: 'current', index: 'logs' },
      { alias: '.k', index: '.kibana' },
    ]),
    'GET /_data_stream/': json({
      data_streams: [
        { name: 'metrics', status: 'GREEN', indices: [{}, {}], timestamp_field: { name: '@timestamp' } },
      ],
    }),
  };

  test('lists indices, aliases and data streams without system indices', async () => {
    const { call, far } = await open(table);
    const { data, text } = await call('es_list_indices', { connection: 'safe', pattern: 'log' });
    expect(data).toEqual({
      status: 200,
      body: {
        indices: [
          {
            index: 'logs',
            health: 'yellow',
            status: 'open',
            docs: 12,
            bytes: 345,
            primaries: 1,
            replicas: 1,
          },
          { index: 'old', health: '', status: 'close', docs: null, bytes: null, primaries: 1, replicas: 1 },
        ],
        aliases: [{ alias: 'current', index: 'logs' }],
        dataStreams: [
          { dataStream: 'metrics', status: 'GREEN', backingIndices: 2, timestampField: '@timestamp' },
        ],
      },
    });
    expect(text).toContain('logs | yellow | open | 12');
    expect(far.received[0]?.path).toContain('/_cat/indices/*log*?');
  });

  test('lists names only where the role may see no more', async () => {
    const { ask } = await open({
      'GET /_cat/indices/': json({}, 403),
      'GET /_resolve/index/': json({
        indices: [{ name: '.kibana' }, { name: 'logs', aliases: ['current'] }],
        aliases: [{ name: 'current', indices: ['logs'] }],
        data_streams: [{ name: 'metrics' }],
      }),
    });
    expect(await ask('es_list_indices', { connection: 'safe' })).toEqual({
      status: 200,
      body: {
        indices: [{ index: 'logs' }],
        aliases: [{ alias: 'current', index: 'logs' }],
        dataStreams: [{ dataStream: 'metrics' }],
      },
    });
  });

  test('reports how many indices are shown of how many', async () => {
    const many = Array.from({ length: 900 }, (_, n) => ({ index: `index-number-${n}`, pri: '1' }));
    const { call } = await open({ 'GET /_cat/indices/': json(many) });
    const { meta } = await call('es_list_indices', { connection: 'safe' });
    expect(meta.truncation).toMatchObject({
      limit: 'tokens',
      total: 900,
      next: expect.stringContaining('pattern'),
    });
    expect(meta.truncation?.shown).toBeGreaterThan(100);
  });

  test('includes system indices on request, and works without data streams', async () => {
    const { ask } = await open({ 'GET /_cat/indices/': json(rows) });
    expect(await ask('es_list_indices', { connection: 'far', system: true })).toMatchObject({
      body: { indices: [{ index: '.kibana' }, {}, {}] },
    });
  });

  test.each(['../_bulk', 'a/b', '_bulk', 'a?refresh=true', 'a#b'])(
    'never sends %s as part of another path',
    async (pattern) => {
      const { call, far } = await open(table);
      await call('es_list_indices', { connection: 'far', pattern });
      for (const { path } of far.received) expect(path).toMatch(/^\/_(cat|data_stream)\/[^/]+(\/[^/]+)?$/);
    },
  );
});

test('es_get_mapping returns a flat list, or the raw mapping', async () => {
  const body = {
    idx: { mappings: { properties: { a: { type: 'text', fields: { raw: { type: 'keyword' } } } } } },
  };
  const { ask, call, far } = await open({ 'GET /idx/_mapping': json(body) });
  expect(await ask('es_get_mapping', { connection: 'safe', index: 'idx' })).toEqual({
    status: 200,
    body: [{ indices: ['idx'], fields: { a: 'text', 'a.raw': 'keyword' } }],
  });
  expect(await ask('es_get_mapping', { connection: 'safe', index: 'idx', raw: true })).toEqual({
    status: 200,
    body,
  });
  expect(await ask('es_get_mapping', { connection: 'safe', index: 'nope' })).toMatchObject({ status: 404 });
  await ask('es_get_mapping', { connection: 'safe', index: '<logs-{now/d}>' });
  await ask('es_get_mapping', { connection: 'safe', index: '%3Clogs-%7Bnow%2Fd%7D%3E' });
  expect(far.received.slice(-2).map(({ path }) => path)).toEqual(
    Array.from({ length: 2 }, () => '/%3Clogs-%7Bnow%2Fd%7D%3E/_mapping'),
  );
  const refused = await call('es_get_mapping', { connection: 'far', index: 'idx/_delete_by_query' });
  expect(refused.error).toMatchObject({
    code: 'E_INVALID_PARAMS',
    message: expect.stringContaining('index'),
  });
});

test('es_cluster_health gives reasons when the status is not green', async () => {
  const table = {
    'GET /_cluster/health': json({ status: 'yellow', number_of_pending_tasks: 2 }),
    'GET /_cat/shards': json([
      { index: 'a', shard: '0', prirep: 'p', state: 'STARTED' },
      { index: 'a', shard: '0', prirep: 'r', state: 'UNASSIGNED', 'unassigned.reason': 'NODE_LEFT' },
    ]),
    'GET /_cluster/allocation/explain': json({
      allocate_explanation: 'cannot allocate',
      node_allocation_decisions: [{ deciders: [{ explanation: 'too full' }] }],
    }),
  };
  const { ask, far } = await open(table);
  expect(await ask('es_cluster_health', { connection: 'safe' })).toEqual({
    status: 200,
    body: {
      status: 'yellow',
      number_of_pending_tasks: 2,
      reasons: [
        'a shard 0: replica is unassigned (NODE_LEFT)',
        '2 cluster tasks are pending',
        'a shard 0: cannot allocate',
        'a shard 0: too full',
      ],
    },
  });
  expect(far.received.at(-1)?.body).toBe('{"index":"a","shard":0,"primary":false}');
});
