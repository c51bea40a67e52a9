import { reads } from '@molehill/core/effects';
import * as z from 'zod';
import { closeQuietly } from '../cursors.ts';
import { RowReader } from '../rows.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { takeRows } from './page.ts';
import { renderRowsAnswer, rowsShape } from './rows-answer.ts';
import { findTable, qualified, tableShape } from './table.ts';

const MOST = 100;
const USUAL = 5;

export function sampleRowsTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'sample_rows',
    title: 'A few rows of a table',
    description:
      'A few rows of one table or view, to see what its data looks like. For chosen rows use query.',
    input: z.strictObject({
      connection: connectionParam,
      ...tableShape,
      count: z.number().int().min(1).max(MOST).default(USUAL),
    }),
    output: z.object(rowsShape),
    effects: reads,
    render: renderRowsAnswer,
    run: async (input, scope, context) => {
      const { signal, budget } = context;
      const table = await findTable(input, scope, signal);
      const sql = `SELECT * FROM ${qualified(table, scope.dialect)} LIMIT ${input.count}`;
      const reader = new RowReader(await scope.backend.run({ sql, params: [] }, { readonly: true, signal }));
      try {
        const source = reader.read(input.count, signal);
        const { items, cutBy } = await takeRows(source, input.count, context, reader.columns);
        if (cutBy)
          budget.cut({
            limit: cutBy,
            shown: items.length,
            next: 'query fewer columns of it, or fewer rows.',
          });
        return { rowCount: items.length, columns: [...reader.columns], rows: items };
      } finally {
        await closeQuietly(reader);
      }
    },
  });
}
