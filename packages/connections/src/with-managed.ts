import { isMolehillError, type MolehillError, messageOf } from '@molehill/core/errors';
import { connectionErrors } from './errors.ts';
import type { AcquireOptions, Lease, Manager } from './manager.ts';
import { isStaleBackendError } from './stale.ts';

export interface ManagedOptions<TConfig> extends AcquireOptions<TConfig> {
  /** Besides `StaleBackendError`: errors which prove that the backend is dead and that nothing was done. */
  isStaleError?(error: unknown): boolean;
}

type Work<TConfig, TBackend, T> = (backend: TBackend, config: TConfig) => Promise<T>;

/** Runs work on a connection's backend; once more on a new one when the first turns out to be dead. */
export async function withManaged<TConfig, TBackend, T>(
  manager: Manager<TConfig, TBackend>,
  name: string,
  work: Work<TConfig, TBackend, T>,
  options: ManagedOptions<TConfig> = {},
): Promise<T> {
  const first = await attempt(manager, name, work, options);
  if (first.done) return first.value;
  const second = await attempt(manager, name, work, { ...options, known: undefined });
  if (second.done) return second.value;
  throw second.error;
}

type Outcome<T> =
  | { readonly done: true; readonly value: T }
  | { readonly done: false; readonly error: MolehillError };

async function attempt<TConfig, TBackend, T>(
  manager: Manager<TConfig, TBackend>,
  name: string,
  work: Work<TConfig, TBackend, T>,
  options: ManagedOptions<TConfig>,
): Promise<Outcome<T>> {
  const lease = await manager.acquire(name, options);
  try {
    return { done: true, value: await work(lease.backend, lease.config) };
  } catch (error) {
    const stale = isStaleBackendError(error) || options.isStaleError?.(error) === true;
    if (!stale) throw told(error, lease, options);
    lease.discard();
    return { done: false, error: lost(name, error, lease, options) };
  } finally {
    lease.release();
  }
}

function told<TConfig, TBackend>(
  error: unknown,
  lease: Lease<TConfig, TBackend>,
  options: ManagedOptions<TConfig>,
): unknown {
  const known = isMolehillError(error) ? error : options.formatError?.(error, lease.config);
  return known?.code === 'E_CONNECT_FAILED' ? lease.explain(known) : (known ?? error);
}

function lost<TConfig, TBackend>(
  name: string,
  cause: unknown,
  lease: Lease<TConfig, TBackend>,
  options: ManagedOptions<TConfig>,
): MolehillError {
  const reason = messageOf(cause);
  const message = `Connection "${name}" was lost, and again when opened anew: ${reason}`;
  const known = isStaleBackendError(cause) ? undefined : options.formatError?.(cause, lease.config);
  return known ?? connectionErrors.fail('E_CONNECT_FAILED', message, { cause });
}
