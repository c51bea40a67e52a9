import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { placeFor, serverAccount } from './account.ts';
import { greets } from './daemon.ts';
import { debianPackages, installOnBuildMachine } from './debian.ts';
import { mysqlArguments, PASSWORD, writeCertificate } from './mysql-family.ts';
import { engineMissing, reportEngine } from './report.ts';
import {
  type Place,
  type RunningServer,
  runTool,
  type ServerAddress,
  type ServerKind,
  type ServerOptions,
  startServer,
} from './server.ts';
import { shareServer } from './shared.ts';

const PACKAGES = ['mariadb-server-core', 'mariadb-server', 'mariadb-client-core', 'libaio1', 'liburing2'];
const LABEL = 'mariadb-10.11';
const HOW_TO_GET = 'no MariaDB on this machine; `sudo apt-get install mariadb-server` adds one';

function isInstalled(): boolean {
  return existsSync('/usr/sbin/mariadbd') && existsSync('/usr/bin/mariadb-install-db');
}

/** Whether all needed files are there: unpacked packages come without their dependencies. */
function runs(root: string): boolean {
  const options = { env: environmentOf(root), stdio: 'ignore' } as const;
  return spawnSync(join(root, 'usr/sbin/mariadbd'), ['--no-defaults', '--version'], options).status === 0;
}

/** The file system root below which MariaDB is installed. */
async function findRoot(): Promise<string | undefined> {
  if (isInstalled()) return '/';
  const unpacked = await debianPackages(LABEL, PACKAGES).catch(() => undefined);
  if (unpacked && runs(unpacked)) return placeFor(serverAccount(), unpacked, LABEL);
  installOnBuildMachine('mariadb-server');
  return isInstalled() ? '/' : undefined;
}

/** Library path for unpacked packages. */
function environmentOf(root: string): NodeJS.ProcessEnv {
  const triplet = arch() === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  const folders = ['usr/lib', 'lib'].map((folder) => join(root, folder, triplet));
  return root === '/' ? {} : { LD_LIBRARY_PATH: folders.join(':') };
}

function argumentsOf(root: string, place: Place, options: ServerOptions): string[] {
  const own = {
    basedir: join(root, 'usr'),
    'lc-messages-dir': join(root, 'usr/share/mysql'),
    'character-sets-dir': join(root, 'usr/share/mysql/charsets'),
    'plugin-dir': join(root, 'usr/lib/mysql/plugin'),
  };
  return ['--no-defaults', ...mysqlArguments(place, options, own)];
}

const OWNER = `
CREATE USER IF NOT EXISTS root@'127.0.0.1';
ALTER USER root@'127.0.0.1' IDENTIFIED BY '${PASSWORD}';
GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;
`;

async function initialise(root: string, place: Place, options: ServerOptions): Promise<void> {
  const env = environmentOf(root);
  await runTool(
    place,
    join(root, 'usr/bin/mariadb-install-db'),
    [
      '--no-defaults',
      `--basedir=${join(root, 'usr')}`,
      `--datadir=${join(place.folder, 'data')}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--skip-name-resolve',
    ],
    { env },
  );
  await runTool(
    place,
    join(root, 'usr/sbin/mariadbd'),
    [...argumentsOf(root, place, options), '--bootstrap'],
    {
      env,
      input: `FLUSH PRIVILEGES;\n${OWNER}`,
    },
  );
  await writeCertificate(place, options);
}

function mariadbKind(root: string): ServerKind {
  const program = join(root, 'usr/sbin/mariadbd');
  return {
    name: 'mariadb',
    user: 'root',
    password: PASSWORD,
    goodbye: 'SIGTERM',
    prepare: (place, options) => initialise(root, place, options),
    command: (place, options) => ({
      command: program,
      args: argumentsOf(root, place, options),
      env: environmentOf(root),
      serves: () => greets(place.port),
    }),
    version: async (place) => {
      const output = await runTool(place, program, ['--no-defaults', '--version'], {
        env: environmentOf(root),
      });
      return /Ver (\d+\.\d+\.\d+)/.exec(output)?.[1] ?? output.trim();
    },
  };
}

/** A separate MariaDB server; undefined where it is not available. */
export async function startMariadb(options: ServerOptions = {}): Promise<RunningServer | undefined> {
  const root = await findRoot();
  if (!root) return engineMissing('mariadb', HOW_TO_GET);
  const server = await startServer(mariadbKind(root), options);
  reportEngine({ engine: 'mariadb', state: 'used', detail: server.version });
  return server;
}

export function sharedMariadb(): Promise<ServerAddress | undefined> {
  return shareServer('mariadb', (owner) => startMariadb({ owner }));
}
