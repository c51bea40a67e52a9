import { sqlErrors } from '../../errors.ts';
import { NotSent, withConnection } from '../shared/attempt.ts';
import type { Lease, Pool } from '../shared/pool.ts';
import type { MysqlConnection } from './descriptor.ts';
import { errorNumber, explainError } from './errors.ts';
import type { Session } from './session.ts';
import { allowWrites } from './setup.ts';

/** The connections of one database. */
export interface Room {
  readonly config: MysqlConnection;
  readonly pool: Pool<Session>;
}

export function withSession<T>(
  room: Room,
  signal: AbortSignal,
  work: (lease: Lease<Session>) => Promise<T>,
): Promise<T> {
  return withConnection(room.pool, explainError, signal, work);
}

/** Begins a transaction that may only read. Until it is told otherwise, a session may not do more either. */
export function beginReading(lease: Lease<Session>): Promise<void> {
  return probe(lease, () => lease.resource.command('START TRANSACTION READ ONLY'));
}

const READ_ONLY_TRANSACTION = 1792;

/**
 * Work in a transaction that may only read. The server does not even plan a change there, so a plan it refuses is asked
 * for once more where a change would be possible; nothing commits, and the reset of the session rolls back.
 */
export async function whileReading<T>(
  lease: Lease<Session>,
  { planOnly }: { readonly planOnly?: boolean },
  work: () => Promise<T>,
): Promise<T> {
  await beginReading(lease);
  try {
    return await work();
  } catch (error) {
    if (!planOnly || errorNumber(error) !== READ_ONLY_TRANSACTION) throw error;
  }
  for (const sql of ['ROLLBACK', allowWrites(lease.resource.server), BEGIN])
    await lease.resource.command(sql);
  return work();
}

/** Lets the session write, for this lease; resetting it takes that back. */
export function allowWriting(room: Room, lease: Lease<Session>): Promise<void> {
  if (room.config.readonly) throw sqlErrors.fail('E_READONLY', 'This connection may only read.');
  return probe(lease, () => lease.resource.command(allowWrites(lease.resource.server)));
}

export const BEGIN = 'START TRANSACTION';

/** A transaction that may write. */
export async function beginWriting(room: Room, lease: Lease<Session>): Promise<void> {
  await allowWriting(room, lease);
  await probe(lease, () => lease.resource.command(BEGIN));
}

/** Sends what may be sent twice, and so finds out whether the connection is still there. */
async function probe(lease: Lease<Session>, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    throw lease.resource.usable ? error : new NotSent(error);
  }
}
