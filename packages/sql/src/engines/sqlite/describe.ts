import type { Cell, ColumnDescription, ForeignKey, TableDescription } from '../engine.ts';
import { optionalText, type Read, type Rows, rowEstimates, SCHEMA, text } from './read.ts';
import { readTableSql, type TableSql } from './table-sql.ts';

const TABLE = `
  SELECT t.name, t.type, t.wr, s.sql FROM pragma_table_list AS t
  LEFT JOIN sqlite_schema AS s ON s.name = t.name AND s.type IN ('table', 'view')
  WHERE t.schema = 'main' AND t.name = ? COLLATE NOCASE`;

const COLUMNS = `
  SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?, 'main') ORDER BY cid`;

/** Keys in both directions, one row per column. A key that names no columns points at the primary key. */
const KEYS = `
  SELECT t.name, f.id, f."from",
    f."table", coalesce(f."to", (SELECT p.name FROM pragma_table_info(f."table") AS p WHERE p.pk = f.seq + 1)),
    f.on_delete, s.sql
  FROM pragma_table_list AS t
  JOIN pragma_foreign_key_list(t.name, t.schema) AS f
  JOIN sqlite_schema AS s ON s.name = t.name AND s.type = 'table'
  WHERE t.schema = 'main' AND (t.name = ?1 OR f."table" = ?1 COLLATE NOCASE)
  ORDER BY t.name, f.id DESC, f.seq`;

const INDEXES = `
  SELECT i.name, i."unique", i.origin, s.sql,
    (SELECT group_concat(coalesce(c.name, 'rowid'), ', ' ORDER BY c.seqno) FROM pragma_index_info(i.name) AS c)
  FROM pragma_index_list(?, 'main') AS i
  LEFT JOIN sqlite_schema AS s ON s.name = i.name AND s.type = 'index'
  ORDER BY i.name`;

const TRIGGERS = `
  SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE ORDER BY name`;

/** Counting the pages of a table means reading all of them, so this is asked of small databases only. */
const SIZE = `
  SELECT CASE WHEN (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) <= ?2
    THEN (SELECT sum(pgsize) FROM dbstat('main', 1) WHERE name IN
      (SELECT ?1 UNION ALL SELECT name FROM pragma_index_list(?1, 'main'))) END`;
const COUNTABLE_BYTES = 64 * 1024 * 1024;

export async function describeTable(
  read: Read,
  given: string,
  signal: AbortSignal,
): Promise<TableDescription | undefined> {
  const [table] = await read(TABLE, [given], signal);
  if (!table) return undefined;
  const name = text(table[0]);
  const view = table[1] === 'view';
  const sql = optionalText(table[3]);
  const parsed = readTableSql(view ? undefined : sql);
  const columns = await read(COLUMNS, [name], signal);
  const keys = readKeys(await read(KEYS, [name], signal));
  const [size] = view ? [] : await read(SIZE, [name, COUNTABLE_BYTES], signal);
  return {
    schema: SCHEMA,
    name,
    kind: view ? 'view' : 'table',
    rowEstimate: (await rowEstimates(read, signal)).get(name),
    comment: undefined,
    columns: columns.map((row) => toColumn(row, columns, parsed)),
    primaryKey: primaryKey(columns),
    foreignKeys: keys.filter(({ table }) => table === name).map(({ key }) => key),
    referencedBy: keys.filter(({ key }) => sameName(key.references.name, name)).map(toReference),
    indexes: (await read(INDEXES, [name], signal)).map(toIndex),
    checks: parsed.checks,
    triggers: (await read(TRIGGERS, [name], signal)).map(([trigger, definition]) => ({
      name: text(trigger),
      definition: text(definition),
    })),
    ddl: sql ?? '',
    bytes: typeof size?.[0] === 'number' ? size[0] : undefined,
  };
}

const HIDDEN = { byModule: 1, virtual: 2, stored: 3 };

function toColumn(row: readonly Cell[], all: Rows, { generated }: TableSql): ColumnDescription {
  const [name, type, notNull, byDefault, , hidden] = row;
  return {
    name: text(name),
    type: text(type),
    nullable: notNull === 0 && !isRowid(row, all),
    default: optionalText(byDefault),
    generated: howGenerated(hidden, generated.get(text(name).toLowerCase())),
    comment: undefined,
  };
}

function howGenerated(hidden: Cell | undefined, expression: string | undefined): string | undefined {
  if (hidden === HIDDEN.byModule) return 'hidden';
  if (hidden === HIDDEN.virtual) return `${expression ?? ''} VIRTUAL`.trim();
  return hidden === HIDDEN.stored ? `${expression ?? ''} STORED`.trim() : undefined;
}

/** A lone INTEGER PRIMARY KEY is the number of the row: it is never null, whatever the pragma says. */
function isRowid(row: readonly Cell[], all: Rows): boolean {
  return row[4] === 1 && text(row[1]).toUpperCase() === 'INTEGER' && primaryKey(all).length === 1;
}

function primaryKey(columns: Rows): string[] {
  return columns
    .filter((row) => Number(row[4]) > 0)
    .sort((a, b) => Number(a[4]) - Number(b[4]))
    .map((row) => text(row[0]));
}

interface Key {
  readonly table: string;
  readonly key: ForeignKey;
}

/** Puts the columns of a key together again. */
function readKeys(rows: Rows): Key[] {
  const groups = new Map<string, (readonly Cell[])[]>();
  for (const row of rows) {
    const key = `${row[1]} ${text(row[0])}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map(toKey);
}

function toKey(rows: Rows): Key {
  const [table, id, , target, , onDelete, sql] = rows[0] ?? [];
  const columns = rows.map((row) => text(row[2]));
  return {
    table: text(table),
    key: {
      name: keyName(optionalText(sql), Number(id)) ?? `foreign key (${columns.join(', ')})`,
      columns,
      references: { schema: SCHEMA, name: text(target), columns: rows.map((row) => text(row[4])) },
      onDelete: optionalText(onDelete),
    },
  };
}

/** SQLite numbers keys from the last one declared. */
function keyName(sql: string | undefined, id: number): string | undefined {
  const { foreignKeys } = readTableSql(sql);
  return foreignKeys[foreignKeys.length - 1 - id];
}

function toReference({ table, key }: Key): TableDescription['referencedBy'][number] {
  return { schema: SCHEMA, name: table, columns: key.columns, key: key.name };
}

function toIndex([name, unique, origin, sql, columns]: readonly Cell[]): TableDescription['indexes'][number] {
  const kind = origin === 'pk' ? 'PRIMARY KEY' : 'UNIQUE';
  return {
    name: text(name),
    unique: unique === 1,
    definition: optionalText(sql) ?? `${kind} (${text(columns)})`,
  };
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
