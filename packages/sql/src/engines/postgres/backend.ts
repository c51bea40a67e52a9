import type { SqlBackend, SqlTarget } from '../engine.ts';
import { serverBackend } from '../shared/backend.ts';
import { Pool } from '../shared/pool.ts';
import { createCatalogue, describeServer } from './catalogue.ts';
import { openCatalogueSession, openSession } from './connect.ts';
import type { PostgresConnection } from './descriptor.ts';
import { classifyError } from './errors.ts';
import { explain } from './explain.ts';
import { run } from './run.ts';
import { runScript } from './script.ts';
import { TypeCatalogue } from './types.ts';

/** Its queries take a millisecond each. */
const MOST_CATALOGUE_SESSIONS = 2;

export function openBackend(target: SqlTarget<PostgresConnection>): SqlBackend {
  const { isRouteOpen } = target;
  const pool = new Pool({
    open: (signal) => openSession(target, signal),
    classify: classifyError,
    isRouteOpen,
  });
  const cataloguePool = new Pool({
    open: (signal) => openCatalogueSession(target, signal),
    classify: classifyError,
    isRouteOpen,
    max: MOST_CATALOGUE_SESSIONS,
  });
  const context = { pool, cataloguePool, types: new TypeCatalogue(), parameterTypes: new Map() };
  const operations = { describeServer, run, runScript, explain, createCatalogue };
  return serverBackend(target.config, [pool, cataloguePool], context, operations);
}
