import { NotSent, withConnection } from '../shared/attempt.ts';
import type { Lease, Pool } from '../shared/pool.ts';
import type { PostgresConnection } from './descriptor.ts';
import { explainError } from './errors.ts';
import type { Step, StepResult } from './exchange.ts';
import type { Session } from './session.ts';
import type { TypeBook } from './types.ts';

/** The connections of one database, and what is known about its types. */
export interface Room {
  readonly config: PostgresConnection;
  readonly pool: Pool<Session>;
  readonly types: TypeBook;
  /** The types of parameters by statement, for those that were asked about. */
  readonly parameterTypes: Map<string, readonly number[]>;
}

export function withSession<T>(
  room: Room,
  signal: AbortSignal,
  work: (lease: Lease<Session>) => Promise<T>,
): Promise<T> {
  return withConnection(room.pool, explainError, signal, work);
}

/** Sends what may be sent twice, and so finds out whether the connection is still there. */
export async function probe(
  lease: Lease<Session>,
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<readonly StepResult[]> {
  try {
    return await lease.resource.exchange(steps, signal);
  } catch (error) {
    throw !lease.resource.usable && !signal.aborted ? new NotSent(error) : error;
  }
}
