import type { Dialect } from '../engine.ts';
import type { MysqlConnection } from './descriptor.ts';
import { classifyError } from './errors.ts';
import { mysqlGuard } from './guard/guard.ts';
import { readPlan } from './plan/plan.ts';
import { quote } from './quote.ts';

export const mysqlDialect: Dialect<MysqlConnection> = {
  guard: mysqlGuard,
  quote,
  defaultSchemaSql: 'SELECT DATABASE()',
  open: async (target) => (await import('./backend.ts')).openBackend(target),
  classifyError,
  readPlan,
};
