import type { ToolContext } from '@molehill/core/context';
import { reads } from '@molehill/core/effects';
import * as z from 'zod';
import type { TableDescription, TableRef } from '../engines/engine.ts';
import {
  connectionParam,
  defineConnectionTool,
  type SqlConnections,
  type SqlScope,
} from './connection-tool.ts';
import { entityNames, toDiagram, toEntity } from './mermaid.ts';
import { takeRows } from './page.ts';
import { findTable } from './table.ts';

const MOST_TABLES = 100;
const USUAL_TABLES = 30;
const ASKED_AT_ONCE = 200;

export function schemaDiagramTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'schema_diagram',
    title: 'Tables and keys as a picture',
    description:
      'Mermaid ER diagram of the named tables, or of a schema, with columns and foreign keys. For one table use describe_table.',
    input: z.strictObject({
      connection: connectionParam,
      tables: z
        .array(z.string().min(1))
        .min(1)
        .max(MOST_TABLES)
        .optional()
        .describe('Only these; all without it'),
      schema: z.string().min(1).optional(),
      limit: z.number().int().min(1).max(MOST_TABLES).default(USUAL_TABLES).describe('Tables at most'),
    }),
    output: z.object({ tables: z.number(), mermaid: z.string() }),
    effects: reads,
    render: ({ mermaid }) => mermaid,
    run: async (input, scope, context) => {
      const chosen = await choose(input, scope, context.signal);
      const shown = chosen.slice(0, input.limit);
      const nameOf = entityNames(shown);
      const entities = describeAll(shown, scope, context, (table) => toEntity(table, nameOf));
      const { items, cutBy } = await takeRows(entities, input.limit, context);
      if (cutBy || chosen.length > shown.length)
        context.budget.cut({
          limit: cutBy ?? 'rows',
          shown: items.length,
          next: 'name the tables you want, a few at a time.',
        });
      return { tables: items.length, mermaid: toDiagram(items) };
    },
  });
}

interface Wanted {
  readonly tables?: readonly string[] | undefined;
  readonly schema?: string | undefined;
  readonly limit: number;
}

/** One more than is shown, to know whether there is more. */
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

/** Views come between them, so nobody knows beforehand how many to ask for. */
async function* allTables(
  { backend }: SqlScope,
  schema: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<TableRef> {
  for (let offset = 0; ; offset += ASKED_AT_ONCE) {
    const relations = await backend.catalogue.relations({ schema, limit: ASKED_AT_ONCE, offset }, signal);
    yield* relations.filter(({ kind }) => kind === 'table');
    if (relations.length < ASKED_AT_ONCE) return;
  }
}

async function* describeAll<T>(
  tables: readonly TableRef[],
  { backend }: SqlScope,
  { signal, progress }: ToolContext,
  make: (table: TableDescription) => T,
): AsyncGenerator<T> {
  for (const [done, table] of tables.entries()) {
    progress(done, tables.length, table.name);
    const description = await backend.catalogue.describe(table, signal);
    if (description) yield make(description);
  }
}
