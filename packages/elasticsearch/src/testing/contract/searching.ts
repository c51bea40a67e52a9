import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { connectEs, type EsClient, type Input } from '../es-client.ts';
import { bigNumber, LEVELS, LOG_COUNT, LOGS } from '../logs.ts';
import type { Stage } from './stage.ts';

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

export function describeSearching(stage: () => Stage): void {
  describe('es_search', () => {
    test('returns the fields that were asked for, in the order that was asked for', async () => {
      const client = await connectEs(stage().endpoint);
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

    test('finds by what is nested, by an alias and by place', async () => {
      const client = await connectEs(stage().endpoint);
      const nested = { path: 'spans', query: { term: { 'spans.ms': 89 } } };
      const near = { distance: '10km', where: { lat: 41.15, lon: -8.61 } };
      for (const query of [{ nested }, { term: { machine: 'cart-0' } }, { geo_distance: near }]) {
        const { body } = await search(client, { query, _source: false, size: 5 });
        expect(body.hits.hits).toHaveLength(5);
      }
    });

    test('answers aggregations alone', async () => {
      const client = await connectEs(stage().endpoint);
      const { body, cursor } = await search(client, { aggs: { levels: { terms: { field: 'level' } } } });
      expect({ hits: body.hits.hits, cursor }).toEqual({ hits: [], cursor: undefined });
      const buckets = LEVELS.map((key) => ({ key, doc_count: LOG_COUNT / LEVELS.length }));
      expect(body.aggregations).toMatchObject({
        levels: { buckets: expect.arrayContaining(buckets.map((bucket) => expect.objectContaining(bucket))) },
      });
    });

    test(`pages through ${LOG_COUNT} hits and returns each once, however many share their place`, async () => {
      const client = await connectEs(stage().endpoint);
      const pages = await allPages(client, { _source: false, sort: ['level:asc'], size: 1_000 });
      const ids = idsOf(pages);
      expect(ids).toHaveLength(LOG_COUNT);
      expect(new Set(ids).size).toBe(LOG_COUNT);
      const levels = pages.flatMap(({ body }) => body.hits.hits.map(({ sort }) => String(sort?.[0])));
      expect(levels).toEqual([...levels].sort());
    });

    test('pages of the same search stay the same, and hits that arrive meanwhile do not move them', async () => {
      const client = await connectEs(stage().endpoint);
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

    test('a page that was lost can be asked for again', async () => {
      const client = await connectEs(stage().endpoint);
      const { cursor } = await search(client, { sort: ['seq:asc'], _source: ['seq'], size: 10 });
      const again = async () =>
        idsOf([page.parse(await client.ask('es_search', { connection: 'ro', cursor }))]);
      const second = await again();
      expect(second).toEqual(['10', '11', '12', '13', '14', '15', '16', '17', '18', '19']);
      expect(await again()).toEqual(second);
    });

    test('says how many hits were left out, and drops them whole', async () => {
      const client = await connectEs(stage().endpoint);
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

    test('a mistake in the query is an answer', async () => {
      const { ask } = await connectEs(stage().endpoint);
      const query = { term: { seq: 'not a number' } };
      const answer = await ask('es_search', { connection: 'ro', index: LOGS, query });
      expect(answer).toMatchObject({ status: 400, body: { error: { type: expect.any(String) } } });
    });
  });
}
