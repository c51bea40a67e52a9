import { reads } from '@molehill/core/effects';
import { isMolehillError } from '@molehill/core/errors';
import * as z from 'zod';
import type { Cell } from '../engines/engine.ts';
import { readAll } from '../rows.ts';
import {
  connectionParam,
  defineConnectionTool,
  type SqlConnections,
  type SqlScope,
} from './connection-tool.ts';
import { findColumn, findTable, qualified, tableShape } from './table.ts';

const USUAL_MS = 10_000;
const LONGEST_MS = 120_000;
const MOST_TOP = 50;
/** What stopping a statement and answering may take on top of the time for looking. */
const AROUND_MS = 10_000;

const outputSchema = z.object({
  schema: z.string(),
  table: z.string(),
  column: z.string(),
  type: z.string(),
  rows: z.number().optional(),
  nulls: z.number().optional(),
  distinct: z.number().optional().describe('Different values, NULL not counted'),
  min: z.unknown().optional(),
  max: z.unknown().optional(),
  top: z
    .array(z.object({ value: z.unknown(), count: z.number() }))
    .optional()
    .describe('Most frequent values'),
  notes: z.array(z.string()).describe('What is missing, and why'),
});

type Profile = Partial<z.input<typeof outputSchema>>;

/** One question about the column; each is asked by itself, so that one that takes too long costs only itself. */
interface Step {
  readonly what: string;
  readonly sql: string;
  take(rows: readonly (readonly Cell[])[]): Profile;
}

export function profileColumnTool(connections: SqlConnections) {
  return defineConnectionTool(connections, {
    name: 'profile_column',
    title: 'What is in a column',
    description:
      'Rows, nulls, distinct values, range and most frequent values of one column, as far as the time given allows. For whole rows use sample_rows.',
    input: z.strictObject({
      connection: connectionParam,
      ...tableShape,
      column: z.string().min(1),
      top: z.number().int().min(1).max(MOST_TOP).default(10).describe('How many frequent values'),
      timeoutMs: z
        .number()
        .int()
        .min(1)
        .max(LONGEST_MS)
        .default(USUAL_MS)
        .describe('Time for looking; then what is known is answered'),
    }),
    output: outputSchema,
    effects: reads,
    timeoutOf: ({ timeoutMs }) => timeoutMs + AROUND_MS,
    run: async (input, scope, { signal, progress }) => {
      const table = await findTable(input, scope, signal);
      const column = findColumn(table, input.column);
      const steps = stepsFor(qualified(table, scope.dialect), scope.dialect.quote(column.name), input.top);
      const answers = await ask(steps, scope, signal, AbortSignal.timeout(input.timeoutMs), progress);
      const about = { schema: table.schema, table: table.name, column: column.name, type: column.type };
      return { ...about, ...answers.profile, notes: answers.notes };
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

async function ask(
  steps: readonly Step[],
  { backend, dialect }: SqlScope,
  caller: AbortSignal,
  time: AbortSignal,
  progress: (done: number, total: number, message: string) => void,
) {
  let profile: Profile = {};
  const notes: string[] = [];
  for (const [done, { what, sql, take }] of steps.entries()) {
    progress(done, steps.length, what);
    try {
      const signal = AbortSignal.any([caller, time]);
      signal.throwIfAborted();
      profile = { ...profile, ...take(await readAll(backend, { sql, params: [] }, signal)) };
    } catch (error) {
      caller.throwIfAborted();
      notes.push(
        `${what}: ${time.aborted ? 'the time ran out; allow more with timeoutMs' : reasonOf(error, dialect)}`,
      );
    }
  }
  return { profile, notes };
}

/** Some types have no order or no equality: that is an answer about the column too. What else goes wrong is an error. */
function reasonOf(error: unknown, dialect: SqlScope['dialect']): string {
  const known = isMolehillError(error) ? error : dialect.classifyError(error);
  if (known === undefined || known.retryable || known.code === 'E_READONLY') throw known ?? error;
  return `not for this type (${known.message})`;
}
