import { reads } from '@molehill/core/effects';
import * as z from 'zod';
import { tableSchema } from '../engines/engine.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { findTable, tableShape } from './table.ts';

export function describeTableTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'describe_table',
    title: 'Describe a table',
    description:
      'Columns, keys in both directions, indexes, checks, triggers, DDL and size of one table or view. For rows use sample_rows.',
    input: z.strictObject({ connection: connectionParam, ...tableShape }),
    output: tableSchema,
    effects: reads,
    run: (input, scope, { signal }) => findTable(input, scope, signal),
  });
}
