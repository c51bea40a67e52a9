import type { ToolContext } from '@molehill/core/context';
import { coreErrors } from '@molehill/core/errors';
import * as z from 'zod';
import { closeQuietly, openCursor, resumeCursor } from '../cursors.ts';
import { RowReader } from '../rows.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { type RowPage, readRowPage } from './row-page.ts';
import { renderRowsAnswer, rowsShape, withOneType } from './rows-answer.ts';
import { paramsParam, sqlParam, timeoutParam } from './statement.ts';

const MAX_ROWS = 10_000;

const inputSchema = z.strictObject({
  connection: connectionParam,
  sql: sqlParam.optional().describe('One statement; optional with a cursor'),
  params: paramsParam,
  limit: z
    .number()
    .int()
    .min(1)
    .max(MAX_ROWS)
    .optional()
    .describe('Most rows; an answer has at most 200 and 8,000 tokens'),
  cursor: z.string().optional(),
  timeoutMs: timeoutParam,
});

const outputSchema = z.object({
  rowCount: rowsShape.rowCount,
  affected: z.number().optional().describe('Rows the statement changed'),
  cursor: z
    .string()
    .optional()
    .describe('Pass it to get the next rows, again if the answer was lost; valid for a minute'),
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
  { rows, cutBy, cutCells }: RowPage,
  { budget, signal }: ToolContext,
): Promise<Output> {
  if (cutBy) {
    await reader.drain(signal);
  }
  if (cutBy || cutCells) {
    const next = 'the statement ran to its end; select the rows it changed to see the others.';
    budget.cut({
      limit: cutBy ?? budget.dataLimit.name,
      shown: rows.length,
      next: cellNote(cutCells) + next,
    });
  }
  const { affected } = reader;
  await reader.close();
  return { ...toOutput(reader, rows), ...(affected === undefined ? {} : { affected }) };
}

function readPage(reader: RowReader, limit: number | undefined, { budget, signal }: ToolContext) {
  const rows = Math.min(limit ?? budget.limits.rows, budget.limits.rows);
  return readRowPage(reader, rows, budget, signal);
}

function answer(
  reader: RowReader,
  { rows, cutBy, cutCells }: RowPage,
  cursor: string | undefined,
  { limit = 0 }: Input,
  { budget }: ToolContext,
): Output {
  const most = budget.limits.rows;
  const capped = limit > most ? `an answer has at most ${most} rows; ` : '';
  const paged = cursor && `call {tool:query} again with {param:cursor="${cursor}"}`;
  const more = cutBy ? `${capped}${paged ?? 'narrow the statement'}, or write` : 'write';
  const next = `${cellNote(cutCells)}${more} all rows to a file with {tool:export_query}.`;
  if (cutBy || cutCells) budget.cut({ limit: cutBy ?? budget.dataLimit.name, shown: rows.length, next });
  return { ...toOutput(reader, rows), ...(cursor ? { cursor } : {}) };
}

function cellNote(length: number | undefined): string {
  return length === undefined
    ? ''
    : `cells were cut to ${length} characters, select fewer columns or rows to see them; `;
}

function toOutput(reader: RowReader, rows: RowPage['rows']): Output {
  const { columns } = reader;
  return { rowCount: rows.length, columns: [...columns], rows: withOneType(columns, rows) };
}
