import type { SqlBackend, SqlTarget } from '../engine.ts';
import { serverBackend } from '../shared/backend.ts';
import { Pool } from '../shared/pool.ts';
import { createCatalogue, describeServer } from './catalogue.ts';
import type { MysqlConnection } from './descriptor.ts';
import { classifyError } from './errors.ts';
import { explain } from './explain.ts';
import { Killer } from './killer.ts';
import { run } from './run.ts';
import { runScript } from './script.ts';
import { openSession } from './setup.ts';

export function openBackend(target: SqlTarget<MysqlConnection>): SqlBackend {
  const killer = new Killer(target);
  const pool = new Pool({
    open: (signal) => openSession(target, killer, signal),
    classify: classifyError,
    isRouteOpen: target.isRouteOpen,
  });
  const operations = { describeServer, run, runScript, explain, createCatalogue };
  return serverBackend(target.config, [pool], pool, operations);
}
