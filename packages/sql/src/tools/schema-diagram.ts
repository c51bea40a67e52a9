import type { ToolContext } from '@molehill/core/context';
import { reads } from '@molehill/core/effects';
import * as z from 'zod';
import type { TableDescription } from '../engines/engine.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { entityNames, entityText, toDiagram, toEntity } from './mermaid.ts';
import type { SqlScope } from './scope.ts';
import { checkSchema, findTable, type TableInput } from './table.ts';

const MAX_TABLES = 100;
const DEFAULT_TABLES = 30;
const PAGE_SIZE = 200;

const inputSchema = z.strictObject({
  connection: connectionParam,
  tables: z.array(z.string().min(1)).min(1).max(MAX_TABLES).optional().describe('Default: all'),
  schema: z.string().min(1).optional(),
  limit: z.number().int().min(1).max(MAX_TABLES).default(DEFAULT_TABLES).describe('Maximum number of tables'),
});

export function schemaDiagramTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'schema_diagram',
    title: 'Draw an ER diagram',
    description:
      'Mermaid ER diagram of the named tables, or of a schema, with columns and foreign keys. For one table use describe_table.',
    input: inputSchema,
    output: z.object({ tables: z.number(), mermaid: z.string() }),
    effects: reads,
    render: ({ mermaid }) => mermaid,
    run: async (input, scope, context) => {
      const { budget } = context;
      const { limit } = input;
      const chosen = await choose(input, scope, context.signal);
      const tables = await describeAll(chosen.slice(0, limit), scope, context);
      const nameOf = entityNames(tables);
      const entities = tables.map((table) => toEntity(table, nameOf));
      const { items, cutBy } = await budget.collect(entities.map(entityText), { rows: limit });
      if (cutBy || chosen.length > limit)
        budget.cut({ limit: cutBy ?? 'rows', shown: items.length, next: 'name fewer tables.' });
      return { tables: items.length, mermaid: toDiagram(entities.slice(0, items.length)) };
    },
  });
}

/** At least one table more than the limit where more follow. */
async function choose(
  { tables, schema, limit }: z.output<typeof inputSchema>,
  { backend }: SqlScope,
  signal: AbortSignal,
): Promise<TableInput[]> {
  if (tables) return [...new Set(tables)].map((table) => ({ table, schema }));
  const found: TableInput[] = [];
  // Views between the tables make the number of pages unknown.
  for (let offset = 0; found.length <= limit; offset += PAGE_SIZE) {
    const relations = await backend.catalogue.relations({ schema, limit: PAGE_SIZE, offset }, signal);
    const page = relations.filter(({ kind }) => kind === 'table');
    found.push(...page.map(({ name, schema }) => ({ table: name, schema })));
    if (relations.length < PAGE_SIZE) break;
  }
  if (found.length === 0) await checkSchema(schema, { backend }, signal);
  return found;
}

async function describeAll(
  chosen: readonly TableInput[],
  scope: SqlScope,
  { signal, progress }: ToolContext,
): Promise<TableDescription[]> {
  const tables: TableDescription[] = [];
  for (const input of chosen) {
    progress(tables.length, chosen.length, input.table);
    tables.push(await findTable(input, scope, signal));
  }
  return tables;
}
