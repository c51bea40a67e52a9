import { isMolehillError, messageOf } from '@molehill/core/errors';
import { connectionErrors } from './errors.ts';
import type { AcquireOptions, Manager } from './manager.ts';
import type { Lease } from './shared-backend.ts';
import { isStaleBackendError } from './stale.ts';

export interface ManagedOptions<TConfig> extends AcquireOptions<TConfig> {
  /** Besides `StaleBackendError`: errors which prove that the backend is dead and that nothing was done. */
  isStaleError?(error: unknown): boolean;
}

const ATTEMPTS = 2;

/** Runs work on a connection's backend, and retries once on a new backend when the first one is stale. */
export async function withManaged<TConfig, TBackend, T>(
  manager: Manager<TConfig, TBackend>,
  name: string,
  work: (backend: TBackend, config: TConfig) => Promise<T>,
  options: ManagedOptions<TConfig> = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const lease = await manager.acquire(name, attempt === 1 ? options : { ...options, known: undefined });
    try {
      return await work(lease.backend, lease.config);
    } catch (error) {
      const stale = isStaleBackendError(error) || options.isStaleError?.(error) === true;
      if (!stale) throw describe(error, lease, options);
      lease.discard();
      if (attempt === ATTEMPTS) throw lostAgain(error, name, lease.config, options);
    } finally {
      lease.release();
    }
  }
}

function describe<TConfig>(
  error: unknown,
  { config, explain }: Lease<TConfig, unknown>,
  options: ManagedOptions<TConfig>,
): unknown {
  const known = isMolehillError(error) ? error : options.formatError?.(error, config);
  return known?.code === 'E_CONNECT_FAILED' ? explain(known) : (known ?? error);
}

function lostAgain<TConfig>(cause: unknown, name: string, config: TConfig, options: ManagedOptions<TConfig>) {
  const message = `Connection "${name}" was lost, also after it was opened again: ${messageOf(cause)}`;
  const known = isStaleBackendError(cause) ? undefined : options.formatError?.(cause, config);
  return known ?? connectionErrors.fail('E_CONNECT_FAILED', message, { cause });
}
