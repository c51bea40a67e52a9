import type { ToolContext } from '@molehill/core/context';
import { reads } from '@molehill/core/effects';
import { isMolehillError } from '@molehill/core/errors';
import * as z from 'zod';
import type { Cell } from '../engines/engine.ts';
import { readRest } from '../rows.ts';
import { connectionParam, defineConnectionTool, type SqlConnections } from './connection-tool.ts';
import type { SqlScope } from './scope.ts';
import { findColumn, findTable, qualified, tableShape } from './table.ts';

const DEFAULT_MS = 10_000;
const MAX_MS = 120_000;
const MOST_TOP = 50;
/** Time to cancel the last statement and to answer. */
const GRACE_MS = 10_000;

const outputSchema = z.object({
  schema: z.string(),
  table: z.string(),
  column: z.string(),
  type: z.string(),
  rows: z.number().optional(),
  nulls: z.number().optional(),
  distinct: z.number().optional().describe('Without NULL'),
  min: z.unknown().optional(),
  max: z.unknown().optional(),
  top: z
    .array(z.object({ value: z.unknown(), count: z.number() }))
    .optional()
    .describe('Most frequent values'),
  notes: z.array(z.string()).describe('What is missing and why'),
});

type Profile = Partial<z.input<typeof outputSchema>>;

/** One statistic with a statement of its own, so that a slow one does not cost the others. */
interface Step {
  readonly what: string;
  readonly sql: string;
  take(rows: readonly (readonly Cell[])[]): Profile;
}

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
    run: async (input, scope, context) => {
      const table = await findTable(input, scope, context.signal);
      const column = findColumn(table, input.column);
      const steps = stepsFor(qualified(table, scope.dialect), scope.dialect.quote(column.name), input.top);
      const profile = await measure(steps, scope, context, AbortSignal.timeout(input.timeoutMs));
      return { schema: table.schema, table: table.name, column: column.name, type: column.type, ...profile };
    },
  });
}

function stepsFor(table: string, column: string, top: number): Step[] {
  return [
    {
      what: 'rows and nulls',
      sql: `SELECT COUNT(*), COUNT(${column}) FROM ${table}`,
      take: ([row]) => ({ rows: Number(row?.[0]), nulls: Number(row?.[0]) - Number(row?.[1]) }),
    },
    {
      what: 'min and max',
      sql: `SELECT MIN(${column}), MAX(${column}) FROM ${table}`,
      take: ([row]) => ({ min: row?.[0] ?? null, max: row?.[1] ?? null }),
    },
    {
      what: 'distinct values',
      sql: `SELECT COUNT(DISTINCT ${column}) FROM ${table}`,
      take: ([row]) => ({ distinct: Number(row?.[0]) }),
    },
    {
      what: 'most frequent values',
      sql: `SELECT ${column}, COUNT(*) FROM ${table} WHERE ${column} IS NOT NULL GROUP BY ${column} ORDER BY 2 DESC, 1 LIMIT ${top}`,
      take: (rows) => ({
        top: rows.map(([value, count]) => ({ value: value ?? null, count: Number(count) })),
      }),
    },
  ];
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
