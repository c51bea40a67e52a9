import type { ColumnDescription } from '../engine.ts';
import type { DescribedTable } from './describe.ts';

/** Always quotes: a bare identifier may be a keyword or contain capitals. */
export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

function columnLine(column: ColumnDescription): string {
  const parts = [quote(column.name), column.type];
  if (column.generated)
    parts.push(
      `GENERATED ${column.generated.replace(/^(always|by default) as/, (text) => text.toUpperCase())}`,
    );
  if (column.default !== undefined) parts.push(`DEFAULT ${column.default}`);
  if (!column.nullable) parts.push('NOT NULL');
  return parts.join(' ');
}

function tableStatement(table: DescribedTable, name: string): string {
  const kind =
    table.relkind === 'f' ? 'FOREIGN TABLE' : table.persistence === 'u' ? 'UNLOGGED TABLE' : 'TABLE';
  const constraints = table.constraints.map((k) => `CONSTRAINT ${quote(k.name)} ${k.definition}`);
  const lines = [...table.description.columns.map(columnLine), ...constraints].map((line) => `  ${line}`);
  const [parent] = table.parents;
  const isPartition = table.partitionBound !== undefined && parent !== undefined;
  const tail = [
    parent !== undefined && !isPartition ? ` INHERITS (${table.parents.join(', ')})` : '',
    table.partitionKey ? ` PARTITION BY ${table.partitionKey}` : '',
    table.server ? ` SERVER ${quote(table.server)}` : '',
  ].join('');
  const create = `CREATE ${kind} ${name} (\n${lines.join(',\n')}\n)${tail};`;
  return isPartition
    ? `${create}\nALTER TABLE ${parent} ATTACH PARTITION ${name} ${table.partitionBound};`
    : create;
}

function commentStatements(table: DescribedTable, name: string, kind: string): string[] {
  const { comment, columns } = table.description;
  const onColumns = columns.map((column) =>
    commentOn(`COLUMN ${name}.${quote(column.name)}`, column.comment),
  );
  return [commentOn(`${kind} ${name}`, comment), ...onColumns].flat();
}

function commentOn(object: string, comment: string | undefined): string[] {
  return comment === undefined ? [] : [`COMMENT ON ${object} IS '${comment.replaceAll("'", "''")}';`];
}

/** Statements that create the table again, as far as the catalogue shows it. */
export function buildDdl(table: DescribedTable): string {
  const { description } = table;
  const name = `${quote(description.schema)}.${quote(description.name)}`;
  const kind = table.relkind === 'm' ? 'MATERIALIZED VIEW' : table.relkind === 'v' ? 'VIEW' : 'TABLE';
  const create =
    table.view === undefined
      ? tableStatement(table, name)
      : `CREATE ${kind} ${name} AS\n${table.view.trim().replace(/;$/, '')};`;
  const own = description.indexes.filter((index) => !table.constraintIndexes.includes(index.name));
  return [
    create,
    ...own.map((index) => `${index.definition};`),
    ...commentStatements(table, name, kind),
  ].join('\n');
}
