import type { Cell, ForeignKey, SqlCatalogue, TableDescription } from '../../engines/engine.ts';

type Read = (
  sql: string,
  params: readonly unknown[],
  signal: AbortSignal,
) => Promise<readonly (readonly Cell[])[]>;

const RELATIONS = `SELECT schema_name AS s, table_name AS n, 'table' AS kind, estimated_size AS size, comment, sql
  FROM duckdb_tables() WHERE NOT internal
  UNION ALL SELECT schema_name, view_name, 'view', NULL, comment, sql FROM duckdb_views() WHERE NOT internal`;

const OBJECTS = `SELECT 'table' AS kind, s, NULL AS t, n, kind AS detail FROM (${RELATIONS})
  UNION ALL SELECT 'column', schema_name, table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal
  UNION ALL SELECT 'index', schema_name, table_name, index_name, sql FROM duckdb_indexes()`;

const COLUMNS = `SELECT schema_name, table_name, column_name, data_type, is_nullable, column_default
  FROM duckdb_columns() WHERE NOT internal ORDER BY column_index`;

export function createCatalogue(read: Read): SqlCatalogue {
  return {
    databases: async (signal) => {
      const rows = await read('SELECT database_name FROM duckdb_databases() WHERE NOT internal', [], signal);
      return rows.map(([name]) => ({ name: String(name), bytes: undefined }));
    },
    schemas: async (signal) => {
      const sql =
        "SELECT DISTINCT schema_name FROM duckdb_schemas() WHERE schema_name NOT LIKE 'pg_%' ORDER BY 1";
      const rows = await read(sql, [], signal);
      return rows.map(([name]) => ({ name: String(name), comment: undefined }));
    },
    relations: async ({ schema = null, pattern = '%', limit, offset }, signal) => {
      const sql = `SELECT s, n, kind, size, comment FROM (${RELATIONS})
        WHERE s = coalesce($1::VARCHAR, s) AND n ILIKE $2 ORDER BY s, n LIMIT ${limit} OFFSET ${offset}`;
      return (await read(sql, [schema, pattern], signal)).map(relationOf);
    },
    describe: (table, signal) => describe(read, table, signal),
    search: async (kinds, { schema = null, pattern = '%', limit, offset }, signal) => {
      const sql = `SELECT kind, s, t, n, detail FROM (${OBJECTS}) WHERE list_contains($1::VARCHAR::JSON::VARCHAR[], kind)
        AND s = coalesce($2::VARCHAR, s) AND n ILIKE $3 ORDER BY ALL LIMIT ${limit} OFFSET ${offset}`;
      const rows = await read(sql, [JSON.stringify(kinds), schema, pattern], signal);
      return rows.map(([kind, s, table, name, detail]) => ({
        kind: kinds.find((known) => known === kind) ?? 'table',
        schema: String(s),
        table: optional(table),
        name: String(name),
        detail: optional(detail),
      }));
    },
  };
}

function relationOf([schema, name, kind, size, comment]: readonly Cell[]) {
  return {
    schema: String(schema),
    name: String(name),
    kind: kind === 'view' ? ('view' as const) : ('table' as const),
    rowEstimate: typeof size === 'number' ? size : undefined,
    comment: optional(comment),
  };
}

const OF = 'WHERE schema_name = $1 AND table_name = $2';

async function describe(
  read: Read,
  { schema = 'main', name }: { readonly schema?: string | undefined; readonly name: string },
  signal: AbortSignal,
): Promise<TableDescription | undefined> {
  const rows = (sql: string) => read(sql, [schema, name], signal);
  const [relation] = await rows(`SELECT * FROM (${RELATIONS}) WHERE s = $1 AND n = $2`);
  if (!relation) return undefined;
  const indexes = await rows(`SELECT index_name, is_unique, sql FROM duckdb_indexes() ${OF}`);
  return {
    ...relationOf(relation),
    columns: (await rows(`SELECT * FROM (${COLUMNS}) ${OF}`)).map(([, , column, type, nullable, value]) => ({
      ...{ name: String(column), type: String(type), nullable: nullable === true, default: optional(value) },
      ...{ generated: undefined, comment: undefined },
    })),
    ...(await describeConstraints(rows, schema)),
    indexes: indexes.map(([index, unique, sql]) => ({
      ...{ name: String(index), unique: unique === true, definition: String(sql) },
    })),
    triggers: [],
    ddl: String(relation[5]),
    bytes: undefined,
  };
}

async function describeConstraints(rows: (sql: string) => ReturnType<Read>, schema: string) {
  const constraints = await rows(
    `SELECT constraint_type, constraint_name, constraint_column_names, referenced_table, referenced_column_names, constraint_text
      FROM duckdb_constraints() ${OF}`,
  );
  const referencing = await rows(
    `SELECT schema_name, table_name, constraint_column_names, constraint_name FROM duckdb_constraints()
      WHERE constraint_type = 'FOREIGN KEY' AND schema_name = $1 AND referenced_table = $2`,
  );
  const ofType = (type: string) => constraints.filter((constraint) => constraint[0] === type);
  return {
    primaryKey: names(ofType('PRIMARY KEY')[0]?.[2]),
    foreignKeys: ofType('FOREIGN KEY').map((key) => foreignKeyOf(key, schema)),
    referencedBy: referencing.map(([s, table, columns, key]) => ({
      ...{ schema: String(s), name: String(table), columns: names(columns), key: String(key) },
    })),
    checks: ofType('CHECK').map((check) => ({ name: String(check[1]), definition: String(check[5]) })),
  };
}

function foreignKeyOf([, name, columns, table, referenced]: readonly Cell[], schema: string): ForeignKey {
  return {
    name: String(name),
    columns: names(columns),
    references: { schema, name: String(table), columns: names(referenced) },
    onDelete: undefined,
  };
}

function names(cell: Cell | undefined): string[] {
  return Array.isArray(cell) ? cell.map(String) : [];
}

function optional(cell: Cell | undefined): string | undefined {
  return typeof cell === 'string' ? cell : undefined;
}
