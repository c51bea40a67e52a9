import type { Pool } from '../shared/pool.ts';
import { type StepResult, statement } from './exchange.ts';
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
    const steps = [statement(BEGIN_READ_ONLY), statement(sql, values), statement('ROLLBACK')];
    const [, result] = await session.retriable(steps, signal);
    return result?.rows ?? [];
  });
}
