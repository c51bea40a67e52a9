import { pathToFileURL } from 'node:url';
import type { ToolContext } from '@molehill/core/context';
import type { CallEffects } from '@molehill/core/effects';
import { coreErrors } from '@molehill/core/errors';
import {
  type OutputFile,
  type OutputWriter,
  outputFile,
  writeOutput,
} from '@molehill/core/files/output-file';
import * as z from 'zod';
import { closeQuietly } from '../cursors.ts';
import type { Cell, Column } from '../engines/engine.ts';
import { sqlErrors } from '../errors.ts';
import { csvLine } from '../export/csv.ts';
import { RowReader, toRow } from '../rows.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import { paramsParam, sqlParam, timeoutParam } from './statement.ts';

const BATCH = 500;
const DEFAULT_TIMEOUT_MS = 600_000;
const WAIT_MS = 20_000;
const PROGRESS_INTERVAL_MS = 500;

type Format = 'csv' | 'jsonl';

const EXTENSIONS = ['csv', 'tsv', 'tab', 'psv', 'txt', 'dat', 'jsonl', 'ndjson'];

export interface ExportOptions {
  /** The only folder exports are written to. */
  readonly workspace: string;
  /** Aborted when the server closes, so that no partial file is left. */
  readonly closing: AbortSignal;
  /** A longer export goes on in the background. */
  readonly waitMs?: number | undefined;
}

export function exportQueryTool(connections: SqlConnections, options: ExportOptions) {
  const { workspace, closing, waitMs = WAIT_MS } = options;
  /** The policy and the handler get the same input object: what was asked about is what is written. */
  const targets = new WeakMap<object, OutputFile>();
  const targetOf = (input: { readonly path: string; readonly overwrite: boolean }) => {
    const target =
      targets.get(input) ?? outputFile(input.path, { ...input, workspace, extensions: EXTENSIONS });
    targets.set(input, target);
    return target;
  };
  return defineConnectionTool(connections, {
    name: 'export_query',
    title: 'Export the rows of a query to a file',
    description:
      'Writes all rows of a SELECT to a CSV or JSONL file in the workspace. For results too large for query.',
    input: z.strictObject({
      connection: connectionParam,
      sql: sqlParam.describe('One reading statement'),
      params: paramsParam,
      path: z.string().min(1).max(4_096).describe('File to write, relative to the workspace'),
      format: z.enum(['csv', 'jsonl']).optional().describe('Default: by the file extension'),
      overwrite: z.boolean().default(false).describe('Replace an existing file'),
      timeoutMs: timeoutParam,
    }),
    output: z.object({
      path: z.string(),
      format: z.enum(['csv', 'jsonl']),
      rows: z.number(),
      bytes: z.number(),
    }),
    effects: { worst: 'destroys', idempotent: true },
    timeoutMs: DEFAULT_TIMEOUT_MS,
    timeoutOf: ({ timeoutMs }) => timeoutMs,
    statement: ({ sql }) => sql,
    effectsOf: (call, input) => {
      if (call.effect !== 'reads') throw readsOnly(call.target?.reason);
      return fileEffects(targetOf(input));
    },
    background: { title: 'exporting the rows of a query', waitMs },
    run: async (input, { run, verdict }, context) => {
      if (!verdict.reads) throw readsOnly(verdict.reason);
      const format = input.format ?? formatOf(input.path);
      const target = targetOf(input);
      const timeout = AbortSignal.timeout(input.timeoutMs ?? DEFAULT_TIMEOUT_MS);
      const signal = AbortSignal.any([context.signal, closing, timeout]);
      const statement = { sql: input.sql, params: input.params ?? [] };
      const reader = new RowReader(await run(statement, signal));
      try {
        const { rows, bytes } = await writeOutput(target, (file) =>
          writeRows(reader, file, format, { ...context, signal }),
        );
        context.attach({ type: 'resource_link', ...linkTo(target, format) });
        return { path: target.shown, format, rows, bytes };
      } catch (error) {
        // In the background the timeout of the call does not apply.
        if (timeout.aborted)
          throw coreErrors.fail('E_TIMEOUT', 'The export took too long.', { cause: error });
        throw error;
      } finally {
        await closeQuietly(reader);
      }
    },
  });
}

/** The statement reads; the effect is on the file. */
function fileEffects({ shown, exists }: OutputFile): CallEffects {
  const target = { name: `file "${shown}"` };
  return exists
    ? { effect: 'destroys', summary: `Overwrite the file "${shown}"?`, target }
    : { effect: 'writes', summary: `Write the file "${shown}"?`, target };
}

function linkTo({ path, shown }: OutputFile, format: Format) {
  const mimeType = format === 'csv' ? 'text/csv' : 'application/jsonl';
  return { uri: pathToFileURL(path).href, name: shown, mimeType };
}

function readsOnly(reason = 'this one may write') {
  return sqlErrors.fail('E_READONLY', `export_query accepts reading statements only: ${reason}.`, {
    hint: 'Write with {tool:query} first, then export a SELECT.',
  });
}

function formatOf(path: string): Format {
  const extension = /\.(csv|jsonl|ndjson)$/i.exec(path)?.[1]?.toLowerCase();
  if (extension === undefined)
    throw coreErrors.fail('E_INVALID_PARAMS', `Unknown file extension in ${path}.`, {
      hint: 'Pass format "csv" or "jsonl", or a path that ends in .csv or .jsonl.',
    });
  return extension === 'csv' ? 'csv' : 'jsonl';
}

/** Holds one batch in memory at a time. */
async function writeRows(
  reader: RowReader,
  file: OutputWriter,
  format: Format,
  { signal, progress }: ToolContext,
) {
  const lineOf = lineWriter(format, reader.columns);
  if (format === 'csv') await file.write(csvLine(reader.columns.map(({ name }) => name)));
  let rows = 0;
  let reportedAt = performance.now();
  for await (const batch of reader.batches(BATCH, signal)) {
    signal.throwIfAborted();
    await file.write(batch.map(lineOf).join(''));
    rows += batch.length;
    if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) continue;
    reportedAt = performance.now();
    progress(rows, undefined, `${rows} rows, ${file.bytes} bytes`);
  }
  signal.throwIfAborted();
  return { rows, bytes: file.bytes };
}

function lineWriter(format: Format, columns: readonly Column[]): (cells: readonly Cell[]) => string {
  if (format === 'csv') return csvLine;
  return (cells) => `${JSON.stringify(toRow(columns, cells))}\n`;
}
