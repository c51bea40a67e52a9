import type { DescribedColumn, DescribedTable } from './describe.ts';

/** An identifier is always quoted: then no keyword and no capital letter can surprise. */
export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function columnLine(column: DescribedColumn): string {
  const parts = [quote(column.name), column.type];
  if (column.generated) parts.push(`GENERATED ${column.generated.replace(/^(always|by default) as/, upper)}`);
  if (column.default !== null) parts.push(`DEFAULT ${column.default}`);
  if (!column.nullable) parts.push('NOT NULL');
  return parts.join(' ');
}

function upper(text: string): string {
  return text.toUpperCase();
}

function tableStatement(table: DescribedTable, name: string): string {
  const kind =
    table.relkind === 'f' ? 'FOREIGN TABLE' : table.persistence === 'u' ? 'UNLOGGED TABLE' : 'TABLE';
  const constraints = (table.constraints ?? []).map((k) => `CONSTRAINT ${quote(k.name)} ${k.definition}`);
  const lines = [...(table.columns ?? []).map(columnLine), ...constraints].map((line) => `  ${line}`);
  const [parent] = table.parents ?? [];
  const tail = [
    table.partitionBound === null && table.parents ? ` INHERITS (${table.parents.join(', ')})` : '',
    table.partitionKey ? ` PARTITION BY ${table.partitionKey}` : '',
    table.server ? ` SERVER ${quote(table.server)}` : '',
  ].join('');
  const create = `CREATE ${kind} ${name} (\n${lines.join(',\n')}\n)${tail};`;
  if (table.partitionBound === null || !parent) return create;
  return `${create}\nALTER TABLE ${parent} ATTACH PARTITION ${name} ${table.partitionBound};`;
}

function commentStatements(table: DescribedTable, name: string, kind: string): string[] {
  const columns = (table.columns ?? []).flatMap((column) =>
    column.comment === null
      ? []
      : [`COMMENT ON COLUMN ${name}.${quote(column.name)} IS ${literal(column.comment)};`],
  );
  return table.comment === null
    ? columns
    : [`COMMENT ON ${kind} ${name} IS ${literal(table.comment)};`, ...columns];
}

/** Statements that would make the table again, as far as the catalogue tells. */
export function buildDdl(table: DescribedTable): string {
  const name = `${quote(table.schema)}.${quote(table.name)}`;
  const kind = table.relkind === 'm' ? 'MATERIALIZED VIEW' : table.relkind === 'v' ? 'VIEW' : 'TABLE';
  const create =
    table.view === null
      ? tableStatement(table, name)
      : `CREATE ${kind} ${name} AS\n${table.view.trim().replace(/;$/, '')};`;
  const indexes = (table.indexes ?? [])
    .filter((index) => !index.constraint)
    .map((index) => `${index.definition};`);
  return [create, ...indexes, ...commentStatements(table, name, kind)].join('\n');
}
