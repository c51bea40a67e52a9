import { reads } from '@molehill/core/effects';
import * as z from 'zod';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { listPage, pageShape, patternParam } from './page.ts';

const kinds = ['table', 'column', 'index', 'routine'] as const;

export function searchObjectsTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'search_objects',
    title: 'Find tables, columns, indexes and routines',
    description:
      'Finds tables, columns, indexes and routines by part of their name. Names only unless detail is true; not for searching data.',
    input: z.strictObject({
      connection: connectionParam,
      pattern: patternParam,
      kinds: z.array(z.enum(kinds)).min(1).optional().describe('Only these kinds'),
      schema: z.string().min(1).optional().describe('Only this schema'),
      detail: z.boolean().default(false).describe('Also types and definitions'),
      ...pageShape,
    }),
    output: z.object({
      objects: z.array(
        z.object({
          kind: z.enum(kinds),
          schema: z.string(),
          table: z.string().optional(),
          name: z.string(),
          detail: z.string().optional(),
        }),
      ),
      cursor: z.string().optional(),
    }),
    effects: reads,
    run: async (input, { backend }, context) => {
      const { schema, pattern, detail } = input;
      const { items, ...rest } = await listPage(input, context, async (window) => {
        const filter = { schema, pattern, ...window };
        const found = await backend.catalogue.search(input.kinds ?? kinds, filter, context.signal);
        return found.map(({ detail: more, ...object }) => (detail ? { ...object, detail: more } : object));
      });
      return { objects: [...items], ...rest };
    },
  });
}
