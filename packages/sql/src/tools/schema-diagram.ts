import type { ToolContext } from '@molehill/core/context';
import { reads } from '@molehill/core/effects';
import * as z from 'zod';
import type { TableRef } from '../engines/engine.ts';
import {
  connectionParam,
  defineConnectionTool,
  type SqlConnections,
  type SqlScope,
} from './connection-tool.ts';
import { type Entity, entityNames, entityText, toDiagram, toEntity } from './mermaid.ts';
import { findTable } from './table.ts';

const MAX_TABLES = 100;
const DEFAULT_TABLES = 30;
const PAGE_SIZE = 200;

export function schemaDiagramTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'schema_diagram',
    title: 'Draw an ER diagram',
    description:
      'Mermaid ER diagram of the named tables, or of a schema, with columns and foreign keys. For one table use describe_table.',
    input: z.strictObject({
      connection: connectionParam,
      tables: z.array(z.string().min(1)).min(1).max(MAX_TABLES).optional().describe('Default: all'),
      schema: z.string().min(1).optional(),
      limit: z
        .number()
        .int()
        .min(1)
        .max(MAX_TABLES)
        .default(DEFAULT_TABLES)
        .describe('Maximum number of tables'),
    }),
    output: z.object({ tables: z.number(), mermaid: z.string() }),
    effects: reads,
    render: ({ mermaid }) => mermaid,
    run: async (input, scope, context) => {
      const chosen = await choose(input, scope, context.signal);
      const entities = await describeAll(chosen.slice(0, input.limit), scope, context);
      const texts = entities.map(entityText);
      const { items, cutBy } = await context.budget.collect(texts, { rows: input.limit });
      if (cutBy || chosen.length > input.limit)
        context.budget.cut({ limit: cutBy ?? 'rows', shown: items.length, next: 'name fewer tables.' });
      return { tables: items.length, mermaid: toDiagram(entities.slice(0, items.length)) };
    },
  });
}

interface Wanted {
  readonly tables?: readonly string[] | undefined;
  readonly schema?: string | undefined;
  readonly limit: number;
}

/** One table more than the limit, to know whether more follow. */
async function choose(
  { tables, schema, limit }: Wanted,
  scope: SqlScope,
  signal: AbortSignal,
): Promise<TableRef[]> {
  const found: TableRef[] = [];
  if (!tables) {
    for await (const table of allTables(scope, schema, signal)) if (found.push(table) > limit) break;
    return found;
  }
  for (const table of new Set(tables)) found.push(await findTable({ table, schema }, scope, signal));
  return found;
}

/** Pages through all relations: views in between make the number of pages unknown. */
async function* allTables(
  { backend }: SqlScope,
  schema: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<TableRef> {
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const relations = await backend.catalogue.relations({ schema, limit: PAGE_SIZE, offset }, signal);
    yield* relations.filter(({ kind }) => kind === 'table');
    if (relations.length < PAGE_SIZE) return;
  }
}

async function describeAll(
  tables: readonly TableRef[],
  { backend }: SqlScope,
  { signal, progress }: ToolContext,
): Promise<Entity[]> {
  const nameOf = entityNames(tables);
  const entities: Entity[] = [];
  for (const [done, table] of tables.entries()) {
    progress(done, tables.length, table.name);
    const description = await backend.catalogue.describe(table, signal);
    if (description) entities.push(toEntity(description, nameOf));
  }
  return entities;
}
