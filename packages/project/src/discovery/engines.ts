import { ConnectionDefinitions } from 'dbmole-mcp/definitions';
import type { Engine } from 'dbmole-mcp/engines';
import { builtInEngines } from 'dbmole-mcp/engines/registry';

export const definitions = new ConnectionDefinitions(builtInEngines);

/** Engines that projects use and that cannot be opened, by what their names contain. */
const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/(^|[^y])sql-?server|sqlsrv|mssql|sql-edge/, 'SQL Server'],
  [/mongo/, 'MongoDB'],
  [/^(jdbc:)?h2$/, 'H2'],
  [/oracle/, 'Oracle'],
  [/hsqldb/, 'HSQLDB'],
  [/derby/, 'Derby'],
  [/^db2/, 'Db2'],
  [/cockroach/, 'CockroachDB'],
  [/libsql|turso/, 'libSQL'],
  [/clickhouse/, 'ClickHouse'],
  [/snowflake/, 'Snowflake'],
  [/firebird/, 'Firebird'],
  [/cassandra|scylla/, 'Cassandra'],
  [/surrealdb/, 'SurrealDB'],
];

/** The name under which people know an engine that is not supported. */
export function titleOf(name: string): string {
  return unsupportedNamed(name) ?? name;
}

export function unsupportedNamed(name: string): string | undefined {
  const text = name.toLowerCase();
  return UNSUPPORTED.find(([pattern]) => pattern.test(text))?.[1];
}

/** Drivers and adapters whose names contain the engine: `pdo_pgsql`, `Ecto.Adapters.Postgres`, `Npgsql`. */
const CONTAINED: readonly (readonly [RegExp, string])[] = [
  [/postgre|postgis|pgsql|psycopg|pgvector|pgvecto|^pgx?$|timescale|neon|^citus/, 'postgres'],
  [/mysql|mariadb|myxql|percona/, 'mysql'],
  [/sqlite/, 'sqlite'],
];

/** Undefined for an engine that is not supported. Accepts `django.db.backends.sqlite3` and `mysql+pymysql`. */
export function engineNamed(name: string): Engine | undefined {
  const text = name.toLowerCase().replace(/\+.*$/, '');
  if (unsupportedNamed(text) !== undefined) return undefined;
  const exact = builtInEngines.named(text.split('.').at(-1) ?? '');
  const type = CONTAINED.find(([pattern]) => pattern.test(text))?.[1];
  return exact ?? (type === undefined ? undefined : builtInEngines.get(type));
}

/** Programs around a database, whose images are named after it. */
const TOOL_IMAGE = /exporter|backup|admin|bouncer|pgpool|proxy|operator|client|migrat|adminer|metabase|pgweb/;

/** `registry/owner/name:tag@digest`: by the name, or else by the owner. An image without a server has no port. */
export function engineOfImage(image: string): Engine | { readonly unsupported: string } | undefined {
  const parts = image
    .toLowerCase()
    .replace(/@.*$/, '')
    .replace(/:[^/]*$/, '')
    .split('/')
    .slice(-2)
    .reverse();
  if (parts.some((part) => TOOL_IMAGE.test(part))) return undefined;
  const unsupported = parts.map(unsupportedNamed).find((found) => found !== undefined);
  if (unsupported !== undefined) return { unsupported };
  const engine = parts.map(engineNamed).find((found) => found !== undefined);
  return engine?.defaultPort === undefined ? undefined : engine;
}

/** The engine whose default port this is, for a definition that names no engine. */
export function engineOnPort(port: unknown): Engine | undefined {
  return builtInEngines.engines.find(({ defaultPort }) => defaultPort === Number(port));
}

/** The engine whose databases are files. */
export function fileEngine(): Engine | undefined {
  return builtInEngines.engines.find(isFileEngine);
}

export function isFileEngine({ schema }: Engine): boolean {
  return 'file' in schema.shape;
}
