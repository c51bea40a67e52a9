import { type Pool, retriable } from '../shared/pool.ts';
import { command, type StepResult, statement } from './exchange.ts';
import type { Session } from './session.ts';
import type { TypeCatalogue } from './types.ts';

/** The sessions of one database, and what is known about its types. */
export interface PgContext {
  readonly pool: Pool<Session>;
  readonly types: TypeCatalogue;
  /** The types of parameters by statement, where the server was asked for them. */
  readonly parameterTypes: Map<string, readonly number[]>;
}

/** One snapshot for all pages of a cursor. */
export const BEGIN_READ_ONLY = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';

/** Runs a catalogue query in a READ ONLY transaction and one round trip. */
export function readAll(
  { pool }: PgContext,
  sql: string,
  values: readonly (string | null)[],
  signal: AbortSignal,
): Promise<StepResult['rows']> {
  return pool.use(signal, async (session) => {
    const steps = [command(BEGIN_READ_ONLY), statement(sql, values), command('ROLLBACK')];
    const [, result] = await retriable(session, () => session.exchange(steps, signal), signal);
    return result?.rows ?? [];
  });
}
