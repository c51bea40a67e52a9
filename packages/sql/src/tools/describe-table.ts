import { reads } from '@molehill/core/effects';
import * as z from 'zod';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { findTable, tableShape } from './table.ts';

const named = z.object({ name: z.string(), definition: z.string() });
const keyTarget = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });

const outputSchema = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view', 'matview']),
  comment: z.string().optional(),
  rowEstimate: z.number().optional(),
  bytes: z.number().optional(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      nullable: z.boolean(),
      default: z.string().optional(),
      generated: z.string().optional(),
      comment: z.string().optional(),
    }),
  ),
  primaryKey: z.array(z.string()),
  foreignKeys: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      references: keyTarget,
      onDelete: z.string().optional(),
    }),
  ),
  referencedBy: z.array(keyTarget.extend({ key: z.string() })),
  indexes: z.array(named.extend({ unique: z.boolean() })),
  checks: z.array(named),
  triggers: z.array(named),
  ddl: z.string(),
});

export function describeTableTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'describe_table',
    title: 'What a table is made of',
    description:
      'Columns, keys in both directions, indexes, checks, triggers, DDL and size of one table or view. For its rows use sample_rows.',
    input: z.strictObject({ connection: connectionParam, ...tableShape }),
    output: outputSchema,
    effects: reads,
    run: async (input, scope, { signal }) => {
      const { schema, name, kind, comment, rowEstimate, bytes, ...parts } = await findTable(
        input,
        scope,
        signal,
      );
      const { ddl, ...lists } = parts;
      return {
        schema,
        name,
        kind,
        comment,
        rowEstimate,
        bytes,
        columns: [...lists.columns],
        primaryKey: [...lists.primaryKey],
        foreignKeys: lists.foreignKeys.map((key) => ({
          ...key,
          columns: [...key.columns],
          references: { ...key.references, columns: [...key.references.columns] },
        })),
        referencedBy: lists.referencedBy.map((key) => ({ ...key, columns: [...key.columns] })),
        indexes: [...lists.indexes],
        checks: [...lists.checks],
        triggers: [...lists.triggers],
        ddl,
      };
    },
  });
}
