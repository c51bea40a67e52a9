import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { connectEs, type EsClient, type Input } from '../es-client.ts';
import { bigNumber, LEVELS, LOG_COUNT, LOGS } from '../logs.ts';
import type { ClusterFixture } from './fixture.ts';

const page = z.object({
  status: z.number(),
  cursor: z.string().optional(),
  body: z.looseObject({
    hits: z.object({
      total: z.object({ value: z.number() }).optional(),
      hits: z.array(
        z.looseObject({
          _id: z.string(),
          _source: z.record(z.string(), z.unknown()).optional(),
          sort: z.array(z.unknown()).optional(),
        }),
      ),
    }),
    aggregations: z.record(z.string(), z.unknown()).optional(),
  }),
});

type Page = z.output<typeof page>;

async function search({ ask }: EsClient, input: Input): Promise<Page> {
  return page.parse(await ask('es_search', { connection: 'ro', index: LOGS, ...input }));
}

/** All pages of a search, to its end. */
async function allPages(client: EsClient, input: Input): Promise<Page[]> {
  const pages = [await search(client, input)];
  for (let cursor = pages[0]?.cursor; cursor !== undefined; cursor = pages.at(-1)?.cursor)
    pages.push(page.parse(await client.ask('es_search', { connection: 'ro', cursor })));
  return pages;
}

const idsOf = (pages: readonly Page[]) => pages.flatMap(({ body }) => body.hits.hits.map(({ _id }) => _id));

export function describeSearching(fixture: () => ClusterFixture): void {
  describe('es_search', () => {
    test('returns the chosen fields in the chosen order', async () => {
      const client = await connectEs(fixture().endpoint);
      const { body } = await search(client, {
        query: { range: { seq: { gte: 100 } } },
        _source: ['seq', 'host.name', 'big'],
        sort: ['seq:asc'],
        size: 3,
      });
      expect(body.hits.hits.map(({ _source }) => _source)).toEqual(
        [100, 101, 102].map((seq) => ({
          seq,
          big: String(bigNumber(seq)),
          host: { name: expect.stringMatching(/^[a-z]+-\d$/) },
        })),
      );
    });

    test('queries nested fields, aliases and geo points', async () => {
      const client = await connectEs(fixture().endpoint);
      const nested = { path: 'spans', query: { term: { 'spans.ms': 89 } } };
      const near = { distance: '10km', where: { lat: 41.15, lon: -8.61 } };
      for (const query of [{ nested }, { term: { machine: 'cart-0' } }, { geo_distance: near }]) {
        const { body } = await search(client, { query, _source: false, size: 5 });
        expect(body.hits.hits).toHaveLength(5);
      }
    });

    test('returns aggregations without hits', async () => {
      const client = await connectEs(fixture().endpoint);
      const { body, cursor } = await search(client, { aggs: { levels: { terms: { field: 'level' } } } });
      expect({ hits: body.hits.hits, cursor }).toEqual({ hits: [], cursor: undefined });
      const buckets = LEVELS.map((key) => ({ key, doc_count: LOG_COUNT / LEVELS.length }));
      expect(body.aggregations).toMatchObject({
        levels: { buckets: expect.arrayContaining(buckets.map((bucket) => expect.objectContaining(bucket))) },
      });
    });

    test(`pages through ${LOG_COUNT} hits and returns each once, with equal sort values`, async () => {
      const client = await connectEs(fixture().endpoint);
      const pages = await allPages(client, { _source: false, sort: ['level:asc'], size: 1_000 });
      const ids = idsOf(pages);
      expect(ids).toHaveLength(LOG_COUNT);
      expect(new Set(ids).size).toBe(LOG_COUNT);
      const levels = pages.flatMap(({ body }) => body.hits.hits.map(({ sort }) => String(sort?.[0])));
      expect(levels).toEqual([...levels].sort());
    });

    test('pages are stable while documents are added', async () => {
      const client = await connectEs(fixture().endpoint);
      const input = {
        _source: ['seq'],
        sort: ['level:desc', 'at:desc'],
        query: { range: { seq: { lt: 900 } } },
      };
      const before = idsOf(await allPages(client, { ...input, size: 150 }));
      const first = await search(client, { ...input, size: 150 });
      const path = `/${LOGS}/_doc/extra`;
      const extra = { seq: 5, level: 'warn', at: '2026-01-01T00:00:05.500Z' };
      await client.request('rw', 'PUT', path, { params: { refresh: true }, body: extra });
      const rest: Page[] = [];
      for (let { cursor } = first; cursor !== undefined; cursor = rest.at(-1)?.cursor)
        rest.push(page.parse(await client.ask('es_search', { connection: 'ro', cursor })));
      await client.request('rw', 'DELETE', path, { params: { refresh: true } });
      expect(idsOf([first, ...rest])).toEqual(before);
      expect(before).toHaveLength(900);
    });

    test('returns a page again for the same cursor', async () => {
      const client = await connectEs(fixture().endpoint);
      const { cursor } = await search(client, { sort: ['seq:asc'], _source: ['seq'], size: 10 });
      const again = async () =>
        idsOf([page.parse(await client.ask('es_search', { connection: 'ro', cursor }))]);
      const second = await again();
      expect(second).toEqual(['10', '11', '12', '13', '14', '15', '16', '17', '18', '19']);
      expect(await again()).toEqual(second);
    });

    test('drops whole hits and reports how many are left out', async () => {
      const client = await connectEs(fixture().endpoint);
      const answer = await client.call('es_search', { connection: 'ro', index: LOGS, size: 1_000 });
      const { body, cursor } = page.parse(answer.data);
      const shown = body.hits.hits.length;
      expect(shown).toBeGreaterThan(10);
      expect(shown).toBeLessThan(1_000);
      expect(answer.meta.truncation).toMatchObject({
        shown,
        next: expect.stringContaining(cursor ?? 'cursor'),
      });
      for (const { _source } of body.hits.hits) expect(Object.keys(_source ?? {})).toHaveLength(11);
    });

    test('an invalid query is a response', async () => {
      const { ask } = await connectEs(fixture().endpoint);
      const query = { term: { seq: 'not a number' } };
      const answer = await ask('es_search', { connection: 'ro', index: LOGS, query });
      expect(answer).toMatchObject({ status: 400, body: { error: { type: expect.any(String) } } });
    });
  });
}
