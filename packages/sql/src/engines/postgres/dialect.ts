import type { PostgresConnection } from '../../config.ts';
import type { Dialect, SqlTarget } from '../engine.ts';
import { quote } from './ddl.ts';
import { classifyError } from './errors.ts';
import { postgresGuard } from './guard/guard.ts';
import { postgresLexer } from './lexer.ts';

function isPostgres(target: SqlTarget): target is SqlTarget<PostgresConnection> {
  return target.config.type === 'postgres';
}

export const postgresDialect: Dialect = {
  ...postgresLexer,
  type: 'postgres',
  defaultPort: 5432,
  guard: postgresGuard,
  quote,
  open: async (target) => {
    if (!isPostgres(target)) throw new Error(`not a PostgreSQL connection: ${target.config.type}`);
    const { openBackend } = await import('./backend.ts');
    return openBackend(target);
  },
  classifyError: (error) => classifyError(error),
};
