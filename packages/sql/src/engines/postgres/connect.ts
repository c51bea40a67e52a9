import type { Client, ClientConfig } from 'pg';
import type { SqlTarget } from '../engine.ts';
import { readTls } from '../shared/tls.ts';
import type { PostgresConnection } from './descriptor.ts';
import { command } from './exchange.ts';
import { type ServerProcess, Session } from './session.ts';
import { tlsOptions } from './tls.ts';

const CONNECT_LIMIT_MS = 10_000;
/** Shorter than a call may take, so that the answer says what it waited for. */
const LOCK_LIMIT_MS = 10_000;
/** A snapshot left open keeps the server from tidying up; cursors are given up sooner than this. */
const IDLE_TRANSACTION_LIMIT_MS = 180_000;

/** Given at the start, so that resetting a session goes back to these. Floats and bytes are printed in full. */
function sessionSettings(config: PostgresConnection): string {
  const settings: Record<string, string> = {
    lock_timeout: String(LOCK_LIMIT_MS),
    idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_LIMIT_MS),
    extra_float_digits: '3',
    bytea_output: 'hex',
    standard_conforming_strings: 'on',
    ...(config.readonly && { default_transaction_read_only: 'on' }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Everything is said, since what is left out the driver takes from the environment. */
async function clientConfig(target: SqlTarget<PostgresConnection>): Promise<ClientConfig> {
  const { config } = target;
  const tls = await readTls(config.tls);
  return {
    host: target.connectHost,
    port: target.connectPort,
    user: config.user,
    password: () => config.password ?? '',
    database: config.database ?? config.user,
    ssl: tls ? tlsOptions(tls, target.serverName) : false,
    application_name: 'molehill',
    options: sessionSettings(config),
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  };
}

/** Where the session could not be told so: the guard reads a backslash in a string as a backslash. */
const PLAIN_STRINGS = 'SET LOCAL standard_conforming_strings = on';

async function connectWithin(client: Client, signal: AbortSignal): Promise<void> {
  const giveUp = () => client.connection.stream.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await client.connect();
  } catch (error) {
    giveUp();
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function connectClient(config: ClientConfig, signal: AbortSignal): Promise<Client> {
  signal.throwIfAborted();
  const { Client } = await import('pg');
  const client = new Client(config);
  client.on('error', () => {});
  await connectWithin(client, signal);
  return client;
}

/** Some poolers in front of the server refuse settings at the start. */
function refusesSettings(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}

export async function openSession(
  target: SqlTarget<PostgresConnection>,
  signal: AbortSignal,
): Promise<Session> {
  const config = await clientConfig(target);
  let takesSettings = true;
  const client = await connectClient(config, signal).catch((error) => {
    if (!refusesSettings(error)) throw error;
    takesSettings = false;
    return connectClient({ ...config, options: undefined }, signal);
  });
  const { processID, secretKey } = client as unknown as ServerProcess;
  const cancelTarget = {
    host: target.connectHost,
    port: target.connectPort,
    tls: typeof config.ssl === 'object' ? config.ssl : undefined,
    processId: processID,
    secretKey,
  };
  return new Session(client, cancelTarget, takesSettings ? [] : [command(PLAIN_STRINGS)]);
}
