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

/** A database server of one's own, on 127.0.0.1 and with its data in a folder that goes with it. */
export interface RunningServer extends ServerAddress {
  stop(): Promise<void>;
  /** Stops it if it runs, and starts it on the same port with the same data. */
  restart(): Promise<void>;
  /** As a crash: no goodbye to anybody. */
  kill(): Promise<void>;
}

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface ServerOptions {
  /** Serve TLS with this. */
  readonly tls?: Certificate;
  /** Further settings, as the server names them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The process the server must not outlive; this one unless said. */
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
  /** For a server that cannot listen on whichever port is free. */
  choosePort?(): Promise<number>;
  /** Fills the empty folder with a new database. */
  prepare(place: Place, options: ServerOptions): Promise<void>;
  command(place: Place, options: ServerOptions): ServerCommand;
  /** The signal after which it takes its leave in order. */
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

/** After a crash, helpers of the old process may hold its memory for a moment longer. */
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

/** A file for the server's eyes alone. */
export async function writeServerFile(place: Place, name: string, text: string): Promise<string> {
  const path = join(place.folder, name);
  await writeFile(path, text, { mode: 0o600 });
  if (place.account) await chown(path, place.account.uid, place.account.gid);
  return path;
}

/** Runs a program of the server's to its end, as the server's account. */
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
