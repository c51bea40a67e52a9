import { afterAll, describe, test } from 'vitest';
import { type ServerAddress, scratchDatabase } from '../../../testing/scratch-database.ts';
import type { SqlBackend } from '../../engine.ts';
import { change, openBackend } from './backend.ts';

type Scratch = Awaited<ReturnType<typeof scratchDatabase>>;

export interface TestDatabase extends Pick<Scratch, 'database' | 'definition'> {
  readonly writable: SqlBackend;
  readonly readonly: SqlBackend;
  /** Connected to another database of the same server. */
  readonly watcher: SqlBackend;
}

const OTHER_DATABASE = { postgres: 'postgres', mysql: 'information_schema' };

/** A suite on a scratch database. Skipped where the server is not available. */
export async function describeDatabase(
  title: string,
  type: 'postgres' | 'mysql',
  address: ServerAddress | undefined,
  fixture: readonly string[],
  suite: (database: TestDatabase) => void,
): Promise<void> {
  if (!address) {
    test.skip(title, () => {});
    return;
  }
  const { database, definition, drop } = await scratchDatabase(type, address);
  const writable = await openBackend(definition);
  const readonly = await openBackend({ ...definition, readonly: true });
  const watcher = await openBackend({ ...definition, database: OTHER_DATABASE[type] });
  for (const sql of fixture) await change(writable, sql);
  describe(title, () => {
    afterAll(async () => {
      for (const backend of [writable, readonly, watcher]) await backend.dispose();
      await drop();
    });
    suite({ database, definition, writable, readonly, watcher });
  });
}
