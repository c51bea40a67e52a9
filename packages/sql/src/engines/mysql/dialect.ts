import type { MysqlConnection } from '../../config.ts';
import type { Dialect, SqlTarget } from '../engine.ts';
import { classifyError } from './errors.ts';
import { mysqlGuard } from './guard/guard.ts';
import { mysqlLexer, quote } from './lexer.ts';

function isMysql(target: SqlTarget): target is SqlTarget<MysqlConnection> {
  return target.config.type === 'mysql';
}

/** MySQL and MariaDB. */
export const mysqlDialect: Dialect = {
  ...mysqlLexer,
  type: 'mysql',
  defaultPort: 3306,
  guard: mysqlGuard,
  quote,
  open: async (target) => {
    if (!isMysql(target)) throw new Error(`not a MySQL connection: ${target.config.type}`);
    const { openBackend } = await import('./backend.ts');
    return openBackend(target);
  },
  classifyError,
};
