import type { ObjectKind } from '../engine.ts';

/** Statements about what there is. Names of columns are given anew, since servers spell them differently. */

const SYSTEM = `('information_schema', 'performance_schema', 'mysql', 'sys')`;

/** Without a schema the current one, and without that all that are not the server's own. */
function inSchema(column: string): string {
  return `(CASE WHEN COALESCE(?, DATABASE()) IS NULL THEN LOWER(${column}) NOT IN ${SYSTEM}
    ELSE ${column} = COALESCE(?, DATABASE()) END)`;
}

function like(column: string): string {
  return `(? IS NULL OR LOWER(CONVERT(${column} USING utf8mb4)) LIKE LOWER(CONVERT(? USING utf8mb4)))`;
}

export const SERVER = `
SELECT VERSION() AS version, CURRENT_USER() AS user, DATABASE() AS db, @@global.read_only AS read_only`;

export const GRANTS = 'SHOW GRANTS';

export const DATABASES = `
SELECT s.schema_name AS name, SUM(t.data_length + t.index_length) AS bytes
FROM information_schema.schemata s LEFT JOIN information_schema.tables t ON t.table_schema = s.schema_name
WHERE LOWER(s.schema_name) NOT IN ${SYSTEM}
GROUP BY s.schema_name ORDER BY s.schema_name`;

export const SCHEMAS = `
SELECT schema_name AS name FROM information_schema.schemata
WHERE LOWER(schema_name) NOT IN ${SYSTEM} ORDER BY schema_name`;

const KIND = `CASE WHEN table_type LIKE '%VIEW' THEN 'view' ELSE 'table' END`;

/** Parameters: schema twice, pattern twice, limit, offset */
export const RELATIONS = `
SELECT table_schema AS \`schema\`, table_name AS name, ${KIND} AS kind, table_rows AS estimate, table_comment AS comment
FROM information_schema.tables
WHERE table_type <> 'SEQUENCE' AND ${inSchema('table_schema')} AND ${like('table_name')}
ORDER BY table_schema, table_name LIMIT ? OFFSET ?`;

/** Each takes: schema twice, pattern twice */
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

const ORDER: readonly ObjectKind[] = ['table', 'column', 'index', 'routine'];

/** The names of the columns come from the first part, so there is always one. */
const HEADER = `SELECT 0 AS \`rank\`, '' AS kind, '' AS \`schema\`, '' AS \`table\`, '' AS name, '' AS detail FROM DUAL WHERE 1 = 0`;

/** Parameters: for each kind the four of a search, then limit and offset */
export function searchStatement(kinds: readonly ObjectKind[]): {
  readonly sql: string;
  readonly parts: number;
} {
  const wanted = ORDER.filter((kind) => kinds.includes(kind)).map((kind) => SEARCHES[kind]);
  const union = [HEADER, ...wanted].join('\nUNION ALL\n');
  const sql = `SELECT * FROM (${union}) found ORDER BY \`rank\`, \`schema\`, \`table\`, name, detail LIMIT ? OFFSET ?`;
  return { sql, parts: wanted.length };
}
