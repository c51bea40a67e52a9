export type Sqlite = typeof import('node:sqlite');
export type Database = import('node:sqlite').DatabaseSync;
export type Statement = import('node:sqlite').StatementSync;
export type Value = import('node:sqlite').SQLOutputValue;

/** Node's own SQLite where it supports an authorizer, else a package with the same interface for older versions of Node. */
export async function loadSqlite(): Promise<Sqlite> {
  const builtin = await import('node:sqlite').catch(() => undefined);
  if (builtin && 'setAuthorizer' in builtin.DatabaseSync.prototype) return builtin;
  const substitute: unknown = await import('@photostructure/sqlite');
  return substitute as Sqlite;
}
