import type { RunOptions } from '../engine.ts';
import type { Pool } from '../shared/pool.ts';
import { type Step, type StepResult, statement } from './exchange.ts';
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

const SCHEMAS = `(SELECT pg_catalog.string_agg(pg_catalog.quote_ident(schema), ',')
  FROM pg_catalog.unnest(pg_catalog.current_schemas(false)) AS schema)`;

/**
 * Gives up every privilege but reading until the transaction ends, so that files, programs and other servers are out of
 * reach even for a superuser. The search path keeps its meaning, which may depend on the role, and a policy that would
 * hide rows from the role is an error.
 */
const BECOME_READER = `SELECT
  pg_catalog.set_config('search_path', COALESCE(${SCHEMAS}, '""'), true),
  pg_catalog.set_config('row_security', 'off', true),
  pg_catalog.set_config('role', 'pg_read_all_data', true)`;

/** Compiling a query on the catalogue takes much longer than running it. */
const NO_JIT = 'SET LOCAL jit = off';

/** The first statements of a transaction; they are sent together with the statement itself. */
export function openingOf(
  session: Session,
  begin: string,
  { asReader, isCatalogue }: Pick<RunOptions, 'asReader' | 'isCatalogue'> = {},
): readonly Step[] {
  const more = [...(isCatalogue ? [NO_JIT] : []), ...(asReader ? [BECOME_READER] : [])];
  return [statement(begin), ...session.preamble, ...more.map((sql) => statement(sql))];
}

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
