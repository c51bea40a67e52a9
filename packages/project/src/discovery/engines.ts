import type { EngineType } from 'dbmole-mcp/engines';

/** What frameworks, drivers and images call the engines that are spoken here. */
const NAMES: Readonly<Record<string, EngineType>> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  postgresql_psycopg2: 'postgres',
  pgsql: 'postgres',
  pg: 'postgres',
  pgnative: 'postgres',
  postgis: 'postgres',
  timescaledb: 'postgres',
  'timescaledb-ha': 'postgres',
  pgvector: 'postgres',
  'aurora-postgres': 'postgres',
  mysql: 'mysql',
  mysql2: 'mysql',
  'mysql-server': 'mysql',
  trilogy: 'mysql',
  mariadb: 'mysql',
  percona: 'mysql',
  'percona-server': 'mysql',
  'aurora-mysql': 'mysql',
  sqlite: 'sqlite',
  sqlite3: 'sqlite',
  'better-sqlite3': 'sqlite',
  spatialite: 'sqlite',
};

/** Nothing for an engine that is not spoken. `django.db.backends.sqlite3` and `mysql+pymysql` are understood. */
export function engineNamed(name: string): EngineType | undefined {
  const word = name.toLowerCase().split('.').at(-1)?.replace(/\+.*$/, '') ?? '';
  return Object.hasOwn(NAMES, word) ? NAMES[word] : undefined;
}

/** Where nothing else says which engine it is, the usual port does. */
export function engineOnPort(port: unknown): EngineType | undefined {
  if (Number(port) === 5432) return 'postgres';
  return Number(port) === 3306 ? 'mysql' : undefined;
}
