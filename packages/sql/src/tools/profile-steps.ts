import * as z from 'zod';
import type { Cell, Dialect, TableDescription } from '../engines/engine.ts';
import { qualified } from './table.ts';

const keySchema = z.object({
  key: z.string(),
  count: z.number(),
  types: z.string(),
  distinct: z.number(),
  example: z.unknown(),
});

export const profileSchema = z.object({
  rows: z.number().optional().describe('An estimate where a sample is read'),
  sampled: z.number().optional().describe('Rows of the sample that the other figures are of'),
  nulls: z.number().optional(),
  distinct: z.number().optional().describe('Without NULL'),
  min: z.unknown().optional(),
  max: z.unknown().optional(),
  top: z
    .array(z.object({ value: z.unknown(), count: z.number() }))
    .optional()
    .describe('Most frequent values'),
  keys: z.array(keySchema).optional().describe('Most frequent keys of JSON objects'),
});

export type Profile = z.input<typeof profileSchema>;

/** One statistic with a statement of its own, so that a slow one does not cost the others. */
export interface Step {
  readonly what: string;
  readonly sql: string;
  take(rows: readonly (readonly Cell[])[]): Profile;
}

/** Rows to read where a table has more than MOST_READ. */
const SAMPLE_ROWS = 50_000;
const MOST_READ = 200_000;

/** What a profile reads: the table, or a sample of it. */
export interface Source {
  readonly sql: string;
  /** Rows of the table where a sample is read. */
  readonly estimate?: number;
}

export function wholeTable(table: TableDescription, dialect: Dialect): Source {
  return { sql: qualified(table, dialect) };
}

/** Counts rows of a table without an estimate, up to the number that is read completely. */
export function countToSampleSql(table: TableDescription, dialect: Dialect): string {
  return `SELECT COUNT(*) FROM (SELECT 1 FROM ${qualified(table, dialect)} LIMIT ${MOST_READ + 1}) AS counted`;
}

/** A sample of a large table: spread over it where the engine can, else its first rows. */
export function sourceOf(table: TableDescription, dialect: Dialect, rows: number): Source {
  if (rows <= MOST_READ) return wholeTable(table, dialect);
  const name = qualified(table, dialect);
  const spread = table.kind === 'view' ? undefined : dialect.sample?.(name, SAMPLE_ROWS / rows);
  const sql = spread ?? `(SELECT * FROM ${name} LIMIT ${SAMPLE_ROWS}) AS sample`;
  return { sql, estimate: rows };
}

export function profileSteps(
  { sql: source, estimate }: Source,
  column: { readonly quoted: string; readonly type: string },
  top: number,
  dialect: Dialect,
): Step[] {
  const { quoted, type } = column;
  const counts: Step = {
    what: 'rows and nulls',
    sql: `SELECT COUNT(*), COUNT(${quoted}) FROM ${source}`,
    take: ([row]) => countsOf(Number(row?.[0]), Number(row?.[1]), estimate),
  };
  const keys = dialect.jsonKeys?.(source, quoted, type, top);
  return [counts, ...(keys === undefined ? valueSteps(source, quoted, top) : [keyStep(keys)])];
}

function countsOf(rows: number, filled: number, estimate: number | undefined): Profile {
  const nulls = rows - filled;
  return estimate === undefined ? { rows, nulls } : { rows: estimate, sampled: rows, nulls };
}

function valueSteps(source: string, column: string, top: number): Step[] {
  return [
    {
      what: 'min and max',
      sql: `SELECT MIN(${column}), MAX(${column}) FROM ${source}`,
      take: ([row]) => ({ min: row?.[0] ?? null, max: row?.[1] ?? null }),
    },
    {
      what: 'distinct values',
      sql: `SELECT COUNT(DISTINCT ${column}) FROM ${source}`,
      take: ([row]) => ({ distinct: Number(row?.[0]) }),
    },
    {
      what: 'most frequent values',
      sql: `SELECT ${column}, COUNT(*) FROM ${source} WHERE ${column} IS NOT NULL GROUP BY ${column} ORDER BY 2 DESC, 1 LIMIT ${top}`,
      take: (rows) => ({
        top: rows.map(([value, count]) => ({ value: value ?? null, count: Number(count) })),
      }),
    },
  ];
}

function keyStep(sql: string): Step {
  return {
    what: 'keys',
    sql,
    take: (rows) => ({
      keys: rows.map(([key, count, distinct, types, example]) => ({
        key: String(key),
        count: Number(count),
        types: String(types),
        distinct: Number(distinct),
        example: example ?? null,
      })),
    }),
  };
}
