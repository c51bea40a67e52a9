import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, makeServerFolder, serverAccount } from './account.ts';
import { type Daemon, type DaemonSpec, freePort, startDaemon } from './daemon.ts';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly version: string;
}

/** A separate database server on 127.0.0.1 with a temporary data folder. */
export interface RunningServer extends ServerAddress {
  stop(): Promise<void>;
  /** Stops the server if it runs and starts it on the same port with the same data. */
  restart(): Promise<void>;
  /** Kills the server, as a crash would. */
  kill(): Promise<void>;
}

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface ServerOptions {
  /** Certificate to serve TLS with. */
  readonly tls?: Certificate;
  /** Further settings under the server's own names. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The server ends with this process; default: the current one. */
  readonly owner?: number;
}

export interface Place {
  readonly account: Account | undefined;
  readonly folder: string;
  readonly port: number;
}

type ServerCommand = Pick<DaemonSpec, 'command' | 'args' | 'env' | 'serves' | 'startLimitMs'>;

export interface ServerKind {
  readonly name: string;
  readonly user: string;
  readonly password: string;
  /** Port choice for a server that cannot use an arbitrary port. */
  choosePort?(): Promise<number>;
  /** Creates a new database in the empty folder. */
  prepare(place: Place, options: ServerOptions): Promise<void>;
  command(place: Place, options: ServerOptions): ServerCommand;
  /** Signal for a clean shutdown. */
  readonly goodbye: NodeJS.Signals;
  version(place: Place): Promise<string>;
}

async function makePlace({ name, choosePort = freePort }: ServerKind): Promise<Place> {
  const account = serverAccount();
  const folder = await mkdtemp(join(tmpdir(), `molehill-${name}-`));
  await makeServerFolder(folder, account);
  return { account, folder, port: await choosePort() };
}

export async function startServer(kind: ServerKind, options: ServerOptions): Promise<RunningServer> {
  const place = await makePlace(kind);
  const owner = options.owner ?? process.pid;
  const launch = () => startDaemon({ ...place, owner, ...kind.command(place, options) });
  try {
    await kind.prepare(place, options);
    return withControls(kind, place, await launch(), launch, await kind.version(place));
  } catch (error) {
    await rm(place.folder, { recursive: true, force: true });
    throw error;
  }
}

const LAUNCHES = 20;
const BETWEEN_LAUNCHES_MS = 250;

/** After a crash, child processes of the old server hold its shared memory for a moment. */
async function launchPatiently(launch: () => Promise<Daemon>): Promise<Daemon> {
  for (let attempt = 1; attempt < LAUNCHES; attempt++) {
    try {
      return await launch();
    } catch {
      await delay(BETWEEN_LAUNCHES_MS);
    }
  }
  return launch();
}

function withControls(
  kind: ServerKind,
  place: Place,
  first: Daemon,
  launch: () => Promise<Daemon>,
  version: string,
): RunningServer {
  let daemon: Daemon | undefined = first;
  const end = async (signal: NodeJS.Signals) => {
    await daemon?.end(signal);
    daemon = undefined;
  };
  return {
    host: '127.0.0.1',
    port: place.port,
    user: kind.user,
    password: kind.password,
    version,
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end(kind.goodbye);
      daemon = await launchPatiently(launch);
    },
    stop: async () => {
      await end(kind.goodbye);
      await rm(place.folder, { recursive: true, force: true });
    },
  };
}

/** Creates a file that only the server's account can read. */
export async function writeServerFile(place: Place, name: string, text: string): Promise<string> {
  const path = join(place.folder, name);
  await writeFile(path, text, { mode: 0o600 });
  if (place.account) await chown(path, place.account.uid, place.account.gid);
  return path;
}

/** Runs a program of the server as the server's account and waits for it. */
export async function runTool(
  place: Place,
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {},
): Promise<string> {
  const child = spawn(command, [...args], {
    ...place.account,
    cwd: place.folder,
    env: { ...options.env, PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} failed: ${output.slice(-2_000)}`);
  return output;
}
