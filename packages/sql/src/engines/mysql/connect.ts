import { connect as connectSocket } from 'node:net';
import { type Connection, type ConnectionOptions, createConnection, type TypeCastField } from 'mysql2';
import { sqlErrors } from '../../errors.ts';
import type { SqlTarget } from '../engine.ts';
import type { MysqlConnection } from './descriptor.ts';
import type { DriverConnection, Handshake } from './driver.ts';
import { errorNumber } from './errors.ts';
import { sslOptions } from './tls.ts';

const CONNECT_LIMIT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;

/**
 * No reading of files on this machine for the server, no spaces between a function and its parenthesis, and a procedure
 * may answer with rows when prepared. Several statements in one are off unless asked for.
 */
const FLAGS = ['-LOCAL_FILES', '-IGNORE_SPACE', '-FOUND_ROWS', 'PS_MULTI_RESULTS'];

/** The driver would make objects of these. */
function keepBytes(field: TypeCastField, next: () => unknown): unknown {
  return field.type === 'GEOMETRY' || (field.type as string) === 'VECTOR' ? field.buffer() : next();
}

async function connectionOptions(target: SqlTarget<MysqlConnection>): Promise<ConnectionOptions> {
  const { config, connectHost, connectPort, serverName } = target;
  const ssl = await sslOptions(config.tls, serverName);
  return {
    // Only for the check of the certificate: the socket goes where the tunnel begins.
    host: serverName,
    stream: () => dial(connectHost, connectPort),
    user: config.user,
    password: config.password ?? '',
    ...(config.database !== undefined && { database: config.database }),
    ...(ssl && { ssl }),
    flags: FLAGS,
    connectAttributes: { program_name: 'molehill' },
    connectTimeout: CONNECT_LIMIT_MS,
    charset: 'utf8mb4',
    multipleStatements: false,
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    disableEval: true,
    typeCast: keepBytes,
  } as ConnectionOptions;
}

function dial(host: string, port: number) {
  const socket = connectSocket(port, host);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  return socket;
}

function connected(connection: DriverConnection): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    connection.connect((error, handshake) => {
      if (error || !handshake) reject(error ?? new Error('Connection lost: no greeting'));
      else resolve(handshake);
    });
  });
}

/** Ends the socket too, which the driver would leave open until the server has sent all it has. */
export function hangUp(connection: DriverConnection): void {
  connection.destroy();
  connection.stream.destroy();
}

const NO_SUCH_DATABASE = 1049;

/** In a statement a wrong name can be corrected; here it is the connection's own. */
function asConnectError(error: unknown): unknown {
  if (!(error instanceof Error) || errorNumber(error) !== NO_SUCH_DATABASE) return error;
  return sqlErrors.fail('E_CONNECT_FAILED', `The database says: ${error.message}.`, {
    retryable: false,
    cause: error,
  });
}

export interface Connected {
  readonly connection: DriverConnection;
  readonly serverVersion: string;
}

export async function connectDriver(
  target: SqlTarget<MysqlConnection>,
  signal?: AbortSignal,
): Promise<Connected> {
  signal?.throwIfAborted();
  const driver: Connection = createConnection(await connectionOptions(target));
  const connection = driver as unknown as DriverConnection;
  connection.on('error', () => {});
  const giveUp = () => connection.stream.destroy();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    return { connection, serverVersion: (await connected(connection)).serverVersion };
  } catch (error) {
    hangUp(connection);
    throw signal?.aborted ? signal.reason : asConnectError(error);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}
