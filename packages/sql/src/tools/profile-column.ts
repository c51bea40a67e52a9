import type { ToolContext } from '@molehill/core/context';
import { reads } from '@molehill/core/effects';
import { isMolehillError } from '@molehill/core/errors';
import { renderText } from '@molehill/core/render';
import * as z from 'zod';
import type { ColumnDescription, TableDescription } from '../engines/engine.ts';
import { readRest } from '../rows.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import {
  countToSampleSql,
  type Profile,
  profileSchema,
  profileSteps,
  type Source,
  type Step,
  sourceOf,
  wholeTable,
} from './profile-steps.ts';
import type { SqlScope } from './scope.ts';
import { findColumn, findTable, tableShape } from './table.ts';

const DEFAULT_MS = 2_000;
const MAX_MS = 120_000;
const MOST_TOP = 50;
/** Time to cancel the last statement and to answer. */
const GRACE_MS = 10_000;

const outputSchema = z.object({
  schema: z.string(),
  table: z.string(),
  column: z.string(),
  type: z.string(),
  ...profileSchema.shape,
  notes: z.array(z.string()).describe('What is missing and why'),
});

export function profileColumnTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'profile_column',
    title: 'Profile a column',
    description:
      'Rows, nulls, distinct values, range and most frequent values of one column, within a time limit. For rows use sample_rows.',
    input: z.strictObject({
      connection: connectionParam,
      ...tableShape,
      column: z.string().min(1),
      top: z.number().int().min(1).max(MOST_TOP).default(10).describe('Number of frequent values'),
      exact: z.boolean().default(false).describe('Read all rows of a large table, not a sample'),
      timeoutMs: z
        .number()
        .int()
        .min(1)
        .max(MAX_MS)
        .default(DEFAULT_MS)
        .describe('Time limit; what is known by then is returned'),
    }),
    output: outputSchema,
    effects: reads,
    timeoutOf: ({ timeoutMs }) => timeoutMs + GRACE_MS,
    render: ({ notes, ...profile }) => renderText(notes.length === 0 ? profile : { ...profile, notes }),
    run: async (input, scope, context) => {
      const table = await findTable(input, scope, context.signal);
      const column = findColumn(table, input.column);
      const { schema, name } = table;
      const head = { schema, table: name, column: column.name, type: column.type };
      const timeout = AbortSignal.timeout(input.timeoutMs);
      const profile = await profileOf(table, column, input, scope, { ...context, timeout });
      return { ...head, ...profile };
    },
  });
}

interface ProfileContext extends ToolContext {
  readonly timeout: AbortSignal;
}

async function profileOf(
  table: TableDescription,
  { name, type }: ColumnDescription,
  { top, exact }: { readonly top: number; readonly exact: boolean },
  scope: SqlScope,
  context: ProfileContext,
) {
  const { dialect } = scope;
  const signal = AbortSignal.any([context.signal, context.timeout]);
  const source = await chooseSource(table, exact, scope, signal).catch((error: unknown) => {
    if (context.signal.aborted || !context.timeout.aborted) throw error;
    return wholeTable(table, dialect);
  });
  const steps = profileSteps(source, { quoted: dialect.quote(name), type }, top, dialect);
  const { notes, ...profile } = await measure(steps, scope, context, context.timeout);
  const isSample = source.estimate !== undefined;
  return { ...profile, notes: [...(isSample ? [SAMPLE_NOTE] : []), ...notes] };
}

const SAMPLE_NOTE = 'rows is an estimate, the other figures are of the sampled rows; exact: true reads all';

async function chooseSource(
  table: TableDescription,
  exact: boolean,
  { read, dialect }: SqlScope,
  signal: AbortSignal,
): Promise<Source> {
  if (exact) return wholeTable(table, dialect);
  if (table.rowEstimate !== undefined) return sourceOf(table, dialect, table.rowEstimate);
  const sql = countToSampleSql(table, dialect);
  const [row] = await readRest(await read({ sql, params: [] }, signal), signal);
  return sourceOf(table, dialect, Number(row?.[0]));
}

async function measure(
  steps: readonly Step[],
  { read, dialect }: SqlScope,
  { signal: caller, progress }: ToolContext,
  timeout: AbortSignal,
) {
  const profile: Profile = {};
  const notes: string[] = [];
  const signal = AbortSignal.any([caller, timeout]);
  for (const [done, { what, sql, take }] of steps.entries()) {
    progress(done, steps.length, what);
    try {
      signal.throwIfAborted();
      Object.assign(profile, take(await readRest(await read({ sql, params: [] }, signal), signal)));
    } catch (error) {
      caller.throwIfAborted();
      const reason = timeout.aborted ? 'time limit reached; raise timeoutMs' : reasonOf(error, dialect);
      notes.push(`${what}: ${reason}`);
    }
  }
  return { ...profile, notes };
}

/** Some types have no order or equality, which is a result and not an error. */
function reasonOf(error: unknown, dialect: SqlScope['dialect']): string {
  const known = isMolehillError(error) ? error : dialect.classifyError(error);
  if (known === undefined || known.retryable || known.code === 'E_READONLY') throw known ?? error;
  return `not for this type (${known.message})`;
}
