import { reads } from '@molehill/core/effects';
import * as z from 'zod';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { listPage, pageShape, patternParam } from './page.ts';

const named = z.strictObject({ connection: connectionParam, pattern: patternParam.optional(), ...pageShape });

export function listDatabasesTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'list_databases',
    title: 'Databases of a server',
    description:
      'Databases on the server of a connection, with sizes where known. For what is inside one, use list_schemas or list_tables.',
    input: named,
    output: z.object({
      databases: z.array(z.object({ name: z.string(), bytes: z.number().optional() })),
      cursor: z.string().optional(),
    }),
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
    title: 'Schemas of a database',
    description:
      'Schemas of the connected database, with comments. Start here when tables are spread over several.',
    input: named,
    output: z.object({
      schemas: z.array(z.object({ name: z.string(), comment: z.string().optional() })),
      cursor: z.string().optional(),
    }),
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
    title: 'Tables of a database',
    description:
      'Tables and views with kind, estimated rows and comment. Use it to find your way; for columns and keys use describe_table.',
    input: z.strictObject({
      connection: connectionParam,
      schema: z.string().min(1).optional().describe('Only this schema'),
      pattern: patternParam.optional(),
      ...pageShape,
    }),
    output: z.object({
      tables: z.array(
        z.object({
          schema: z.string(),
          name: z.string(),
          kind: z.enum(['table', 'view', 'matview']),
          rowEstimate: z.number().optional(),
          comment: z.string().optional(),
        }),
      ),
      cursor: z.string().optional(),
    }),
    effects: reads,
    run: async (input, { backend }, context) => {
      const { schema, pattern } = input;
      const { items, ...rest } = await listPage(input, context, (window) =>
        backend.catalogue.relations({ schema, pattern, ...window }, context.signal),
      );
      return { tables: [...items], ...rest };
    },
  });
}

/** For lists that engines give whole: they are short. */
function windowOf<T extends { readonly name: string }>(all: readonly T[], pattern: string | undefined) {
  const matches = pattern === undefined ? () => true : likeMatcher(pattern);
  const chosen = all.filter(({ name }) => matches(name));
  return async ({ limit, offset }: { readonly limit: number; readonly offset: number }) =>
    chosen.slice(offset, offset + limit);
}

function likeMatcher(pattern: string): (text: string) => boolean {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  const expression = new RegExp(`^${source}$`, 'isu');
  return (text) => expression.test(text);
}
