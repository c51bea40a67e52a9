import type { ServerKind } from './server.ts';

/** Held cursors stand still for a minute at a time, and the server gives up on who does not read. */
const WRITE_LIMIT_S = 600;
/** Shorter than a call may take, so that the answer says what it waited for. */
const LOCK_LIMIT_S = 10;

/** Modes under which the server would read quotes, backslashes or names otherwise than the guard does. */
const OTHER_GRAMMAR = new Set([
  'ANSI',
  'ANSI_QUOTES',
  'NO_BACKSLASH_ESCAPES',
  'IGNORE_SPACE',
  'DB2',
  'MAXDB',
  'MSSQL',
  'ORACLE',
  'POSTGRESQL',
]);

export const ASK_MODE = 'SELECT @@session.sql_mode';

export function plainMode(mode: string): string {
  return mode
    .split(',')
    .filter((name) => /^[A-Z_]+$/.test(name) && !OTHER_GRAMMAR.has(name))
    .join(',');
}

/**
 * What every session begins with, at the start and after each reset, in one statement. It may only read: a transaction
 * that may only read is not enough, since a statement that changes the schema ends the transaction and then asks the session.
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

export function allowWrites(server: ServerKind): string {
  return `SET SESSION ${server.readOnlyVariable} = 0`;
}
