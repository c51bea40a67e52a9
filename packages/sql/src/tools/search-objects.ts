import { reads } from '@molehill/core/effects';
import { listPage, pageShape } from '@molehill/core/paging';
import * as z from 'zod';
import { type FoundObject, foundObjectSchema, objectKinds } from '../engines/engine.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { checkSchema, patternParam } from './table.ts';

/** Views have the kind that list_tables and describe_table show. */
const shownSchema = foundObjectSchema.extend({ kind: z.enum([...objectKinds, 'view', 'matview']) });

function shown({ detail, ...object }: FoundObject, withDetail: boolean): z.output<typeof shownSchema> {
  if (object.kind === 'table')
    return detail === 'view' || detail === 'matview' ? { ...object, kind: detail } : object;
  return withDetail && detail !== undefined ? { ...object, detail } : object;
}

export function searchObjectsTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'search_objects',
    title: 'Search tables, columns, indexes and routines',
    description:
      'Finds tables, columns, indexes and routines by part of their name. Names only unless detail is true; does not search data.',
    input: z.strictObject({
      connection: connectionParam,
      pattern: patternParam,
      kinds: z
        .array(z.enum(objectKinds))
        .min(1)
        .optional()
        .describe('Only these kinds; table includes views'),
      schema: z.string().min(1).optional(),
      detail: z.boolean().default(false).describe('With types and definitions'),
      ...pageShape,
    }),
    output: z.object({ objects: z.array(shownSchema), cursor: z.string().optional() }),
    effects: reads,
    run: async (input, { backend }, context) => {
      const { schema, pattern, detail } = input;
      const { items, ...rest } = await listPage(input, context, async (window) => {
        const filter = { schema, pattern, ...window };
        const found = await backend.catalogue.search(input.kinds ?? objectKinds, filter, context.signal);
        return found.map((object) => shown(object, detail));
      });
      if (items.length === 0) await checkSchema(schema, { backend }, context.signal);
      return { objects: [...items], ...rest };
    },
  });
}
