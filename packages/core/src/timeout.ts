import { coreErrors, isMolehillError, type MolehillError } from './errors.ts';

export interface TimeLimits {
  readonly timeoutMs: number;
  /** How long aborted work may take to stop before its result is abandoned. */
  readonly graceMs: number;
}

const deadlines = new WeakMap<AbortSignal, number>();

/** How long the call with this signal may still take; undefined for a signal that has no deadline. */
export function remainingMs(signal: AbortSignal): number | undefined {
  const deadline = deadlines.get(signal);
  return deadline === undefined ? undefined : Math.max(0, deadline - performance.now());
}

/** Runs work with a timeout and the caller's signal. Aborted work has a grace period to stop. */
export async function runWithTimeout<T>(
  limits: TimeLimits,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = (reason: MolehillError) => controller.abort(reason);
  const cancelled = () => coreErrors.fail('E_CANCELLED', 'The call was cancelled.');
  if (caller?.aborted) throw cancelled();
  const cancel = () => stop(cancelled());
  const timer = setTimeout(
    () =>
      stop(coreErrors.fail('E_TIMEOUT', `The call took longer than ${limits.timeoutMs} ms and was stopped.`)),
    limits.timeoutMs,
  );
  caller?.addEventListener('abort', cancel, { once: true });
  deadlines.set(controller.signal, performance.now() + limits.timeoutMs);
  const abandoned = abandonAfter(controller.signal, limits.graceMs);
  try {
    return await settle(controller.signal, work(controller.signal), abandoned.promise);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', cancel);
    abandoned.dispose();
  }
}

/** A result that arrives in the grace period after a timeout is returned; after a cancellation it is discarded. */
async function settle<T>(signal: AbortSignal, work: Promise<T>, abandoned: Promise<never>): Promise<T> {
  try {
    const value = await Promise.race([work, abandoned]);
    if (signal.aborted && signal.reason.code === 'E_CANCELLED') throw signal.reason;
    return value;
  } catch (error) {
    throw signal.aborted && !outranksAbort(error) ? signal.reason : error;
  }
}

function outranksAbort(error: unknown): boolean {
  return isMolehillError(error) && error.outranksAbort;
}

function abandonAfter(signal: AbortSignal, graceMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (reason: unknown) => void = () => {};
  const promise = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  promise.catch(() => {});
  const start = () => {
    timer = setTimeout(() => giveUp(signal.reason), graceMs);
  };
  signal.addEventListener('abort', start, { once: true });
  return {
    promise,
    dispose: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', start);
    },
  };
}
