import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { sharedPostgres } from '../../../test/engines/postgres.ts';
import { createDatabase } from './engines/sqlite/testing/database.ts';
import { connectionsOf, memoryGrowth, startSqlProcess } from './testing/sql-process.ts';

const MEGABYTE = 2 ** 20;
const ROWS = 1_000_000;
const ROW_BYTES = 120;
/** Less than half of the exported bytes: allows for uncollected garbage of two processes. */
const MOST_GROWTH = 50 * MEGABYTE;
/** Limits the young generation, which would otherwise grow in steps however little is retained. */
const LITTLE_GARBAGE = { NODE_OPTIONS: '--max-semi-space-size=4' };

const SLOWEST_MS = 180_000;

const postgres = await sharedPostgres();

interface Engine {
  readonly name: string;
  readonly missing: boolean;
  definition(): Record<string, unknown>;
  /** A statement with this many rows of at least ROW_BYTES bytes, generated while they are read. */
  rows(count: number): string;
}

const engines: readonly Engine[] = [
  {
    name: 'PostgreSQL',
    missing: !postgres,
    definition: () => {
      const { host, port, user, password } = postgres ?? {};
      return { type: 'postgres', host, port, user, password, database: 'postgres' };
    },
    rows: (count) =>
      `SELECT i AS id, lpad(i::text, ${ROW_BYTES}, 'x') AS filling FROM (SELECT generate_series(1, ${count}) AS i) s`,
  },
  {
    name: 'SQLite',
    missing: false,
    definition: () => ({ type: 'sqlite', file: createDatabase('CREATE TABLE t (a)') }),
    rows: (count) =>
      `WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${count}) SELECT i AS id, printf('%0${ROW_BYTES}d', i) AS filling FROM c`,
  },
];

async function start({ definition }: Engine) {
  const { client, home, pid } = await startSqlProcess({
    ...connectionsOf({ name: 'big', readonly: true, ...definition() }),
    ...LITTLE_GARBAGE,
  });
  const reported: number[] = [];
  const exportRows = (sql: string, path: string, signal?: AbortSignal) =>
    client.callTool(
      { name: 'export_query', arguments: { connection: 'big', sql, path } },
      {
        timeout: SLOWEST_MS,
        onprogress: ({ progress }) => reported.push(progress),
        ...(signal && { signal }),
      },
    );
  return { exportRows, reported, home, pid };
}

describe.skipIf(process.platform !== 'linux').each(engines)('an export from $name', (engine) => {
  test.skipIf(engine.missing)(
    'of a million rows takes no more memory than one of a tenth, and reports its progress',
    async () => {
      const { exportRows, reported, home, pid } = await start(engine);
      await exportRows(engine.rows(ROWS / 10), 'warm.csv');
      const tenth = await memoryGrowth(pid, () => exportRows(engine.rows(ROWS / 10), 'tenth.csv'));
      reported.length = 0;
      let answer: unknown;
      const whole = await memoryGrowth(pid, async () => {
        answer = await exportRows(engine.rows(ROWS), 'whole.csv');
      });
      expect(answer).toMatchObject({ structuredContent: { ok: true, data: { rows: ROWS } } });
      const { size } = statSync(join(home, 'whole.csv'));
      expect(size).toBeGreaterThan(ROWS * ROW_BYTES);
      expect(tenth).toBeLessThan(MOST_GROWTH);
      expect(whole).toBeLessThan(MOST_GROWTH);
      expect(size).toBeGreaterThan(2 * MOST_GROWTH);
      expect(reported.length).toBeGreaterThan(0);
      expect(reported).toEqual([...new Set(reported)].sort((a, b) => a - b));
      expect(reported.at(-1)).toBeLessThanOrEqual(ROWS);
    },
    SLOWEST_MS,
  );

  test.skipIf(engine.missing)('that is cancelled leaves no file, and the next one works', async () => {
    const { exportRows, home } = await start(engine);
    const caller = new AbortController();
    const running = exportRows(engine.rows(ROWS * 1_000), 'never.csv', caller.signal);
    const refused = expect(running).rejects.toThrow();
    const part = () => readdirSync(home).filter((name) => name.includes('never.csv'));
    await vi.waitUntil(() => part().length > 0, { timeout: 60_000 });
    caller.abort();
    await refused;
    await vi.waitUntil(() => part().length === 0, { timeout: 60_000 });
    await exportRows(engine.rows(10), 'next.csv');
    expect(existsSync(join(home, 'next.csv'))).toBe(true);
    expect(part()).toEqual([]);
  });
});
