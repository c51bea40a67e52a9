import { reads } from '@molehill/core/effects';
import { listPage, pageShape } from '@molehill/core/paging';
import * as z from 'zod';
import { databaseSchema, namespaceSchema, relationSchema } from '../engines/engine.ts';
import { likeMatcher } from '../like.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { checkSchema, patternParam } from './table.ts';

const named = z.strictObject({ connection: connectionParam, pattern: patternParam.optional(), ...pageShape });

export function listDatabasesTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'list_databases',
    title: 'List databases',
    description:
      'Databases on the server of a connection, with sizes where known. For their content use list_schemas or list_tables.',
    input: named,
    output: z.object({ databases: z.array(databaseSchema), cursor: z.string().optional() }),
    effects: reads,
    run: async (input, { backend }, context) => {
      const all = await backend.catalogue.databases(context.signal);
      const { items, ...rest } = await listPage(input, context, windowOf(all, input.pattern));
      return { databases: [...items], ...rest };
    },
  });
}

export function listSchemasTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'list_schemas',
    title: 'List schemas',
    description:
      'Schemas of the connected database, with comments. Use it when tables are spread over several.',
    input: named,
    output: z.object({ schemas: z.array(namespaceSchema), cursor: z.string().optional() }),
    effects: reads,
    run: async (input, { backend }, context) => {
      const all = await backend.catalogue.schemas(context.signal);
      const { items, ...rest } = await listPage(input, context, windowOf(all, input.pattern));
      return { schemas: [...items], ...rest };
    },
  });
}

export function listTablesTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'list_tables',
    title: 'List tables',
    description:
      'Tables and views with kind, estimated rows and comment. For columns and keys use describe_table.',
    input: z.strictObject({
      connection: connectionParam,
      schema: z.string().min(1).optional(),
      pattern: patternParam.optional(),
      ...pageShape,
    }),
    output: z.object({ tables: z.array(relationSchema), cursor: z.string().optional() }),
    effects: reads,
    run: async (input, { backend }, context) => {
      const { schema, pattern } = input;
      const { items, ...rest } = await listPage(input, context, (window) =>
        backend.catalogue.relations({ schema, pattern, ...window }, context.signal),
      );
      if (items.length === 0) await checkSchema(schema, { backend }, context.signal);
      return { tables: [...items], ...rest };
    },
  });
}

/** Pages a list that engines return completely because it is short. */
function windowOf<T extends { readonly name: string }>(all: readonly T[], pattern = '%') {
  const matches = likeMatcher(pattern);
  const chosen = all.filter(({ name }) => matches(name));
  return async ({ limit, offset }: { readonly limit: number; readonly offset: number }) =>
    chosen.slice(offset, offset + limit);
}
