import { basename, extname } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { MolehillError } from '@molehill/core/errors';
import type { Dialect, ServerDescription } from '../../engines/engine.ts';
import { postgresLexer } from '../../engines/postgres/lexer.ts';
import { type SqlCode, sqlErrors } from '../../errors.ts';
import { createCatalogue } from './catalogue.ts';
import type { DuckdbConnection } from './descriptor.ts';
import { duckdbGuard } from './guard.ts';
import { explain, readPlan } from './plan.ts';
import { readRows, run, runScript } from './run.ts';

export const duckdbDialect: Dialect<DuckdbConnection> = {
  // DuckDB's lexer is derived from PostgreSQL's.
  ...postgresLexer,
  guard: duckdbGuard,
  defaultSchemaSql: 'SELECT current_schema()',
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  open: async ({ config: { file } }) => {
    const instance = await DuckDBInstance.fromCache(file);
    return {
      describeServer: async (signal): Promise<ServerDescription> => {
        const [row] = await readRows(instance, 'SELECT version()', [], signal);
        const database = basename(file, extname(file));
        return { version: `DuckDB ${row?.[0]}`, user: undefined, database, superuser: false, canWrite: true };
      },
      run: (statement, options) => run(instance, statement, options),
      script: (sql, signal) => runScript(instance, sql, signal),
      explain: (statement, options) => explain(instance, statement, options),
      catalogue: createCatalogue((sql, params, signal) => readRows(instance, sql, params, signal)),
      dispose: async () => {},
    };
  },
  classifyError,
  readPlan,
};

const codes: Readonly<Record<string, SqlCode>> = {
  Parser: 'E_SYNTAX',
  Catalog: 'E_NO_SUCH_TABLE',
  Binder: 'E_NO_SUCH_TABLE',
  Constraint: 'E_CONSTRAINT',
  Conversion: 'E_DATA',
  TransactionContext: 'E_READONLY',
};

function classifyError(error: unknown): MolehillError | undefined {
  const message = error instanceof Error ? error.message : '';
  const kind = /(\w+) Error: /.exec(message)?.[1];
  if (kind === undefined) return undefined;
  const column = /column (?:named )?"(\w+)"(?: not found|$)/m.exec(message)?.[1];
  const table = /Table with name (\w+) does not exist/.exec(message)?.[1];
  const code = column === undefined ? (codes[kind] ?? 'E_SQL') : 'E_NO_SUCH_COLUMN';
  return sqlErrors.fail(code, message, { cause: error, details: { missing: column ?? table } });
}
