import * as z from 'zod';

/** Names are short; a database with more of them than this is asked with run-query. */
export const MOST_TABLES = 5_000;

export const tablesAnswer = z.object({ tables: z.array(z.string()) });

/** The statements that would create the table. */
export const schemaAnswer = z.object({ schema: z.string() });

/** Rows; or how many were changed, by a statement that gives none. */
export const queryAnswer = z.object({
  result: z.union([z.array(z.record(z.string(), z.unknown())), z.object({ affected: z.number() })]),
});
