import { sqlErrors } from '../../errors.ts';
import type { SqlBackend, SqlTarget } from '../engine.ts';
import { Pool } from '../shared/pool.ts';
import { createCatalogue, describeServer } from './catalogue.ts';
import { openSession } from './connect.ts';
import type { PostgresConnection } from './descriptor.ts';
import { explain } from './explain.ts';
import type { Room } from './room.ts';
import { run } from './run.ts';
import { runScript } from './script.ts';
import type { Session } from './session.ts';
import { TypeBook } from './types.ts';

/** Five for calls, and three that may be held by cursors. */
const MOST_CONNECTIONS = 8;
const IDLE_MS = 60_000;

export function openBackend(target: SqlTarget<PostgresConnection>): SqlBackend {
  const pool = new Pool<Session>({
    max: MOST_CONNECTIONS,
    idleMs: IDLE_MS,
    open: (signal) => openSession(target, signal),
    isUsable: (session) => session.usable,
    clean: (session) => session.reset(),
    destroy: (session) => session.destroy(),
  });
  const room: Room = { config: target.config, pool, types: new TypeBook(), parameterTypes: new Map() };
  return {
    describeServer: (signal) => describeServer(room, signal),
    run: (statement, options) => run(room, statement, options),
    script: (sql, signal) => runScript(room, sql, signal),
    explain: (statement, options) => explain(room, statement, options),
    catalogue: createCatalogue(room),
    dispose: async () => pool.dispose(sqlErrors.fail('E_CONNECT_FAILED', 'The connection was closed.')),
  };
}
