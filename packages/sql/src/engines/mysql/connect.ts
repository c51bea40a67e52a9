import { connect as connectSocket, isIP } from 'node:net';
import { type ConnectionOptions, createConnection, type TypeCastField } from 'mysql2';
import { sqlErrors } from '../../errors.ts';
import type { SqlTarget } from '../engine.ts';
import { cancellable } from '../shared/cancellable.ts';
import { readTls } from '../shared/tls.ts';
import type { MysqlConnection } from './descriptor.ts';
import type { DriverConnection } from './driver.ts';
import { errorNumber } from './errors.ts';

const CONNECT_LIMIT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;

/**
 * No LOCAL INFILE, no space between a function and its parenthesis, and prepared procedures may return rows. Multiple
 * statements are off by default.
 */
const FLAGS = ['-LOCAL_FILES', '-IGNORE_SPACE', '-FOUND_ROWS', 'PS_MULTI_RESULTS'];

/** The driver would turn these into objects. */
function keepBytes(field: TypeCastField, next: () => unknown): unknown {
  return field.type === 'GEOMETRY' || (field.type as string) === 'VECTOR' ? field.buffer() : next();
}

/** The driver compares the certificate with the host it is given, unless that is an IP address. */
async function sslOptions({ config, serverName }: SqlTarget<MysqlConnection>) {
  const tls = await readTls(config.tls);
  if (tls?.verifiesName && isIP(serverName) !== 0) {
    const message = `tls.mode verify-full needs a host name, but ${serverName} is an IP address.`;
    const hint = 'Set host to the name of the server, or tls.mode to verify-ca.';
    throw sqlErrors.fail('E_TLS', message, { hint });
  }
  return tls && { ...tls.material, verifyIdentity: tls.verifiesName };
}

async function connectionOptions(target: SqlTarget<MysqlConnection>): Promise<ConnectionOptions> {
  const { config, connectHost, connectPort, serverName } = target;
  const ssl = await sslOptions(target);
  return {
    // Only for the verification of the certificate: the socket may connect to a tunnel.
    host: serverName,
    stream: () => openSocket(connectHost, connectPort),
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

/** A path is a local socket, and never looked up as a name. */
function openSocket(host: string, port: number) {
  const socket = host.startsWith('/') ? connectSocket(host) : connectSocket(port, host);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  return socket;
}

/** Resolves with the version of the server. */
function handshake(connection: DriverConnection): Promise<string> {
  return new Promise((resolve, reject) => {
    connection.connect((error, result) => {
      if (error || !result) reject(error ?? new Error('Connection lost during the handshake'));
      else resolve(result.serverVersion);
    });
  });
}

/** Destroys the socket too, which the driver keeps open until the server has sent everything. */
export function destroyConnection(connection: DriverConnection): void {
  connection.destroy();
  connection.stream.destroy();
}

const NO_SUCH_DATABASE = 1049;

/** Here it is the connection's database, which the caller's statement cannot correct. */
function asConnectError(error: unknown): unknown {
  if (!(error instanceof Error) || errorNumber(error) !== NO_SUCH_DATABASE) return error;
  return sqlErrors.fail('E_CONNECT_FAILED', `The database says: ${error.message}.`, {
    retryable: false,
    cause: error,
  });
}

export async function connectDriver(target: SqlTarget<MysqlConnection>, signal?: AbortSignal) {
  signal?.throwIfAborted();
  const connection = createConnection(await connectionOptions(target)) as unknown as DriverConnection;
  connection.on('error', () => {});
  const destroySocket = async () => {
    connection.stream.destroy();
  };
  try {
    const serverVersion = await cancellable(signal, destroySocket, () => handshake(connection));
    return { connection, serverVersion };
  } catch (error) {
    destroyConnection(connection);
    throw asConnectError(error);
  }
}
