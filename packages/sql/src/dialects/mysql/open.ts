import mysql from 'mysql2';
import type { MysqlConnection } from '../../config.ts';
import type { SqlTarget } from '../dialect.ts';
import { connectDriver, hangUp } from './connect.ts';
import type { DriverConnection } from './driver.ts';
import { serverKind } from './server.ts';
import { Session } from './session.ts';
import { ASK_MODE, setupStatement } from './setup.ts';

/** Reaches into another connection. That it is gone already is as good as done. */
async function kill(target: SqlTarget<MysqlConnection>, what: string, threadId: number): Promise<void> {
  try {
    const { connection } = await connectDriver(target);
    await ask(connection, `KILL ${what} ${threadId}`).catch(() => {});
    hangUp(connection);
  } catch {
    // Not reached in time; the statement's own connection is given up then.
  }
}

function ask(connection: DriverConnection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, result) => (error ? reject(error) : resolve(result)));
  });
}

async function askMode(connection: DriverConnection): Promise<string> {
  const rows = await ask(connection, ASK_MODE);
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  return Array.isArray(row) ? String(row[0]) : '';
}

export async function openSession(target: SqlTarget<MysqlConnection>, signal: AbortSignal): Promise<Session> {
  const { connection, serverVersion } = await connectDriver(target, signal);
  try {
    const server = serverKind(serverVersion);
    const session = new Session({
      connection,
      server,
      typed: mysql.TypedParameter,
      setup: setupStatement(await askMode(connection), server),
      kill: (what, threadId) => kill(target, what, threadId),
    });
    await session.setUp();
    return session;
  } catch (error) {
    hangUp(connection);
    throw error;
  }
}
