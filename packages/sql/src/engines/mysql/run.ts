import type { ResultCursor, RunOptions, Statement } from '../engine.ts';
import { connectionLost } from '../shared/connection-errors.ts';
import { type Lease, NotSentError } from '../shared/pool.ts';
import type { MysqlContext } from './context.ts';
import { MysqlCursor } from './cursor.ts';
import { explainError } from './errors.ts';
import type { Session } from './session.ts';
import type { ResultStream } from './stream.ts';
import { isResettable } from './verb.ts';

export function run({ pool }: MysqlContext, query: Statement, options: RunOptions): Promise<ResultCursor> {
  return pool.lend(options.signal, async (lease) => {
    const stream = await start(lease, query, options);
    return new MysqlCursor(lease, stream, query.sql, options.readonly);
  });
}

async function start(
  lease: Lease<Session>,
  { sql, params }: Statement,
  { readonly, planOnly, signal }: RunOptions,
): Promise<ResultStream> {
  const { session } = lease;
  const send = () => {
    if (!isResettable(sql)) session.markDirty();
    return session.start(sql, params, signal);
  };
  try {
    if (readonly) return await session.readOnly(planOnly, send);
    await session.allowWrites();
    return await send();
  } catch (error) {
    const lost = !session.usable && !signal.aborted;
    lease.release();
    if (error instanceof NotSentError) throw error;
    if (lost) throw connectionLost(error, readonly);
    throw explainError(error);
  }
}
