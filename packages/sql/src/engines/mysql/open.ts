import mysql from 'mysql2';
import type { SqlTarget } from '../engine.ts';
import { connectDriver, hangUp } from './connect.ts';
import type { MysqlConnection } from './descriptor.ts';
import { ask, type DriverConnection } from './driver.ts';
import type { Killer } from './killer.ts';
import { serverKind } from './server.ts';
import { Session } from './session.ts';
import { ASK_MODE, setupStatement } from './setup.ts';

async function askMode(connection: DriverConnection): Promise<string> {
  const rows = await ask(connection, ASK_MODE);
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  return Array.isArray(row) ? String(row[0]) : '';
}

export async function openSession(
  target: SqlTarget<MysqlConnection>,
  killer: Killer,
  signal: AbortSignal,
): Promise<Session> {
  const { connection, serverVersion } = await connectDriver(target, signal);
  try {
    const server = serverKind(serverVersion);
    const session = new Session({
      connection,
      server,
      typed: mysql.TypedParameter,
      setup: setupStatement(await askMode(connection), server),
      kill: (what, threadId) => killer.kill(what, threadId),
    });
    await session.setUp();
    return session;
  } catch (error) {
    hangUp(connection);
    throw error;
  }
}
