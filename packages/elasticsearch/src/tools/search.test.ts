import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { connectionTo, json, openEs, type Reply, startFakeCluster } from '../testing/fake-cluster.ts';

const asked = z.object({
  size: z.number().default(10),
  search_after: z.array(z.number()).optional(),
  pit: z.object({ id: z.string() }).optional(),
  sort: z.array(z.unknown()).optional(),
});

const text = (n: number) => 'words '.repeat(n % 7);

/** As much of a cluster as paging needs: sorted documents, and points in time that can be opened, closed and lost. */
function pagingCluster(count: number, flavour: 'elasticsearch' | 'opensearch' = 'elasticsearch') {
  const open = new Set<string>();
  let opened = 0;
  const search = (body: string): Reply => {
    const { size, search_after, pit, sort } = asked.parse(JSON.parse(body));
    if (pit && !open.has(pit.id)) return json({ error: { type: 'search_context_missing_exception' } }, 404);
    const first = search_after === undefined ? 0 : Number(search_after.at(-1)) + 1;
    const ids = Array.from({ length: Math.max(0, Math.min(size, count - first)) }, (_, at) => first + at);
    const hits = ids.map((n) => ({ _id: `${n}`, _source: { text: text(n) }, ...(sort && { sort: [1, n] }) }));
    return json({ ...(pit && { pit_id: pit.id }), hits: { total: { value: count }, max_score: 1, hits } });
  };
  const openOne = (): Reply => {
    const id = `state-${++opened}-${'x'.repeat(20)}`;
    open.add(id);
    return json(flavour === 'elasticsearch' ? { id } : { pit_id: id });
  };
  const closeNamed = (body: string): Reply => {
    for (const id of [...open]) if (body.includes(id)) open.delete(id);
    return json({ succeeded: true });
  };
  const opening = flavour === 'elasticsearch' ? '/idx/_pit' : '/idx/_search/point_in_time';
  const choose = (asked: string, body: string): Reply => {
    if (asked === `POST ${opening}`) return openOne();
    if (asked.startsWith('DELETE ')) return closeNamed(body);
    return asked.endsWith('/_search') ? search(body) : json({}, 400);
  };
  const reply: Reply = (response, request) =>
    choose(`${request.method} ${request.path.split('?')[0]}`, request.body)(response, request);
  return { reply, open };
}

const page = z.object({
  status: z.number(),
  cursor: z.string().optional(),
  body: z.object({
    hits: z.object({ hits: z.array(z.object({ _id: z.string(), sort: z.unknown().optional() })) }),
  }),
});

async function openPaging(count: number, flavour: 'elasticsearch' | 'opensearch' = 'elasticsearch') {
  const cluster = pagingCluster(count, flavour);
  const greeting = json({
    version: { number: flavour === 'opensearch' ? '2.19.1' : '8.19.5', distribution: flavour },
    tagline: 'You Know, for Search',
  });
  const far = await startFakeCluster(cluster.reply, { greeting });
  const es = await openEs({
    connections: [connectionTo(far, { readonly: true }), connectionTo(far, { name: 'other' })],
  });
  const search = async (input: Readonly<Record<string, unknown>>) =>
    page.parse(await es.ask('es_search', { connection: 'far', ...input }));
  return { ...es, ...cluster, far, search };
}

