import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { npmPackages } from '../../test/engines/cache.ts';
import type { ServerAddress } from '../../test/engines/server.ts';

/** An MCP server for databases, and its query call. */
export interface Contender {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  query(sql: string): { readonly name: string; readonly arguments: Record<string, unknown> };
}

const ours = fileURLToPath(new URL('../../packages/sql/bin/dbmole-mcp.mjs', import.meta.url));

export async function contenders(
  database: ServerAddress,
  stateDirectory: string,
): Promise<readonly Contender[]> {
  const dsn = `postgres://${database.user}:${encodeURIComponent(database.password)}@${database.host}:${database.port}/postgres`;
  const dbhub = await npmPackages('dbhub-1.4.0', ['@bytebase/dbhub@1.4.0']);
  const reference = await npmPackages('server-postgres-0.6.2', [
    '@modelcontextprotocol/server-postgres@0.6.2',
  ]);
  const connection = { name: 'bench', type: 'postgres', ...database, database: 'postgres', readonly: true };
  const { version: _, ...entry } = connection;
  return [
    {
      name: 'dbmole-mcp',
      command: [ours],
      env: { MOLEHILL_HOME: stateDirectory, DBMOLE_CONNECTIONS: JSON.stringify([entry]) },
      query: (sql) => ({ name: 'query', arguments: { connection: 'bench', sql } }),
    },
    {
      name: 'dbhub 1.4.0',
      command: [
        join(dbhub, 'node_modules/@bytebase/dbhub/dist/index.js'),
        '--transport',
        'stdio',
        '--dsn',
        `${dsn}?sslmode=disable`,
      ],
      env: {},
      query: (sql) => ({ name: 'execute_sql', arguments: { sql } }),
    },
    {
      name: 'server-postgres 0.6.2',
      command: [join(reference, 'node_modules/@modelcontextprotocol/server-postgres/dist/index.js'), dsn],
      env: {},
      query: (sql) => ({ name: 'query', arguments: { sql } }),
    },
  ];
}

/** Lists the tables of a small SQLite file, whatever the query. */
export function sqliteContender(stateDirectory: string): Contender {
  const file = join(stateDirectory, 'small.db');
  if (!existsSync(file)) fillSqlite(file);
  const connections = [{ name: 'bench', type: 'sqlite', file, readonly: true }];
  return {
    name: 'dbmole-mcp',
    command: [ours],
    env: { MOLEHILL_HOME: stateDirectory, DBMOLE_CONNECTIONS: JSON.stringify(connections) },
    query: () => ({ name: 'list_tables', arguments: { connection: 'bench' } }),
  };
}

function fillSqlite(file: string): void {
  const database = new DatabaseSync(file);
  for (let table = 0; table < 11; table++) {
    database.exec(`create table t${table} (id integer primary key, name text)`);
    database.exec(`insert into t${table} (name) values ('one'), ('two')`);
  }
  database.close();
}
