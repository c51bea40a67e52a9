import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { administer } from '../cluster.ts';
import { connectEs } from '../es-client.ts';
import { LOGS, logFields } from '../logs.ts';
import type { ClusterEngine, ClusterFixture } from './fixture.ts';

const flat = z.object({
  status: z.literal(200),
  body: z
    .array(
      z.object({
        indices: z.array(z.string()),
        fields: z.record(z.string(), z.string()),
        dynamicTemplates: z.array(z.string()).optional(),
      }),
    )
    .length(1),
});

export function describeMapping(fixture: () => ClusterFixture, engine: ClusterEngine): void {
  async function fieldsOf(index: string, more = {}) {
    const { ask } = await connectEs(fixture().endpoint);
    const answer = flat.parse(await ask('es_get_mapping', { connection: 'ro', index, ...more }));
    return answer.body[0];
  }

  describe('es_get_mapping', () => {
    test('lists objects, nested fields, multi-fields, aliases and dynamic fields', async () => {
      const mapping = await fieldsOf(LOGS);
      const { region: _, ...stored } = logFields(false);
      expect(mapping?.indices).toEqual([LOGS]);
      expect(mapping?.fields).toMatchObject({
        ...stored,
        machine: expect.stringMatching(/alias.*host\.name/),
      });
    });

    if (engine.runtimeFields)
      test('marks runtime fields', async () => {
        const fields = (await fieldsOf(LOGS))?.fields;
        expect(fields).toHaveProperty('region', expect.stringMatching(/keyword.*runtime/));
      });
    else
      test(`${engine.title} has no runtime fields: the field is a stored one`, async () => {
        expect((await fieldsOf(LOGS))?.fields).toHaveProperty('region', 'keyword');
      });

    test('lists dynamic templates', async () => {
      const templates = (await fieldsOf(LOGS))?.dynamicTemplates ?? [];
      expect(templates.join('\n')).toMatch(/counts.*\*_count.*integer/);
      expect(templates.join('\n')).toMatch(/texts.*string.*keyword/);
    });

    test('has every field of the raw mapping', async () => {
      const { text } = await administer(fixture().node, 'GET', `/${LOGS}/_mapping`);
      const names = Object.keys((await fieldsOf(LOGS))?.fields ?? {});
      const leaves = names.map((name) => name.split('.').at(-1));
      const properties = text.slice(text.indexOf('"properties"'));
      for (const [, name] of properties.matchAll(/"(\w+)":\{"type":"/g)) expect(leaves).toContain(name);
    });

    test('filters fields by name', async () => {
      expect((await fieldsOf(LOGS, { fields: 'host' }))?.fields).toMatchObject({ 'host.ip': 'ip' });
      expect((await fieldsOf(LOGS, { fields: 'host' }))?.fields).not.toHaveProperty('level');
    });

    test('returns the raw mapping', async () => {
      const { ask } = await connectEs(fixture().endpoint);
      const { text } = await administer(fixture().node, 'GET', `/${LOGS}/_mapping`);
      const raw = await ask('es_get_mapping', { connection: 'ro', index: LOGS, raw: true });
      expect(raw).toEqual({ status: 200, body: JSON.parse(text) });
    });

    test('a missing index is a 404 with a hint', async () => {
      const { ask } = await connectEs(fixture().endpoint);
      const answer = await ask('es_get_mapping', { connection: 'ro', index: 'no-such-index' });
      expect(answer).toMatchObject({ status: 404, hint: expect.stringContaining('es_list_indices') });
    });
  });

  describe('es_list_indices', () => {
    test('lists indices with their document counts', async () => {
      const { ask } = await connectEs(fixture().endpoint);
      const answer = await ask('es_list_indices', { connection: 'ro' });
      expect(answer).toMatchObject({
        status: 200,
        body: { indices: expect.arrayContaining([expect.objectContaining({ index: LOGS, docs: 31_200 })]) },
      });
      expect(JSON.stringify(answer)).not.toContain('"index":".');
    });

    test('filters by pattern', async () => {
      const { ask } = await connectEs(fixture().endpoint);
      const answer = await ask('es_list_indices', { connection: 'ro', pattern: 'lo*' });
      expect(answer).toMatchObject({ body: { indices: [{ index: LOGS }] } });
    });
  });
}