describe('a search', () => {
  test('with a single page sends one request', async () => {
    const { search, far } = await openPaging(3);
    const { body, cursor } = await search({ index: 'idx', _source: ['text'], sort: ['n:desc'] });
    expect(body.hits.hits.map(({ _id }) => _id)).toEqual(['0', '1', '2']);
    expect(cursor).toBeUndefined();
    expect(far.received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/idx/_search', { _source: ['text'], sort: [{ n: 'desc' }], size: 11 }],
    ]);
  });

  test('for aggregations requests no hits', async () => {
    const { ask, far } = await openPaging(3);
    await ask('es_search', { connection: 'far', index: 'idx', aggs: { n: { sum: { field: 'n' } } } });
    expect(JSON.parse(far.received[0]?.body ?? '')).toEqual({
      aggs: { n: { sum: { field: 'n' } } },
      size: 0,
    });
  });

  test.each([
    ['elasticsearch', 100],
    ['elasticsearch', 7],
    ['opensearch', 100],
    ['opensearch', 7],
  ] as const)(
    'of %s in pages of %i returns every hit once and closes its point in time',
    async (flavour, size) => {
      const { search, open } = await openPaging(500, flavour);
      const seen: string[] = [];
      let { body, cursor } = await search({ index: 'idx', size, sort: ['a'] });
      seen.push(...body.hits.hits.map(({ _id }) => _id));
      while (cursor !== undefined) {
        expect(open.size).toBe(1);
        expect(body.hits.hits[0]?.sort).toEqual([1]);
        expect(body).not.toHaveProperty('pit_id');
        ({ body, cursor } = await search({ cursor }));
        seen.push(...body.hits.hits.map(({ _id }) => _id));
      }
      expect(seen).toEqual(Array.from({ length: 500 }, (_, n) => String(n)));
      expect(open.size).toBe(0);
    },
  );

  test('returns a page again for the same cursor', async () => {
    const { search } = await openPaging(50);
    const first = await search({ index: 'idx', size: 10 });
    const second = await search({ cursor: first.cursor });
    await search({ cursor: second.cursor, size: 3 });
    expect((await search({ cursor: first.cursor, index: 'idx' })).body).toEqual(second.body);
  });

  test('explains how to continue when the point in time has expired', async () => {
    const { search, call, open } = await openPaging(50);
    const { cursor } = await search({ index: 'idx', size: 10 });
    open.clear();
    for (const message of [/point in time .* has expired/, /is not open/])
      expect((await call('es_search', { connection: 'far', cursor })).error).toMatchObject({
        code: 'E_STALE_REFERENCE',
        message: expect.stringMatching(message),
        hint: expect.stringContaining('range query'),
      });
  });

  test.each([
    [{ cursor: 'nonsense' }, 'E_CURSOR_INVALID'],
    [{ cursor: `search-cursor_${'x'.repeat(24)}.0` }, 'E_STALE_REFERENCE'],
    [{}, 'E_INVALID_PARAMS'],
    [{ index: 'idx', body: { search_after: [1] } }, 'E_INVALID_PARAMS'],
    [{ index: '_bulk' }, 'E_INVALID_PARAMS'],
  ])('rejects %j', async (input, code) => {
    const { call } = await openPaging(5);
    expect((await call('es_search', { connection: 'far', ...input })).error?.code).toBe(code);
  });

  test('rejects a cursor of another connection or search', async () => {
    const { search, call } = await openPaging(50);
    const { cursor } = await search({ index: 'idx', size: 10, sort: ['a'] });
    for (const input of [
      { connection: 'other' },
      { connection: 'far', index: 'else' },
      { connection: 'far', sort: ['b'] },
    ])
      expect((await call('es_search', { ...input, cursor })).error?.code).toBe('E_CURSOR_INVALID');
  });

  test('keeps at most three points in time open, and none after the server is closed', async () => {
    const { search, open, close } = await openPaging(50);
    for (let n = 0; n < 5; n++) await search({ index: 'idx', size: 10 });
    await expect.poll(() => open.size).toBe(3);
    await close();
    expect(open.size).toBe(0);
  });

  test('rejects the cursor of another client, and closes it when its client disconnects', async () => {
    const { search, open, client, connect } = await openPaging(50);
    const { cursor } = await search({ index: 'idx', size: 10 });
    const other = await connect();
    expect((await other.call('es_search', { connection: 'far', cursor })).error?.code).toBe(
      'E_STALE_REFERENCE',
    );
    expect(open.size).toBe(1);
    await client.close();
    await expect.poll(() => open.size).toBe(0);
  });

  test('never shows more hits than the budget allows', async () => {
    const { call } = await openPaging(500);
    const { data, meta } = await call('es_search', {
      connection: 'far',
      index: 'idx',
      size: 300,
      _source: false,
    });
    expect(page.parse(data).body.hits.hits.length).toBeLessThanOrEqual(200);
    expect(meta.truncation).toMatchObject({ total: 500, next: expect.stringContaining('cursor') });
  });

  test('that does not support paging says so', async () => {
    const { call } = await openPaging(50);
    const { data, meta } = await call('es_search', { connection: 'far', index: 'idx', body: { from: 5 } });
    expect(page.parse(data)).toMatchObject({ body: { hits: { hits: { length: 10 } } } });
    expect(meta.truncation).toMatchObject({
      shown: 10,
      total: 50,
      next: expect.stringContaining('does not support cursors'),
    });
  });
});
