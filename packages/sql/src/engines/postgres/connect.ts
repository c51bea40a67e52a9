import { isIP } from 'node:net';
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate } from 'node:tls';
import { Client, type ClientConfig } from 'pg';
import type { SqlTarget } from '../engine.ts';
import { cancellable } from '../shared/cancellable.ts';
import { readTls } from '../shared/tls.ts';
import type { CancelTarget } from './cancel.ts';
import { CatalogueSession } from './catalogue-session.ts';
import type { PostgresConnection } from './descriptor.ts';
import { statement } from './exchange.ts';
import { backendKeyOf, wireOf } from './pg-internals.ts';
import { Session } from './session.ts';

const CONNECT_LIMIT_MS = 10_000;
/** Shorter than a call may take, so that the error names the lock. */
const LOCK_LIMIT_MS = 10_000;
/** An open snapshot keeps the server from vacuuming. Cursors expire sooner than this. */
const IDLE_TRANSACTION_LIMIT_MS = 180_000;

/** Sent at startup, so that resetting a session restores them. Floats and bytes are printed in full. */
function sessionSettings({ readonly }: PostgresConnection, more: readonly string[]): string {
  const settings = [
    `lock_timeout=${LOCK_LIMIT_MS}`,
    `idle_in_transaction_session_timeout=${IDLE_TRANSACTION_LIMIT_MS}`,
    'extra_float_digits=3',
    'bytea_output=hex',
    'standard_conforming_strings=on',
    ...(readonly ? ['default_transaction_read_only=on'] : []),
    ...more,
  ];
  return settings.map((setting) => `-c ${setting}`).join(' ');
}

/** The name is checked against the real host: with a tunnel, the driver connects to another one. */
async function tlsOptions({ config, serverName }: SqlTarget<PostgresConnection>) {
  const tls = await readTls(config.tls);
  if (!tls) return undefined;
  return {
    ...tls.material,
    ...(isIP(serverName) === 0 && { servername: serverName }),
    checkServerIdentity: (_host: string, certificate: PeerCertificate) =>
      tls.verifiesName ? checkServerIdentity(serverName, certificate) : undefined,
  } satisfies ConnectionOptions;
}

/** Sets every field: the driver takes a missing one from the environment. */
async function clientConfig(
  target: SqlTarget<PostgresConnection>,
  settings: readonly string[],
): Promise<ClientConfig> {
  const { config } = target;
  return {
    host: target.connectHost,
    port: target.connectPort,
    user: config.user,
    password: () => config.password ?? '',
    database: config.database ?? config.user,
    ssl: (await tlsOptions(target)) ?? false,
    application_name: 'molehill',
    options: sessionSettings(config, settings),
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  };
}

async function connectClient(config: ClientConfig, signal: AbortSignal): Promise<Client> {
  const client = new Client(config);
  client.on('error', () => {});
  const destroySocket = async () => {
    wireOf(client).stream.destroy();
  };
  try {
    await cancellable(signal, destroySocket, () => client.connect());
    return client;
  } catch (error) {
    await destroySocket();
    throw error;
  }
}

/** For sessions without startup settings: the guard reads a backslash in a string as a backslash. */
const PLAIN_STRINGS = 'SET LOCAL standard_conforming_strings = on';

interface Opened {
  readonly client: Client;
  readonly cancelTarget: CancelTarget;
  readonly hasSettings: boolean;
}

async function openClient(
  target: SqlTarget<PostgresConnection>,
  signal: AbortSignal,
  settings: readonly string[] = [],
): Promise<Opened> {
  const config = await clientConfig(target, settings);
  let hasSettings = true;
  const client = await connectClient(config, signal).catch((error) => {
    // Some poolers reject startup settings.
    if (!(error instanceof Error) || !/unsupported startup parameter/i.test(error.message)) throw error;
    hasSettings = false;
    return connectClient({ ...config, options: undefined }, signal);
  });
  const { connectHost: host, connectPort: port } = target;
  return { client, cancelTarget: { host, port, ssl: config.ssl, ...backendKeyOf(client) }, hasSettings };
}

export async function openSession(
  target: SqlTarget<PostgresConnection>,
  signal: AbortSignal,
): Promise<Session> {
  const { client, cancelTarget, hasSettings } = await openClient(target, signal);
  return new Session(client, cancelTarget, hasSettings ? [] : [statement(PLAIN_STRINGS)]);
}

/** Compiling or planning a query on the catalogue takes much longer than running it. */
const CATALOGUE_SETTINGS = [
  'jit=off',
  'plan_cache_mode=force_generic_plan',
  'default_transaction_read_only=on',
];

export async function openCatalogueSession(
  target: SqlTarget<PostgresConnection>,
  signal: AbortSignal,
): Promise<CatalogueSession> {
  const { client, cancelTarget, hasSettings } = await openClient(target, signal, CATALOGUE_SETTINGS);
  return new CatalogueSession(client, cancelTarget, hasSettings);
}
