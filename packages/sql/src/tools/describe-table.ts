import { reads } from '@molehill/core/effects';
import * as z from 'zod';
import { type TableDescription, tableSchema } from '../engines/engine.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { findTable, tableShape } from './table.ts';

const outputSchema = tableSchema.partial({ ddl: true });

type Described = z.output<typeof outputSchema>;

export function describeTableTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'describe_table',
    title: 'Describe a table',
    description:
      'Columns, keys in both directions, indexes, checks, triggers and size of one table or view. For rows use sample_rows.',
    input: z.strictObject({
      connection: connectionParam,
      ...tableShape,
      ddl: z.boolean().default(false).describe('With the CREATE statement'),
    }),
    output: outputSchema,
    effects: reads,
    render: renderDescription,
    run: async (input, scope, { signal }) => {
      const { ddl, ...table } = await findTable(input, scope, signal);
      return input.ddl ? { ...table, ddl } : table;
    },
  });
}

/** One line for each part, in the words of SQL; what a table does not have is not mentioned. */
function renderDescription(table: Described): string {
  const { schema, name, kind, rowEstimate, bytes, comment, primaryKey, ddl } = table;
  const size = [
    ...(rowEstimate === undefined ? [] : [`about ${rowEstimate} rows`]),
    ...(bytes === undefined ? [] : [`${bytes} bytes`]),
  ];
  return [
    [`${kind} ${schema}.${name}`, ...size].join(', '),
    ...(comment === undefined ? [] : [`comment: ${comment}`]),
    ...section('columns', table.columns.map(columnLine)),
    ...(primaryKey.length === 0 ? [] : [`primary key: ${primaryKey.join(', ')}`]),
    ...section('foreign keys', table.foreignKeys.map(foreignKeyLine)),
    ...section('referenced by', table.referencedBy.map(targetText)),
    ...section(
      'indexes',
      table.indexes.map(({ definition }) => definition),
    ),
    ...section('checks', table.checks.map(definitionLine)),
    ...section('triggers', table.triggers.map(definitionLine)),
    ...(ddl === undefined ? [] : ['ddl:', ddl]),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title} (${lines.length}):`, ...lines.map((line) => `  ${line}`)];
}

function columnLine(column: TableDescription['columns'][number]): string {
  const { name, type, nullable, default: given, generated, comment } = column;
  return [
    `${name} ${type}`,
    ...(nullable ? [] : ['not null']),
    ...(given === undefined ? [] : [`default ${given}`]),
    ...(generated === undefined ? [] : [`generated ${generated}`]),
    ...(comment === undefined ? [] : [`-- ${comment}`]),
  ].join(' ');
}

function foreignKeyLine(key: TableDescription['foreignKeys'][number]): string {
  const onDelete = key.onDelete === undefined ? '' : ` on delete ${key.onDelete}`;
  return `${key.columns.join(', ')} → ${targetText(key.references)}${onDelete}`;
}

function targetText({
  schema,
  name,
  columns,
}: TableDescription['foreignKeys'][number]['references']): string {
  return `${schema}.${name} (${columns.join(', ')})`;
}

function definitionLine({ name, definition }: TableDescription['checks'][number]): string {
  return `${name}: ${definition}`;
}
