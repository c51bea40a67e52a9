import { sqlErrors } from '../../errors.ts';
import type { RunOptions, SqlBackend, SqlCatalogue } from '../engine.ts';
import type { Pool, PooledSession } from './pool.ts';

type Operation<C, K extends 'describeServer' | 'run' | 'script' | 'explain'> = (
  context: C,
  ...parameters: Parameters<SqlBackend[K]>
) => ReturnType<SqlBackend[K]>;

export interface Operations<C> {
  readonly describeServer: Operation<C, 'describeServer'>;
  readonly run: Operation<C, 'run'>;
  readonly runScript: Operation<C, 'script'>;
  readonly explain: Operation<C, 'explain'>;
  createCatalogue(context: C): SqlCatalogue;
}

/** A database server. On a read-only connection every transaction is READ ONLY, even if the caller requests another. */
export function serverBackend<C, S extends PooledSession>(
  { readonly }: { readonly readonly: boolean },
  pools: readonly Pool<S>[],
  context: C,
  { describeServer, run, runScript, explain, createCatalogue }: Operations<C>,
): SqlBackend {
  const forced = <O extends RunOptions>(options: O): O => (readonly ? { ...options, readonly } : options);
  return {
    warm: async (signal) => {
      await Promise.all(pools.map(async (pool) => (await pool.acquire(signal)).release()));
    },
    describeServer: (signal) => describeServer(context, signal),
    run: (statement, options) => run(context, statement, forced(options)),
    explain: (statement, options) => explain(context, statement, forced(options)),
    script: async (sql, signal) => {
      if (readonly) throw sqlErrors.fail('E_READONLY', 'The connection is read-only.');
      return runScript(context, sql, signal);
    },
    catalogue: createCatalogue(context),
    dispose: async () => {
      const reason = sqlErrors.fail('E_CONNECT_FAILED', 'The connection was closed.');
      await Promise.all(pools.map((pool) => pool.dispose(reason)));
    },
  };
}
