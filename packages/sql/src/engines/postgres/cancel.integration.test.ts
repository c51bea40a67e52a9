import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, onTestFinished, test } from 'vitest';
import { sharedPostgres } from '../../../../../test/engines/postgres.ts';
import type { SqlBackend } from '../engine.ts';
import { ask, cell, openBackend, until } from '../shared/testing/backend.ts';
import { describeCancelling } from '../shared/testing/cancel-suite.ts';
import { describeDatabase } from '../shared/testing/database.ts';

const fixture = ['CREATE TABLE log (n int)'];

await describeDatabase('PostgreSQL', 'postgres', await sharedPostgres(), fixture, (scratch) => {
  const sleeping = (database: string) =>
    `SELECT count(*) FROM pg_stat_activity WHERE datname = '${database}' AND state = 'active' AND query LIKE '%pg_sleep%'`;
  const sleep = (seconds: number) => `pg_sleep(${seconds})::text`;
  const closeSessions = (watcher: SqlBackend, database: string) =>
    cell(
      watcher,
      `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '${database}'`,
    );
  describeCancelling({ sleep, sleeping, closeSessions, calls: 2_000 }, scratch);

  test('cancelling over a local socket stops the statement', async () => {
    const { definition, database, watcher } = scratch;
    const folder = tempFolder();
    await forward(join(folder, `.s.PGSQL.${definition.port}`), Number(definition.port));
    const backend = await openBackend({ ...definition, host: folder });
    onTestFinished(() => backend.dispose());
    const caller = new AbortController();
    const running = ask(backend, 'SELECT pg_sleep(600)', { signal: caller.signal }).catch(() => 'stopped');
    const count = async () => Number(await cell(watcher, sleeping(database)));
    await until(async () => (await count()) === 1);
    caller.abort();
    expect(await running).toBe('stopped');
    expect(await count()).toBe(0);
  });
});

/** The server of the tests listens on a port only. */
async function forward(path: string, port: number): Promise<void> {
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  onTestFinished(() => {
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
}
