import type { Lease, Pool } from './pool.ts';

/** The statement certainly did not run: it may be sent again over another connection. */
export class NotSent extends Error {
  constructor(cause: unknown) {
    super('the connection was gone before anything was sent', { cause });
  }
}

/**
 * Work on one connection. One that lay idle may have died with its server: what was not sent over it is sent once more,
 * over a new one. `explain` makes one of our errors of a driver's.
 */
export async function withConnection<S, T>(
  pool: Pool<S>,
  explain: (error: unknown) => unknown,
  signal: AbortSignal,
  work: (lease: Lease<S>) => Promise<T>,
): Promise<T> {
  const acquire = (fresh: boolean) =>
    pool.acquire(signal, { fresh }).catch((error) => {
      throw explain(error);
    });
  const lease = await acquire(false);
  try {
    return await work(lease);
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    if (lease.restedMs === undefined) throw explain(error.cause);
  }
  return work(await acquire(true)).catch((error) => {
    throw error instanceof NotSent ? explain(error.cause) : error;
  });
}
