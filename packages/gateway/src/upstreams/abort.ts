import { coreErrors, isMolehillError } from '@molehill/core/errors';

export function cancelled(signal: AbortSignal): unknown {
  if (isMolehillError(signal.reason)) return signal.reason;
  return coreErrors.fail('E_CANCELLED', 'The call was cancelled.', { cause: signal.reason });
}

/** Waits no longer than the caller wants to; what is waited for goes on for the others. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(cancelled(signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
