import type { SqlBackend, SqlTarget } from '../engine.ts';
import { serverBackend } from '../shared/backend.ts';
import { Pool } from '../shared/pool.ts';
import { createCatalogue, describeServer } from './catalogue.ts';
import { openSession } from './connect.ts';
import type { PgContext } from './context.ts';
import type { PostgresConnection } from './descriptor.ts';
import { explainError } from './errors.ts';
import { explain } from './explain.ts';
import { run } from './run.ts';
import { runScript } from './script.ts';
import { TypeCatalogue } from './types.ts';

export function openBackend(target: SqlTarget<PostgresConnection>): SqlBackend {
  const pool = new Pool({
    open: (signal) => openSession(target, signal),
    classify: (error) => explainError(error),
  });
  const context: PgContext = { pool, types: new TypeCatalogue(), parameterTypes: new Map() };
  return serverBackend(target.config, pool, {
    describeServer: (signal) => describeServer(context, signal),
    run: (statement, options) => run(context, statement, options),
    script: (sql, signal) => runScript(context, sql, signal),
    explain: (statement, options) => explain(context, statement, options),
    catalogue: createCatalogue(context),
  });
}
