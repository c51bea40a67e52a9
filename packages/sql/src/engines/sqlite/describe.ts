import { isMolehillError } from '@molehill/core/errors';
import type { Cell, ColumnDescription, ForeignKey, TableDescription } from '../engine.ts';
import { optional, text } from '../shared/catalogue.ts';
import { readTableSql, type TableSql } from './table-sql.ts';

type Row = readonly Cell[];

/** Runs a catalogue query. */
export type Read = (sql: string, params: readonly unknown[], signal: AbortSignal) => Promise<readonly Row[]>;

/** The only schema: a connection uses its own file only. */
export const SCHEMA = 'main';

const TABLE = `
  SELECT t.name, t.type, t.wr, s.sql FROM pragma_table_list AS t
  LEFT JOIN sqlite_schema AS s ON s.name = t.name AND s.type IN ('table', 'view')
  WHERE t.schema = 'main' AND t.name = ? COLLATE NOCASE`;

const COLUMNS = `
  SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?, 'main') ORDER BY cid`;

/** Keys in both directions. A key that names no columns references the primary key. */
const KEYS = `
  SELECT t.name, f.id, json_group_array(f."from" ORDER BY f.seq), f."table",
    json_group_array(coalesce(f."to",
      (SELECT p.name FROM pragma_table_info(f."table") AS p WHERE p.pk = f.seq + 1)) ORDER BY f.seq),
    f.on_delete, s.sql
  FROM pragma_table_list AS t
  JOIN pragma_foreign_key_list(t.name, t.schema) AS f
  JOIN sqlite_schema AS s ON s.name = t.name AND s.type = 'table'
  WHERE t.schema = 'main' AND (t.name = ?1 OR f."table" = ?1 COLLATE NOCASE)
  GROUP BY t.name, f.id ORDER BY t.name, f.id DESC`;

const INDEXES = `
  SELECT i.name, i."unique", i.origin, s.sql,
    (SELECT group_concat(coalesce(c.name, 'rowid'), ', ' ORDER BY c.seqno) FROM pragma_index_info(i.name) AS c)
  FROM pragma_index_list(?, 'main') AS i
  LEFT JOIN sqlite_schema AS s ON s.name = i.name AND s.type = 'index'
  ORDER BY i.name`;

const TRIGGERS = `
  SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE ORDER BY name`;

/** Counting the pages of a table reads all of them, so only small databases are measured. */
const SIZE = `
  SELECT CASE WHEN (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) <= ?2
    THEN (SELECT sum(pgsize) FROM dbstat('main', 1) WHERE name IN
      (SELECT ?1 UNION ALL SELECT name FROM pragma_index_list(?1, 'main'))) END`;
const COUNTABLE_BYTES = 64 * 1024 * 1024;

export async function describeTable(
  read: Read,
  wanted: string,
  signal: AbortSignal,
): Promise<TableDescription | undefined> {
  const [table] = await read(TABLE, [wanted], signal);
  if (!table) return undefined;
  const name = text(table[0]);
  const isView = table[1] === 'view';
  const sql = optional(table[3]);
  const parsed = readTableSql(isView ? undefined : sql);
  const columns = await read(COLUMNS, [name], signal);
  const primaryKey = primaryKeyOf(columns);
  const keys = (await read(KEYS, [name], signal)).map(toKey);
  const [size] = isView ? [] : await read(SIZE, [name, COUNTABLE_BYTES], signal);
  const triggers = await read(TRIGGERS, [name], signal);
  return {
    schema: SCHEMA,
    name,
    kind: isView ? 'view' : 'table',
    rowEstimate: (await rowEstimates(read, signal)).get(name),
    columns: columns.map((row) => toColumn(row, primaryKey, parsed)),
    primaryKey,
    foreignKeys: keys.filter(({ table }) => table === name).map(({ key }) => key),
    referencedBy: keys
      .filter(({ key }) => key.references.name.toLowerCase() === name.toLowerCase())
      .map(({ table, key }) => ({ schema: SCHEMA, name: table, columns: key.columns, key: key.name })),
    indexes: (await read(INDEXES, [name], signal)).map(toIndex),
    checks: parsed.checks,
    triggers: triggers.map(([name, definition]) => ({ name: text(name), definition: text(definition) })),
    ddl: sql ?? '',
    bytes: typeof size?.[0] === 'number' ? size[0] : undefined,
  };
}

function primaryKeyOf(columns: readonly Row[]): string[] {
  return columns
    .filter((row) => Number(row[4]) > 0)
    .sort((a, b) => Number(a[4]) - Number(b[4]))
    .map((row) => text(row[0]));
}

const STORAGE: Readonly<Record<number, string>> = { 2: 'VIRTUAL', 3: 'STORED' };

function toColumn(row: Row, primaryKey: readonly string[], { generated }: TableSql): ColumnDescription {
  const [name, type, notNull, byDefault, key, hidden] = row;
  // A lone INTEGER PRIMARY KEY is the rowid, which is never null although the pragma says so.
  const isRowid = key === 1 && text(type).toUpperCase() === 'INTEGER' && primaryKey.length === 1;
  const storage = STORAGE[Number(hidden)];
  const expression = generated.get(text(name).toLowerCase()) ?? '';
  return {
    name: text(name),
    type: text(type),
    nullable: notNull === 0 && !isRowid,
    default: optional(byDefault),
    generated: storage ? `${expression} ${storage}`.trim() : hidden === 1 ? 'hidden' : undefined,
  };
}

function toKey([table, id, from, target, to, onDelete, sql]: Row) {
  const columns = names(from);
  const references = { schema: SCHEMA, name: text(target), columns: names(to) };
  // SQLite numbers keys from the last one declared.
  const declared = readTableSql(optional(sql)).foreignKeys.at(-1 - Number(id));
  const name = declared ?? `foreign key (${columns.join(', ')})`;
  const key: ForeignKey = { name, columns, references, onDelete: optional(onDelete) };
  return { table: text(table), key };
}

function names(json: Cell | undefined): string[] {
  const list: unknown = JSON.parse(text(json));
  return Array.isArray(list) ? list.map((name) => String(name ?? '')) : [];
}

function toIndex([name, unique, origin, sql, columns]: Row): TableDescription['indexes'][number] {
  const kind = origin === 'pk' ? 'PRIMARY KEY' : 'UNIQUE';
  return {
    name: text(name),
    unique: unique === 1,
    definition: optional(sql) ?? `${kind} (${text(columns)})`,
  };
}

/** Row counts of the last ANALYZE. A database that was never analysed has no such table. */
export async function rowEstimates(read: Read, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  try {
    const sql = 'SELECT tbl, max(CAST(stat AS INTEGER)) FROM sqlite_stat1 GROUP BY tbl';
    const rows = await read(sql, [], signal);
    return new Map(rows.map(([table, count]) => [text(table), Number(count)]));
  } catch (error) {
    if (isMolehillError(error) && error.code === 'E_NO_SUCH_TABLE') return new Map();
    throw error;
  }
}
