import type { RunOptions } from '../engine.ts';
import type { Pool } from '../shared/pool.ts';
import type { CatalogueSession } from './catalogue-session.ts';
import { BEGIN_READ_ONLY, type Step, type StepResult, statement } from './exchange.ts';
import type { Session } from './session.ts';
import type { TypeCatalogue } from './types.ts';

/** The sessions of one database, and what is known about its types. */
export interface PgContext {
  readonly pool: Pool<Session>;
  /** For our own queries on the catalogue. */
  readonly cataloguePool: Pool<CatalogueSession>;
  readonly types: TypeCatalogue;
  /** The types of parameters by statement, where the server was asked for them. */
  readonly parameterTypes: Map<string, readonly number[]>;
}

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

/** The first statements of a transaction; they are sent together with the statement itself. */
export function openingOf(
  session: Session,
  begin: string,
  { asReader }: Pick<RunOptions, 'asReader'> = {},
): readonly Step[] {
  return [statement(begin), ...session.preamble, ...(asReader ? [statement(BECOME_READER)] : [])];
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
