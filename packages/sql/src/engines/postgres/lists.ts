import type { ListFilter } from '../engine.ts';
import type { CatalogueQueries } from '../shared/catalogue.ts';

/** Excludes the server's own schemas. */
const OWN_SCHEMA = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;

export const KIND = `CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'matview' ELSE 'table' END`;
export const RELATION_KINDS = `c.relkind IN ('r', 'p', 'f', 'v', 'm')`;

/** The planner's estimate, or the statistics' count of a table that was never analysed. */
export const ROW_ESTIMATE = `CASE
  WHEN c.relkind IN ('v', 'f') THEN NULL
  WHEN c.reltuples > 0 THEN c.reltuples::bigint
  WHEN c.relkind = 'p' THEN NULL
  ELSE pg_catalog.pg_stat_get_live_tuples(c.oid) END`;

export const SERVER = `
SELECT pg_catalog.current_setting('server_version'), current_user, pg_catalog.current_database(), r.rolsuper,
  NOT pg_catalog.pg_is_in_recovery() AND (
    r.rolsuper
    OR pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE')
    OR EXISTS (SELECT FROM pg_catalog.pg_namespace n
      WHERE ${OWN_SCHEMA} AND pg_catalog.has_schema_privilege(n.oid, 'CREATE'))
    OR EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE ${OWN_SCHEMA} AND c.relkind IN ('r', 'p', 'f', 'v')
        AND pg_catalog.has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')))
FROM pg_catalog.pg_roles r WHERE r.rolname = current_user`;

const DATABASES = `
SELECT d.datname,
  CASE WHEN pg_catalog.has_database_privilege(d.oid, 'CONNECT') THEN pg_catalog.pg_database_size(d.oid) END
FROM pg_catalog.pg_database d WHERE d.datallowconn AND NOT d.datistemplate ORDER BY 1`;

const SCHEMAS = `
SELECT n.nspname, pg_catalog.obj_description(n.oid, 'pg_namespace')
FROM pg_catalog.pg_namespace n WHERE ${OWN_SCHEMA} ORDER BY 1`;

/** $1 schema or null, $2 pattern or null, $3 limit, $4 offset */
const RELATIONS = `
SELECT n.nspname, c.relname, ${KIND}, ${ROW_ESTIMATE}, pg_catalog.obj_description(c.oid, 'pg_class')
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE ${RELATION_KINDS} AND ${inSchema('$1')} AND ${like('c.relname', '$2')}
ORDER BY 1, 2 LIMIT $3::bigint OFFSET $4::bigint`;

/** $1 kinds, $2 schema or null, $3 pattern or null, $4 limit, $5 offset */
const SEARCH = `
SELECT kind, schema, "table", name, detail FROM (
  SELECT 1 AS rank, 'table' AS kind, n.nspname AS schema, NULL::name AS "table", c.relname AS name, ${KIND} AS detail
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE 'table' = ANY ($1::text[]) AND ${RELATION_KINDS} AND ${inSchema('$2')} AND ${like('c.relname', '$3')}
UNION ALL
  SELECT 2, 'column', n.nspname, c.relname, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)
  FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE 'column' = ANY ($1::text[]) AND a.attnum > 0 AND NOT a.attisdropped AND ${RELATION_KINDS}
    AND ${inSchema('$2')} AND ${like('a.attname', '$3')}
UNION ALL
  SELECT 3, 'index', n.nspname, c.relname, i.relname, pg_catalog.pg_get_indexdef(i.oid)
  FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
    JOIN pg_catalog.pg_class c ON c.oid = x.indrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE 'index' = ANY ($1::text[]) AND ${inSchema('$2')} AND ${like('i.relname', '$3')}
UNION ALL
  SELECT 4, 'routine', n.nspname, NULL, p.proname, concat(
    CASE p.prokind WHEN 'p' THEN 'procedure' WHEN 'a' THEN 'aggregate' WHEN 'w' THEN 'window function' ELSE 'function' END,
    ' (', pg_catalog.pg_get_function_identity_arguments(p.oid), ')', ' returns ' || pg_catalog.pg_get_function_result(p.oid))
  FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  WHERE 'routine' = ANY ($1::text[]) AND ${inSchema('$2')} AND ${like('p.proname', '$3')}
) found ORDER BY rank, schema, "table" NULLS FIRST, name, detail LIMIT $4::bigint OFFSET $5::bigint`;

function inSchema(parameter: string): string {
  return `CASE WHEN ${parameter}::text IS NULL THEN ${OWN_SCHEMA} ELSE n.nspname = ${parameter}::text END`;
}

function like(column: string, parameter: string): string {
  return `(${parameter}::text IS NULL OR ${column} ILIKE ${parameter}::text)`;
}

function page({ schema, pattern, limit, offset }: ListFilter): unknown[] {
  return [schema ?? null, pattern ?? null, limit, offset];
}

export const LISTS: CatalogueQueries = {
  databases: DATABASES,
  schemas: SCHEMAS,
  relations: (filter) => ({ sql: RELATIONS, params: page(filter) }),
  search: (kinds, filter) => ({ sql: SEARCH, params: [kinds, ...page(filter)] }),
};
