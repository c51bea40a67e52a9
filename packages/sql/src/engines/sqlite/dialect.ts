import type { Dialect, SqlBackend, SqlTarget } from '../engine.ts';
import { SqliteBackend } from './backend.ts';
import type { SqliteConnection } from './descriptor.ts';
import { classifyError } from './errors.ts';
import { sqliteGuard } from './guard/guard.ts';
import { readPlan } from './plan.ts';

const OPEN_WITHIN_MS = 20_000;

export const sqliteDialect: Dialect<SqliteConnection> = {
  guard: sqliteGuard,
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  defaultSchemaSql: "SELECT 'main'",
  open,
  classifyError,
  readPlan,
};

/** A file that is missing or not a database fails here and not at the first statement. */
async function open({ config }: SqlTarget<SqliteConnection>): Promise<SqlBackend> {
  const backend = new SqliteBackend(config);
  try {
    await backend.open(AbortSignal.timeout(OPEN_WITHIN_MS));
    return backend;
  } catch (error) {
    await backend.dispose();
    throw error;
  }
}
