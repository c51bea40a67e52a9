import type { ToolContext } from '@molehill/core/context';
import { coreErrors } from '@molehill/core/errors';
import * as z from 'zod';
import { closeQuietly } from '../cursors.ts';
import type { Cell, Column } from '../engines/engine.ts';
import { sqlErrors } from '../errors.ts';
import { csvLine } from '../export/csv.ts';
import { type ExportFile, exportTarget, writeExport } from '../export/target.ts';
import { RowReader, toRow } from '../rows.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { paramsParam, sqlParam, timeoutParam } from './statement.ts';

const BATCH = 500;
const USUAL_MS = 600_000;
const TELL_EVERY_MS = 500;

type Format = 'csv' | 'jsonl';

export interface ExportOptions {
  /** The one folder that exports may go to. */
  readonly workspace: string;
  /** Aborted when the server closes: an export must not leave half a file behind. */
  readonly closing: AbortSignal;
}

export function exportQueryTool(connections: SqlConnections, { workspace, closing }: ExportOptions) {
  return defineConnectionTool(connections, {
    name: 'export_query',
    title: 'Write the rows of a query to a file',
    description:
      'Writes all rows of a reading statement to a CSV or JSONL file in the workspace. Use it for results too large for query.',
    input: z.strictObject({
      connection: connectionParam,
      sql: sqlParam.describe('One statement that reads'),
      params: paramsParam,
      path: z.string().min(1).max(4_096).describe('File to write, relative to the workspace'),
      format: z.enum(['csv', 'jsonl']).optional().describe('Default: by the file’s ending'),
      overwrite: z.boolean().default(false).describe('Replace the file if it is there'),
      timeoutMs: timeoutParam,
    }),
    output: z.object({
      path: z.string(),
      format: z.enum(['csv', 'jsonl']),
      rows: z.number(),
      bytes: z.number(),
    }),
    effects: { worst: 'destroys', idempotent: true, of: () => ({ effect: 'writes' }) },
    timeoutMs: USUAL_MS,
    timeoutOf: ({ timeoutMs }) => timeoutMs,
    statement: ({ sql }) => sql,
    run: async (input, { backend, verdict }, context) => {
      if (!verdict.reads)
        throw sqlErrors.fail(
          'E_READONLY',
          `export_query runs statements that only read: ${verdict.reason}.`,
          {
            hint: 'Make the change with query first, then export a SELECT.',
          },
        );
      const format = input.format ?? formatOf(input.path);
      const target = exportTarget(workspace, input.path, input.overwrite);
      const signal = AbortSignal.any([context.signal, closing]);
      const statement = { sql: input.sql, params: input.params ?? [] };
      const reader = new RowReader(await backend.run(statement, { readonly: true, signal }));
      try {
        const { rows, bytes } = await writeExport(target, (file) =>
          writeRows(reader, file, format, { ...context, signal }),
        );
        return { path: target.shown, format, rows, bytes };
      } finally {
        await closeQuietly(reader);
      }
    },
  });
}

function formatOf(path: string): Format {
  const ending = /\.(csv|jsonl|ndjson)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined)
    throw coreErrors.fail('E_INVALID_PARAMS', `The ending of ${path} says no format.`, {
      hint: 'Pass format "csv" or "jsonl", or a path that ends so.',
    });
  return ending === 'csv' ? 'csv' : 'jsonl';
}

/** One batch at a time is in memory, however many there are. */
async function writeRows(
  reader: RowReader,
  file: ExportFile,
  format: Format,
  { signal, progress }: ToolContext,
) {
  const lineOf = lineWriter(format, reader.columns);
  if (format === 'csv') await file.write(csvLine(reader.columns.map(({ name }) => name)));
  let rows = 0;
  let told = performance.now();
  for await (const batch of reader.batches(BATCH, signal)) {
    signal.throwIfAborted();
    await file.write(batch.map(lineOf).join(''));
    rows += batch.length;
    if (performance.now() - told < TELL_EVERY_MS) continue;
    told = performance.now();
    progress(rows, undefined, `${rows} rows, ${file.bytes} bytes`);
  }
  signal.throwIfAborted();
  return { rows, bytes: file.bytes };
}

function lineWriter(format: Format, columns: readonly Column[]): (cells: readonly Cell[]) => string {
  if (format === 'csv') return csvLine;
  return (cells) => `${JSON.stringify(toRow(columns, cells))}\n`;
}
