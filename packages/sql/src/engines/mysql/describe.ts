import type { ColumnDescription, ForeignKey, TableDescription } from '../engine.ts';
import { optional, optionalNumber, text } from '../shared/catalogue.ts';
import { quote } from './lexer.ts';
import type { NamedRow, Reader } from './reader.ts';

const TABLE = `
SELECT table_schema AS \`schema\`, table_name AS name, table_type AS kind, table_rows AS estimate,
  table_comment AS comment, data_length + index_length AS bytes
FROM information_schema.tables WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?`;

function columnsStatement(reader: Reader): string {
  const expression = reader.server.hasGeneratedColumns ? 'generation_expression' : 'NULL';
  return `
SELECT column_name AS name, column_type AS type, is_nullable AS nullable, column_default AS dflt, extra,
  ${expression} AS expression, column_comment AS comment
FROM information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position`;
}

const KEYS = `
SELECT k.constraint_name AS name, k.column_name AS col, k.referenced_table_schema AS ref_schema,
  k.referenced_table_name AS ref_table, k.referenced_column_name AS ref_col, r.delete_rule AS on_delete
FROM information_schema.key_column_usage k LEFT JOIN information_schema.referential_constraints r
  ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
WHERE k.table_schema = ? AND k.table_name = ? ORDER BY k.constraint_name, k.ordinal_position`;

const REFERENCED_BY = `
SELECT table_schema AS \`schema\`, table_name AS name, constraint_name AS \`key\`, column_name AS col
FROM information_schema.key_column_usage WHERE referenced_table_schema = ? AND referenced_table_name = ?
ORDER BY table_schema, table_name, constraint_name, ordinal_position`;

const TRIGGERS = `
SELECT trigger_name AS name, action_timing AS timing, event_manipulation AS event, action_statement AS body
FROM information_schema.triggers WHERE event_object_schema = ? AND event_object_table = ? ORDER BY trigger_name`;

/** MySQL and MariaDB keep the table of a check in different places. */
function checksStatement(reader: Reader): string {
  return reader.server.isMariadb
    ? `SELECT constraint_name AS name, check_clause AS definition FROM information_schema.check_constraints
       WHERE constraint_schema = ? AND table_name = ? ORDER BY constraint_name`
    : `SELECT c.constraint_name AS name, c.check_clause AS definition
       FROM information_schema.check_constraints c JOIN information_schema.table_constraints t
         ON t.constraint_schema = c.constraint_schema AND t.constraint_name = c.constraint_name
       WHERE t.constraint_type = 'CHECK' AND t.table_schema = ? AND t.table_name = ? ORDER BY c.constraint_name`;
}

function toColumn(row: NamedRow): ColumnDescription {
  const extra = text(row.extra);
  const expression = optional(row.expression);
  const kind = /STORED|PERSISTENT/i.test(extra) ? 'stored' : 'virtual';
  const generated = expression
    ? `always as (${expression}) ${kind}`
    : optional(/auto_increment/i.exec(extra)?.[0]);
  const defaultValue = row.dflt === null || row.dflt === 'NULL' ? undefined : text(row.dflt);
  return {
    name: text(row.name),
    type: text(row.type),
    nullable: row.nullable === 'YES',
    default: defaultValue,
    generated,
    comment: optional(row.comment),
  };
}

function groupBy(rows: readonly NamedRow[], key: (row: NamedRow) => string): NamedRow[][] {
  const groups = new Map<string, NamedRow[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups.values()];
}

function toForeignKey(rows: readonly NamedRow[]): ForeignKey {
  const first = rows[0] ?? {};
  const rule = text(first.on_delete).toLowerCase();
  return {
    name: text(first.name),
    columns: rows.map((row) => text(row.col)),
    references: {
      schema: text(first.ref_schema),
      name: text(first.ref_table),
      columns: rows.map((row) => text(row.ref_col)),
    },
    onDelete: rule === '' || rule === 'no action' ? undefined : rule,
  };
}

function toReference(rows: readonly NamedRow[]): TableDescription['referencedBy'][number] {
  const first = rows[0] ?? {};
  return {
    schema: text(first.schema),
    name: text(first.name),
    key: text(first.key),
    columns: rows.map((row) => text(row.col)),
  };
}

function indexPart(row: NamedRow): string {
  const column = row.column_name === null ? `(${text(row.expression)})` : quote(text(row.column_name));
  const length = row.sub_part === null ? '' : `(${text(row.sub_part)})`;
  return `${column}${length}${row.collation === 'D' ? ' DESC' : ''}`;
}

function toIndex(rows: readonly NamedRow[]): TableDescription['indexes'][number] {
  const first = rows[0] ?? {};
  const name = text(first.key_name);
  const unique = Number(first.non_unique) === 0;
  const kind = unique
    ? 'UNIQUE '
    : /FULLTEXT|SPATIAL/.test(text(first.index_type))
      ? `${first.index_type} `
      : '';
  const head = name === 'PRIMARY' ? 'PRIMARY KEY' : `${kind}INDEX ${quote(name)}`;
  return { name, unique, definition: `${head} (${rows.map(indexPart).join(', ')})` };
}

/** One query per kind of object. */
export async function describeTable(
  reader: Reader,
  schema: string | undefined,
  name: string,
): Promise<TableDescription | undefined> {
  const [table] = await reader.named(TABLE, [schema ?? null, name]);
  if (!table) return undefined;
  const own = [text(table.schema), text(table.name)];
  const target = own.map(quote).join('.');
  const isView = /VIEW$/.test(text(table.kind));
  const columns = await reader.named(columnsStatement(reader), own);
  const keys = await reader.named(KEYS, own);
  const indexes = isView ? [] : await reader.named(`SHOW INDEX FROM ${target}`);
  const checks = reader.server.hasChecks ? await reader.named(checksStatement(reader), own) : [];
  const [create] = await reader.named(`SHOW CREATE TABLE ${target}`);
  return {
    schema: text(table.schema),
    name: text(table.name),
    kind: isView ? 'view' : 'table',
    rowEstimate: isView ? undefined : optionalNumber(table.estimate),
    comment: isView ? undefined : optional(table.comment),
    columns: columns.map(toColumn),
    primaryKey: keys.filter((row) => row.name === 'PRIMARY').map((row) => text(row.col)),
    foreignKeys: groupBy(
      keys.filter((row) => row.ref_table !== null),
      (row) => text(row.name),
    ).map(toForeignKey),
    referencedBy: groupBy(await reader.named(REFERENCED_BY, own), (row) =>
      JSON.stringify([row.schema, row.name, row.key]),
    ).map(toReference),
    indexes: groupBy(indexes, (row) => text(row.key_name)).map(toIndex),
    checks: checks.map((row) => ({ name: text(row.name), definition: text(row.definition) })),
    triggers: (await reader.named(TRIGGERS, own)).map((row) => ({
      name: text(row.name),
      definition: `${text(row.timing)} ${text(row.event)} FOR EACH ROW ${text(row.body)}`,
    })),
    ddl: text(create?.['create table'] ?? create?.['create view']),
    bytes: isView ? undefined : optionalNumber(table.bytes),
  };
}
