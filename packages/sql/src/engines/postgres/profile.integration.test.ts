import { afterAll, expect, test } from 'vitest';
import { sharedPostgres } from '../../../../../test/engines/postgres.ts';
import { connectSql, openSqlEndpoint } from '../../testing/sql-client.ts';
import { change } from '../shared/testing/backend.ts';
import { describeDatabase } from '../shared/testing/database.ts';

const fixture = [
  `CREATE TABLE visits AS SELECT i AS id, jsonb_build_object('page', '/p/' || i % 7, 'ms', i % 900) AS payload
    FROM generate_series(1, 300000) i`,
  `INSERT INTO visits VALUES (0, '["no", "object"]'), (-1, NULL), (-2, '{"page": null, "rare": {"a": 1}}')`,
  `CREATE VIEW recent_visits AS SELECT * FROM visits WHERE id > 250000`,
];

await describeDatabase(
  'profiles on PostgreSQL',
  'postgres',
  await sharedPostgres(),
  fixture,
  ({ definition, writable }) => {
    const endpoint = openSqlEndpoint({ connections: [{ ...definition, name: 'ro', readonly: true }] });
    afterAll(() => endpoint.close());

    const profile = async (input: Readonly<Record<string, unknown>>) => {
      const { call } = await connectSql(endpoint);
      return call('profile_column', { connection: 'ro', timeoutMs: 60_000, ...input });
    };

    test('reads a sample of a large table and says so', async () => {
      await change(writable, 'ANALYZE visits');
      const { data, text } = await profile({ table: 'visits', column: 'id' });
      expect(data).toMatchObject({ rows: 300_003, notes: [expect.stringContaining('exact: true')] });
      const { sampled } = data as { sampled: number };
      expect(sampled).toBeGreaterThan(10_000);
      expect(sampled).toBeLessThan(150_000);
      expect(text).toContain('the other figures are of the sampled rows');
    });

    test('reads all rows on request', async () => {
      const { data } = await profile({ table: 'visits', column: 'id', exact: true });
      expect(data).toMatchObject({ rows: 300_003, min: -2, max: 300_000, distinct: 300_003, notes: [] });
      expect(data).not.toHaveProperty('sampled');
    });

    test('reads a table or view of unknown size', async () => {
      const { data } = await profile({ table: 'recent_visits', column: 'id' });
      expect(data).toMatchObject({ rows: 50_000, min: 250_001, notes: [] });
    });

    test('describes JSON by its keys', async () => {
      const { data, text } = await profile({ table: 'visits', column: 'payload', exact: true });
      expect(data).toMatchObject({
        rows: 300_003,
        nulls: 1,
        keys: [
          { key: 'page', count: 300_001, distinct: 8, types: 'null, string' },
          { key: 'ms', count: 300_000, distinct: 900, types: 'number', example: '0' },
          { key: 'rare', count: 1, types: 'object', example: '{"a": 1}' },
        ],
        notes: [],
      });
      expect(text).toMatch(/keys \(3\):\nkey \| count \| types \| distinct \| example\npage \| 300001/);
    });
  },
);
