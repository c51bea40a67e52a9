export type Sqlite = typeof import('node:sqlite');
export type Database = import('node:sqlite').DatabaseSync;
export type Statement = import('node:sqlite').StatementSync;
export type Value = import('node:sqlite').SQLOutputValue;
export type Input = import('node:sqlite').SQLInputValue;

/** Node's own SQLite where it can ask an authorizer, else the package that has the same interface on older Nodes. */
export async function loadSqlite(): Promise<Sqlite> {
  const builtin = await import('node:sqlite').catch(() => undefined);
  if (builtin && 'setAuthorizer' in builtin.DatabaseSync.prototype) return builtin;
  const substitute: unknown = await import('@photostructure/sqlite');
  return substitute as Sqlite;
}
