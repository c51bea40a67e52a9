import { describe, expect, test } from 'vitest';
import { administer } from '../cluster.ts';
import { confirming, connectEs } from '../es-client.ts';
import { bigNumber, bulkLines, HUGE, LOGS } from '../logs.ts';
import { peakGrowthMb, startProgram } from '../program.ts';
import type { ClusterFixture } from './fixture.ts';

const BULK = 10_000;
/** For a response of 100 MB. */
const MOST_GROWTH_MB = 60;
const BUDGET_BYTES = 100_000;

export function describeVolume(fixture: () => ClusterFixture): void {
  describe('large volumes', () => {
    test.skipIf(process.platform !== 'linux')(
      'a response of 100 MB is streamed: memory stays flat, and the answer reports what is missing',
      async () => {
        const program = await startProgram([{ ...fixture().direct, name: 'ro', readonly: true }]);
        const search = { connection: 'ro', method: 'POST', path: `/${HUGE}/_search` };
        for (let warm = 0; warm < 3; warm++)
          await program.call('es_request', { ...search, body: { size: 20 } });
        const growth = await peakGrowthMb(program.pid, async () => {
          const answer = await program.call('es_request', { ...search, body: { size: 1_000 } });
          expect(answer.error).toBeUndefined();
          expect(answer).toMatchObject({ data: { status: 200 } });
          expect(answer.meta.truncation?.next).toMatch(/\S/);
          expect(Buffer.byteLength(JSON.stringify(answer.data))).toBeLessThan(BUDGET_BYTES * 1.3);
          expect(answer.text).toContain('[truncated');
        });
        expect(growth).toBeLessThan(MOST_GROWTH_MB);
      },
    );

    test(`${BULK} documents through _bulk, with integers beyond 2^53`, async () => {
      const { endpoint, node } = fixture();
      const { request } = await connectEs(endpoint);
      const body = `${bulkLines(BULK).join('\n')}\n`;
      const path = '/bulk/_bulk';
      const written = await request('rw', 'POST', path, {
        params: { refresh: true, filter_path: 'errors' },
        body,
      });
      expect(written).toMatchObject({ status: 200, body: { errors: false } });
      expect(await request('rw', 'GET', '/bulk/_count')).toMatchObject({ body: { count: BULK } });
      const one = await request('ro', 'GET', '/bulk/_doc/9999');
      expect(one.body).toMatchObject({ _source: { seq: 9999, big: String(bigNumber(9999)) } });
      const raw = await administer(node, 'GET', '/bulk/_doc/9999');
      expect(raw.text).toContain(`"big":${bigNumber(9999)},`);
    });

    test('the largest and the smallest long are returned exactly', async () => {
      const { request } = await connectEs(fixture().endpoint, confirming);
      const body = '{"largest":9223372036854775807,"smallest":-9223372036854775808}';
      const path = '/integers/_doc/1';
      expect(await request('rw', 'PUT', path, { params: { refresh: true }, body })).toMatchObject({
        status: 201,
      });
      const found = await request('ro', 'GET', path);
      expect(found.body).toMatchObject({
        _source: { largest: '9223372036854775807', smallest: '-9223372036854775808' },
      });
      await request('rw', 'DELETE', '/integers');
    });

    test('plain text is returned as a string', async () => {
      const { request } = await connectEs(fixture().endpoint);
      const { status, body } = await request('ro', 'GET', `/_cat/indices/${LOGS}?h=index`);
      expect({ status, body }).toEqual({ status: 200, body: expect.stringMatching(/^logs\s*$/) });
    });
  });
}
