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
  .describe('For $1, $2 … on PostgreSQL, ? elsewhere');

export const timeoutParam = z.number().int().min(1).max(LONGEST_WAIT_MS).optional();

/** More than a person reads; the rest is counted. */
const SHOWN_CHARACTERS = 2_000;

/** A question for the person, with the statement. */
export function question(what: string, sql: string): string {
  const rest = oneLine(sql).length - SHOWN_CHARACTERS;
  const more = rest > 0 ? ` (${rest} more characters)` : '';
  return `${what}. Run it? ${beginning(sql, SHOWN_CHARACTERS)}${more}`;
}

/** A statement in one line, cut after so many characters. */
export function beginning(sql: string, characters: number): string {
  const line = oneLine(sql);
  return line.length > characters ? `${line.slice(0, characters)}…` : line;
}

function oneLine(sql: string): string {
  return sql.trim().replace(/\s+/g, ' ');
}
