import type { Dialect, SqlBackend, SqlTarget } from '../engine.ts';
import { SqliteBackend } from './backend.ts';
import { classifyError } from './errors.ts';
import { sqliteGuard } from './guard/guard.ts';

const OPEN_WITHIN_MS = 20_000;

export const sqliteDialect: Dialect = {
  type: 'sqlite',
  defaultPort: undefined,
  guard: sqliteGuard,
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  open,
  classifyError,
};

/** A file that is missing or not a database fails here and not at the first statement. */
async function open({ config }: SqlTarget): Promise<SqlBackend> {
  if (config.type !== 'sqlite') throw new Error(`a connection of type ${config.type} is not for SQLite`);
  const backend = new SqliteBackend(config);
  try {
    await backend.open(AbortSignal.timeout(OPEN_WITHIN_MS));
    return backend;
  } catch (error) {
    await backend.dispose();
    throw error;
  }
}
