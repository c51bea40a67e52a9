import type { SqlBackend, SqlTarget } from '../engine.ts';
import { serverBackend } from '../shared/backend.ts';
import { Pool } from '../shared/pool.ts';
import { createCatalogue, describeServer } from './catalogue.ts';
import { openSession } from './connect.ts';
import type { PostgresConnection } from './descriptor.ts';
import { classifyError } from './errors.ts';
import { explain } from './explain.ts';
import { run } from './run.ts';
import { runScript } from './script.ts';
import { TypeCatalogue } from './types.ts';

export function openBackend(target: SqlTarget<PostgresConnection>): SqlBackend {
  const pool = new Pool({
    open: (signal) => openSession(target, signal),
    classify: classifyError,
    isRouteOpen: target.isRouteOpen,
  });
  const context = { pool, types: new TypeCatalogue(), parameterTypes: new Map() };
  const operations = { describeServer, run, runScript, explain, createCatalogue };
  return serverBackend(target.config, pool, context, operations);
}
