import * as z from 'zod';

const MOST_PARAMETERS = 1_000;
const LONGEST_WAIT_MS = 600_000;

export const sqlParam = z.string().max(1_000_000);

const bindable = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

export const paramsParam = z
  .array(bindable)
  .max(MOST_PARAMETERS)
  .optional()
  .describe('Values bound in order: $1, $2 … on PostgreSQL, ? elsewhere');

export const timeoutParam = z
  .number()
  .int()
  .min(1)
  .max(LONGEST_WAIT_MS)
  .optional()
  .describe('Cancel the statement after this many milliseconds');

/** A question for the person, with the beginning of the statement. */
export function question(what: string, sql: string): string {
  return `${what}. Run it? ${beginning(sql, 300)}`;
}

/** A statement in one line, cut after so many characters. */
export function beginning(sql: string, characters: number): string {
  const line = sql.trim().replace(/\s+/g, ' ');
  return line.length > characters ? `${line.slice(0, characters)}…` : line;
}
