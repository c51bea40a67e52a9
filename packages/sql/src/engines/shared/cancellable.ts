import { setTimeout as delay } from 'node:timers/promises';

/** How long a server may take to stop a statement before its connection is closed. */
const STOP_LIMIT_MS = 2_500;

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

/** Waits for the end of a cancelled statement; calls `giveUp` when the server does not stop it in time. */
export async function awaitStop(finished: Promise<unknown> | undefined, giveUp: () => void): Promise<void> {
  const timer = new AbortController();
  const ended = finished?.catch(() => {});
  const late = delay(STOP_LIMIT_MS, 'late', { signal: timer.signal }).catch(() => {});
  if ((await Promise.race([ended?.then(() => 'ended'), late])) === 'late') giveUp();
  timer.abort();
}
