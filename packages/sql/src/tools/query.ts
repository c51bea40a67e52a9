import type { Collected } from '@molehill/core/budget';
import type { ToolContext } from '@molehill/core/context';
import { coreErrors } from '@molehill/core/errors';
import * as z from 'zod';
import { closeQuietly, openCursor, resumeCursor } from '../cursors.ts';
import { type Row, RowReader } from '../rows.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { renderRowsAnswer, rowsShape } from './rows-answer.ts';
import { paramsParam, sqlParam, timeoutParam } from './statement.ts';

const MAX_ROWS = 10_000;

const inputSchema = z.strictObject({
  connection: connectionParam,
  sql: sqlParam.optional().describe('One statement; optional with a cursor'),
  params: paramsParam,
  limit: z.number().int().min(1).max(MAX_ROWS).optional().describe('Rows per answer, up to its budget'),
  cursor: z.string().optional().describe('The cursor of the previous answer'),
  timeoutMs: timeoutParam,
});

const outputSchema = z.object({
  rowCount: rowsShape.rowCount,
  affected: z.number().optional().describe('Rows the statement changed'),
  cursor: z.string().optional().describe('Pass it to get the next rows; valid for one call, for a minute'),
  columns: rowsShape.columns,
  rows: rowsShape.rows,
});

type Input = z.output<typeof inputSchema>;
type Output = z.input<typeof outputSchema>;

export function queryTool(connections: SqlConnections) {
  const { cursors } = connections;
  return defineConnectionTool(connections, {
    name: 'query',
    title: 'Run one SQL statement',
    description:
      'Runs one SQL statement with bound params and returns rows; page with cursor. For whole tables use export_query, for several statements execute_script.',
    input: inputSchema,
    output: outputSchema,
    effects: { worst: 'destroys' },
    timeoutOf: ({ timeoutMs }) => timeoutMs,
    statement: ({ sql, cursor }) => (cursor === undefined ? requireSql(sql) : undefined),
    render: renderRowsAnswer,
    run: async (input, scope, context) => {
      const { connection, sql, params = [], limit } = input;
      const { backend, place, readonly } = scope;
      const { handles, signal, caller } = context;
      const owner = { connection, backend, sql, place };
      if (input.cursor !== undefined) {
        const read = (rest: RowReader) => readPage(rest, limit, context);
        const page = await resumeCursor(handles, cursors, input.cursor, owner, read);
        return answer(page.reader, page.result, page.cursor, input, context);
      }
      const statement = { sql: requireSql(sql), params };
      const reader = new RowReader(await scope.run(statement, signal));
      try {
        const page = await readPage(reader, limit, context);
        if (!readonly) return await finishWrite(reader, page, context);
        const isLast = caller.isTransient ?? false;
        const cursor = await openCursor(handles, cursors, { ...owner, reader }, isLast);
        return answer(reader, page, cursor, input, context);
      } catch (error) {
        await closeQuietly(reader);
        throw error;
      }
    },
  });
}

function requireSql(sql: string | undefined): string {
  if (sql !== undefined) return sql;
  throw coreErrors.fail('E_INVALID_PARAMS', 'expected sql or cursor; got neither');
}

/** A write runs to its end before it is committed, however many of its rows are returned. */
async function finishWrite(
  reader: RowReader,
  { items, cutBy }: Collected<Row>,
  { budget, signal }: ToolContext,
): Promise<Output> {
  if (cutBy) {
    await reader.drain(signal);
    const next = 'the statement ran to its end; select the rows it changed to see the others.';
    budget.cut({ limit: cutBy, shown: items.length, next });
  }
  const { affected } = reader;
  await reader.close();
  return { ...toOutput(reader, items), ...(affected === undefined ? {} : { affected }) };
}

function readPage(reader: RowReader, limit: number | undefined, { budget, signal }: ToolContext) {
  const rows = Math.min(limit ?? budget.limits.rows, budget.limits.rows);
  return budget.collect(reader.read(rows + 1, signal), { rows, frame: reader.columns });
}

function answer(
  reader: RowReader,
  { items: rows, cutBy }: Collected<Row>,
  cursor: string | undefined,
  { limit = 0 }: Input,
  { budget }: ToolContext,
): Output {
  const most = budget.limits.rows;
  const capped = limit > most ? `an answer has at most ${most} rows; ` : '';
  const paged = cursor && `call {tool:query} again with {param:cursor="${cursor}"}`;
  const next = `${paged ?? 'narrow the statement'}, or write all rows to a file with {tool:export_query}.`;
  if (cutBy) budget.cut({ limit: cutBy, shown: rows.length, next: capped + next });
  return { ...toOutput(reader, rows), ...(cursor ? { cursor } : {}) };
}

function toOutput(reader: RowReader, rows: readonly Row[]): Output {
  return { rowCount: rows.length, columns: [...reader.columns], rows: [...rows] };
}
