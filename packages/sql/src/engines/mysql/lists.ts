import type { ListFilter, ObjectKind } from '../engine.ts';
import type { CatalogueQueries } from '../shared/catalogue.ts';

const SYSTEM = `('information_schema', 'performance_schema', 'mysql', 'sys')`;

/** Defaults to the current schema, and without one to all but the server's own. */
function inSchema(column: string): string {
  return `(CASE WHEN COALESCE(?, DATABASE()) IS NULL THEN LOWER(${column}) NOT IN ${SYSTEM}
    ELSE ${column} = COALESCE(?, DATABASE()) END)`;
}

function like(column: string): string {
  return `(? IS NULL OR LOWER(CONVERT(${column} USING utf8mb4)) LIKE LOWER(CONVERT(? USING utf8mb4)))`;
}

/** The parameters of inSchema and like. */
function conditions({ schema, pattern }: ListFilter): unknown[] {
  return [schema, schema, pattern, pattern].map((value) => value ?? null);
}

export const SERVER = `
SELECT VERSION() AS version, CURRENT_USER() AS user, DATABASE() AS db, @@global.read_only AS read_only`;

const DATABASES = `
SELECT s.schema_name, SUM(t.data_length + t.index_length)
FROM information_schema.schemata s LEFT JOIN information_schema.tables t ON t.table_schema = s.schema_name
WHERE LOWER(s.schema_name) NOT IN ${SYSTEM}
GROUP BY s.schema_name ORDER BY s.schema_name`;

/** A schema is a database; not all servers have comments on them. */
const SCHEMAS = `
SELECT schema_name FROM information_schema.schemata
WHERE LOWER(schema_name) NOT IN ${SYSTEM} ORDER BY schema_name`;

const IS_VIEW = `table_type LIKE '%VIEW'`;
const KIND = `CASE WHEN ${IS_VIEW} THEN 'view' ELSE 'table' END`;

const RELATIONS = `
SELECT table_schema, table_name, ${KIND}, CASE WHEN ${IS_VIEW} THEN NULL ELSE table_rows END,
  CASE WHEN ${IS_VIEW} THEN NULL ELSE table_comment END
FROM information_schema.tables
WHERE table_type <> 'SEQUENCE' AND ${inSchema('table_schema')} AND ${like('table_name')}
ORDER BY table_schema, table_name LIMIT ? OFFSET ?`;

const SEARCHES: Readonly<Record<ObjectKind, string>> = {
  table: `SELECT 1 AS \`rank\`, 'table' AS kind, table_schema AS \`schema\`, NULL AS \`table\`, table_name AS name,
      ${KIND} AS detail
    FROM information_schema.tables WHERE table_type <> 'SEQUENCE' AND ${inSchema('table_schema')} AND ${like('table_name')}`,
  column: `SELECT 2, 'column', table_schema, table_name, column_name, CAST(column_type AS CHAR)
    FROM information_schema.columns WHERE ${inSchema('table_schema')} AND ${like('column_name')}`,
  index: `SELECT DISTINCT 3, 'index', table_schema, table_name, index_name, index_type
    FROM information_schema.statistics WHERE ${inSchema('table_schema')} AND ${like('index_name')}`,
  routine: `SELECT 4, 'routine', routine_schema, NULL, routine_name,
      CONCAT(LOWER(routine_type), COALESCE(CONCAT(' returns ', CAST(dtd_identifier AS CHAR)), ''))
    FROM information_schema.routines WHERE ${inSchema('routine_schema')} AND ${like('routine_name')}`,
};

/** The first part of a UNION names its columns, so there is always one. */
const HEADER = `SELECT 0 AS \`rank\`, '' AS kind, '' AS \`schema\`, '' AS \`table\`, '' AS name, '' AS detail FROM DUAL WHERE 1 = 0`;

export const LISTS: CatalogueQueries = {
  databases: DATABASES,
  schemas: SCHEMAS,
  relations: (filter) => ({
    sql: RELATIONS,
    params: [...conditions(filter), filter.limit, filter.offset],
  }),
  search: (wanted, filter) => {
    const kinds = [...new Set(wanted)];
    const union = [HEADER, ...kinds.map((kind) => SEARCHES[kind])].join('\nUNION ALL\n');
    return {
      sql: `SELECT kind, \`schema\`, \`table\`, name, detail FROM (${union}) found
ORDER BY \`rank\`, \`schema\`, \`table\`, name, detail LIMIT ? OFFSET ?`,
      params: [...kinds.flatMap(() => conditions(filter)), filter.limit, filter.offset],
    };
  },
};
