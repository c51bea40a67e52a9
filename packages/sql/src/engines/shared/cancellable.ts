import { setTimeout as delay } from 'node:timers/promises';

/** How long a server may take to stop a statement before its connection is closed. */
const STOP_LIMIT_MS = 2_500;
const FIRST_REPEAT_MS = 5;
const LONGEST_REPEAT_MS = 250;
/** When cancel requests are repeated for a statement whose connection is closed, so that its end is not seen. */
const REPEAT_UNSEEN_MS = [500, 2_000, 8_000, 20_000];

/** Runs work; when the signal aborts, calls `cancel` and rejects with the signal's reason. */
export async function cancellable<R>(
  signal: AbortSignal | undefined,
  cancel: () => Promise<void>,
  work: (cancel: () => void) => Promise<R>,
): Promise<R> {
  signal?.throwIfAborted();
  let cancelling: Promise<void> | undefined;
  const start = () => {
    cancelling ??= cancel();
  };
  signal?.addEventListener('abort', start, { once: true });
  try {
    return await work(start);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', start);
    // A request still in flight would cancel the connection's next statement.
    await cancelling;
  }
}

/** Asks the server to cancel what a session runs. Resolves with false when it is not known whether the server has done so. */
type CancelRequest = () => Promise<boolean>;

export interface Stop {
  /** The statement ended in time. */
  readonly answered: boolean;
  /** No request can reach the server later, and cancel another statement. */
  readonly settled: boolean;
}

/**
 * Repeats the request until the statement ends: a server ignores a request that arrives before the statement does, or
 * between two messages of one exchange. No request is in flight afterwards.
 */
export async function cancelUntilAnswered(
  statement: Promise<unknown>,
  request: CancelRequest,
): Promise<Stop> {
  const deadline = performance.now() + STOP_LIMIT_MS;
  let answered = false;
  let settled = true;
  const ended = statement.then(
    () => {},
    () => {},
  );
  void ended.then(() => {
    answered = true;
  });
  for (let wait = FIRST_REPEAT_MS; ; wait = Math.min(wait * 2, LONGEST_REPEAT_MS)) {
    settled = (await request()) && settled;
    await raceWithin(ended, wait);
    if (answered || performance.now() >= deadline) return { answered, settled };
  }
}

/** Asks once now, and again later: the statement may not have been started yet. Resolves after the first request. */
export async function cancelUnseen(request: CancelRequest): Promise<void> {
  for (const ms of REPEAT_UNSEEN_MS) setTimeout(() => void request(), ms).unref();
  await request();
}

async function raceWithin(work: Promise<void>, ms: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, delay(ms, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}
