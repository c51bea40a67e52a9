import type { Dialect } from '../engine.ts';
import { quote } from './ddl.ts';
import type { PostgresConnection } from './descriptor.ts';
import { classifyError } from './errors.ts';
import { postgresGuard } from './guard/guard.ts';
import { jsonKeys } from './json-keys.ts';
import { postgresLexer } from './lexer.ts';
import { readPlan } from './plan.ts';

export const postgresDialect: Dialect<PostgresConnection> = {
  ...postgresLexer,
  guard: postgresGuard,
  quote,
  defaultSchemaSql: 'SELECT current_schema()',
  open: async (target) => (await import('./backend.ts')).openBackend(target),
  classifyError,
  sample: (table, share) => `${table} TABLESAMPLE SYSTEM (${(share * 100).toFixed(4)}) REPEATABLE (1)`,
  jsonKeys,
  readPlan,
};
