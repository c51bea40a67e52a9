import { sqlErrors } from '../../errors.ts';
import type { RunOptions, SqlBackend } from '../engine.ts';
import type { Pool, PooledSession } from './pool.ts';

type Operations = Omit<SqlBackend, 'dispose'>;

/** A database behind a pool. Forces READ ONLY transactions on a read-only connection, whatever the caller asks for. */
export function serverBackend<S extends PooledSession>(
  { readonly }: { readonly readonly: boolean },
  pool: Pool<S>,
  operations: Operations,
): SqlBackend {
  const forced = <O extends RunOptions>(options: O): O => (readonly ? { ...options, readonly } : options);
  return {
    ...operations,
    run: (statement, options) => operations.run(statement, forced(options)),
    explain: (statement, options) => operations.explain(statement, forced(options)),
    script: async (sql, signal) => {
      if (readonly) throw sqlErrors.fail('E_READONLY', 'The connection is read-only.');
      return operations.script(sql, signal);
    },
    dispose: async () => pool.dispose(sqlErrors.fail('E_CONNECT_FAILED', 'The connection was closed.')),
  };
}
