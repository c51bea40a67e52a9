import type { ResultCursor, RunOptions, Statement } from '../engine.ts';
import { NotSent } from '../shared/attempt.ts';
import { connectionLost, unknownOutcome } from '../shared/connection-errors.ts';
import type { Lease } from '../shared/pool.ts';
import { MysqlCursor } from './cursor.ts';
import { explainError } from './errors.ts';
import { allowWriting, type Room, whileReading, withSession } from './room.ts';
import type { Session } from './session.ts';
import type { ResultStream } from './stream.ts';
import { isResettable } from './verb.ts';

export async function run(room: Room, query: Statement, options: RunOptions): Promise<ResultCursor> {
  const readonly = options.readonly || room.config.readonly;
  return withSession(room, options.signal, async (lease) => {
    const stream = await start(room, lease, query, { ...options, readonly });
    return new MysqlCursor(lease, stream, query.sql, readonly);
  });
}

async function start(
  room: Room,
  lease: Lease<Session>,
  query: Statement,
  options: RunOptions,
): Promise<ResultStream> {
  const session = lease.resource;
  const { readonly, signal } = options;
  const send = () => {
    if (!isResettable(query.sql)) session.spoil();
    return session.start(query.sql, query.params, signal);
  };
  try {
    if (readonly) return await whileReading(lease, options, send);
    await allowWriting(room, lease);
    return await send();
  } catch (error) {
    const lost = !session.usable && !signal.aborted;
    lease.release();
    if (error instanceof NotSent) throw error;
    if (lost) throw readonly ? connectionLost(error) : unknownOutcome(error);
    throw explainError(error);
  }
}
