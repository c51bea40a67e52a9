import { coreErrors, isMolehillError } from '@molehill/core/errors';

export function cancelledError({ reason }: AbortSignal): unknown {
  if (isMolehillError(reason)) return reason;
  return coreErrors.fail('E_CANCELLED', 'The call was cancelled.', { cause: reason });
}

/** Stops waiting when the signal aborts; the work itself continues for other callers. */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  errorOf: (signal: AbortSignal) => unknown = ({ reason }) => reason,
): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(errorOf(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
