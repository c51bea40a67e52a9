import type { LimitName } from '@molehill/core/budget';
import type { ToolContext } from '@molehill/core/context';
import { coreErrors } from '@molehill/core/errors';
import * as z from 'zod';
import { type CursorOwner, type CursorStore, closeQuietly } from '../cursors.ts';
import { placeOf } from '../place.ts';
import { type Row, RowReader } from '../rows.ts';
import {
  connectionParam,
  defineConnectionTool,
  type SqlConnections,
  type SqlScope,
} from './connection-tool.ts';
import { takeRows } from './page.ts';
import { renderRowsAnswer, rowsShape } from './rows-answer.ts';
import { askIfDestructive, paramsParam, sqlParam, timeoutParam } from './statement.ts';

const MOST_ROWS = 10_000;

const inputSchema = z.strictObject({
  connection: connectionParam,
  sql: sqlParam.optional().describe('One statement; may be left out with a cursor'),
  params: paramsParam,
  limit: z.number().int().min(1).max(MOST_ROWS).optional().describe('Rows per answer; default 200'),
  cursor: z.string().optional().describe('The cursor of the previous answer, for the rows after it'),
  timeoutMs: timeoutParam,
});

const outputSchema = z.object({
  rowCount: rowsShape.rowCount,
  affected: z.number().optional().describe('Rows the statement changed'),
  cursor: z
    .string()
    .optional()
    .describe('Pass it to get the rows that follow; good for one call, for a minute'),
  columns: rowsShape.columns,
  rows: rowsShape.rows,
});

type Input = z.output<typeof inputSchema>;
type Output = z.input<typeof outputSchema>;

export function queryTool(connections: SqlConnections, cursors: CursorStore) {
  return defineConnectionTool(connections, {
    name: 'query',
    title: 'Run one SQL statement',
    description:
      'Runs one SQL statement with bound params and returns rows; page with cursor. For whole tables use export_query, for several statements execute_script.',
    input: inputSchema,
    output: outputSchema,
    effects: { worst: 'destroys', openWorld: true, of: () => ({ effect: 'writes' }) },
    timeoutOf: ({ timeoutMs }) => timeoutMs,
    statement: ({ sql, cursor }) => (cursor === undefined ? requireSql(sql) : undefined),
    question: ({ sql = '' }, config) => askIfDestructive(sql, config),
    render: renderRowsAnswer,
    run: (input, scope, context) => {
      if (input.cursor !== undefined) return resume(input, input.cursor, scope, context, cursors);
      return scope.readonly ? read(input, scope, context, cursors) : write(input, scope, context);
    },
  });
}

function requireSql(sql: string | undefined): string {
  if (sql !== undefined) return sql;
  throw coreErrors.fail('E_INVALID_PARAMS', 'expected a statement for sql, or a cursor; got neither');
}

/** A statement that only reads runs read-only on every connection: so its snapshot may wait for the next page. */
async function read(
  input: Input,
  scope: SqlScope,
  context: ToolContext,
  cursors: CursorStore,
): Promise<Output> {
  const reader = await start(input, scope, context, true);
  try {
    const page = await readPage(reader, input.limit, context);
    const cursor = reader.atEnd ? undefined : cursors.keep(ownerOf(input, scope), reader);
    if (cursor === undefined) await closeQuietly(reader);
    if (page.cutBy) tellCut(page.cutBy, page.rows.length, cursor, context);
    return answer(reader, page.rows, cursor);
  } catch (error) {
    await closeQuietly(reader);
    throw error;
  }
}

async function resume(
  input: Input,
  id: string,
  scope: SqlScope,
  context: ToolContext,
  cursors: CursorStore,
): Promise<Output> {
  const { result, cursor } = await cursors.resume(ownerOf(input, scope), id, async (reader) => {
    const page = await readPage(reader, input.limit, context);
    return { ...page, reader };
  });
  if (result.cutBy) tellCut(result.cutBy, result.rows.length, cursor, context);
  return answer(result.reader, result.rows, cursor);
}

function ownerOf({ connection, sql }: Input, { backend, config }: SqlScope): CursorOwner {
  return { connection, backend, sql, place: placeOf(config) };
}

/** A statement that changes something runs to its end, however many rows it returns; only then is it committed. */
async function write(input: Input, scope: SqlScope, context: ToolContext): Promise<Output> {
  const reader = await start(input, scope, context, false);
  try {
    const page = await readPage(reader, input.limit, context);
    if (page.cutBy) {
      await reader.drain(context.signal);
      context.budget.cut({
        limit: page.cutBy,
        shown: page.rows.length,
        next: 'the statement ran to its end; select the rows it changed to see the others.',
      });
    }
    const { affected } = reader;
    await reader.close();
    return { ...answer(reader, page.rows, undefined), ...(affected === undefined ? {} : { affected }) };
  } catch (error) {
    await closeQuietly(reader);
    throw error;
  }
}

async function start(
  input: Input,
  scope: SqlScope,
  { signal }: ToolContext,
  readonly: boolean,
): Promise<RowReader> {
  const statement = { sql: requireSql(input.sql), params: input.params ?? [] };
  const { backend, planOnly } = scope;
  return new RowReader(await backend.run(statement, { readonly, planOnly, signal }));
}

interface RowsOfPage {
  readonly rows: readonly Row[];
  readonly cutBy?: LimitName;
}

async function readPage(
  reader: RowReader,
  limit: number | undefined,
  context: ToolContext,
): Promise<RowsOfPage> {
  const rows = limit ?? context.budget.limits.rows;
  const { items, ...cut } = await takeRows(
    reader.read(rows + 1, context.signal),
    rows,
    context,
    reader.columns,
  );
  return { rows: items, ...cut };
}

function tellCut(limit: LimitName, shown: number, cursor: string | undefined, { budget }: ToolContext): void {
  const next =
    cursor === undefined
      ? 'all cursors of this connection are being read: ask again with a narrower statement, or use export_query.'
      : `call query again with cursor "${cursor}", or write all rows to a file with export_query.`;
  budget.cut({ limit, shown, next });
}

function answer(reader: RowReader, rows: readonly Row[], cursor: string | undefined): Output {
  return {
    rowCount: rows.length,
    ...(cursor === undefined ? {} : { cursor }),
    columns: [...reader.columns],
    rows: [...rows],
  };
}
