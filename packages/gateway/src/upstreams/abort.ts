import { coreErrors, isMolehillError } from '@molehill/core/errors';

export function abortError(signal: AbortSignal): unknown {
  if (isMolehillError(signal.reason)) return signal.reason;
  return coreErrors.fail('E_CANCELLED', 'The call was cancelled.', { cause: signal.reason });
}

/** Stops waiting when the signal aborts; the work itself continues for other callers. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(abortError(signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
