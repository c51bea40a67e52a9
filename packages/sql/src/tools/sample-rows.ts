import { reads } from '@molehill/core/effects';
import * as z from 'zod';
import { closeQuietly } from '../cursors.ts';
import { RowReader } from '../rows.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { readRowPage } from './row-page.ts';
import { renderRowsAnswer, rowsShape, withOneType } from './rows-answer.ts';
import { findTable, qualified, tableShape } from './table.ts';

const MAX_ROWS = 100;
const DEFAULT_ROWS = 5;

export function sampleRowsTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'sample_rows',
    title: 'Sample rows of a table',
    description: 'A few rows of one table or view, to see its data. For specific rows use query.',
    input: z.strictObject({
      connection: connectionParam,
      ...tableShape,
      count: z.number().int().min(1).max(MAX_ROWS).default(DEFAULT_ROWS),
    }),
    output: z.object(rowsShape),
    effects: reads,
    render: renderRowsAnswer,
    run: async (input, scope, { signal, budget }) => {
      const table = await findTable(input, scope, signal);
      const sql = `SELECT * FROM ${qualified(table, scope.dialect)} LIMIT ${input.count}`;
      const reader = new RowReader(await scope.read({ sql, params: [] }, signal));
      try {
        const { rows, cutBy, cutCells } = await readRowPage(reader, input.count, budget, signal);
        const { name } = budget.dataLimit;
        if (cutBy || cutCells)
          budget.cut({ limit: cutBy ?? name, shown: rows.length, next: 'query fewer columns or rows.' });
        const { columns } = reader;
        return { rowCount: rows.length, columns: [...columns], rows: withOneType(columns, rows) };
      } finally {
        await closeQuietly(reader);
      }
    },
  });
}
