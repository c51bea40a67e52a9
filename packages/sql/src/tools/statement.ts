import * as z from 'zod';

const MOST_PARAMETERS = 1_000;
const LONGEST_WAIT_MS = 600_000;
const SHOWN_CHARACTERS = 300;

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
  const shown = sql.trim().replace(/\s+/g, ' ');
  const cut = shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
  return `${what}. Run it? ${cut}`;
}
