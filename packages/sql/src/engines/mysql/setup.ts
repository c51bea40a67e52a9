import { words } from '../../word-list.ts';
import type { SqlTarget } from '../engine.ts';
import { connectDriver, destroyConnection } from './connect.ts';
import type { MysqlConnection } from './descriptor.ts';
import { type DriverConnection, query } from './driver.ts';
import type { Killer } from './killer.ts';
import { type ServerKind, serverKind } from './server.ts';
import { Session } from './session.ts';

/** A cursor may be idle for a minute, and the server disconnects clients that do not read. */
const WRITE_LIMIT_S = 600;
/** Shorter than a call may take, so that the error names the lock. */
const LOCK_LIMIT_S = 10;

/** Modes in which the server reads quotes, backslashes or names differently from the guard. */
const OTHER_GRAMMAR = words(
  'ANSI ANSI_QUOTES NO_BACKSLASH_ESCAPES IGNORE_SPACE DB2 MAXDB MSSQL ORACLE POSTGRESQL',
);

export function plainMode(mode: string): string {
  return mode
    .split(',')
    .filter((name) => /^[A-Z_]+$/.test(name) && !OTHER_GRAMMAR.has(name))
    .join(',');
}

/**
 * Settings of every session. It is read-only by default: a READ ONLY transaction is not enough, since a statement that
 * changes the schema ends the transaction and then checks the session.
 */
export function setupStatement(mode: string, server: ServerKind): string {
  const settings = [
    'NAMES utf8mb4',
    `SESSION sql_mode = '${plainMode(mode)}'`,
    `SESSION net_write_timeout = ${WRITE_LIMIT_S}`,
    `SESSION lock_wait_timeout = ${LOCK_LIMIT_S}`,
    `SESSION innodb_lock_wait_timeout = ${LOCK_LIMIT_S}`,
    `SESSION ${server.readOnlyVariable} = 1`,
  ];
  return `SET ${settings.join(', ')}`;
}

async function readMode(connection: DriverConnection): Promise<string> {
  const rows = await query(connection, 'SELECT @@session.sql_mode');
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
    const setup = setupStatement(await readMode(connection), server);
    await query(connection, setup);
    return new Session(connection, server, setup, killer);
  } catch (error) {
    destroyConnection(connection);
    throw error;
  }
}
