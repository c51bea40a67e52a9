import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { placeFor } from './account.ts';
import { freePort } from './daemon.ts';
import { debianPackages } from './debian.ts';
import { engineMissing, reportEngine } from './report.ts';

const HOW_TO_GET = 'no sshd on this machine; `sudo apt-get install openssh-server` adds one';

/** OpenSSH programs of the machine, else those unpacked for the tests. */
export interface OpenSsh {
  readonly sshd: string;
  readonly agent: string;
  readonly add: string;
  readonly keygen: string;
  readonly env: NodeJS.ProcessEnv;
}

function findProgram(name: string, unpacked = ''): string | undefined {
  const system = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/usr/local/sbin'];
  const folders = [...system, join(unpacked, 'usr/sbin'), join(unpacked, 'usr/bin')];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Unpacked, not installed: an installed sshd starts to listen on all interfaces. */
async function unpack(): Promise<string | undefined> {
  const packages = ['openssh-server', 'openssh-client', 'libwrap0'];
  const folder = await debianPackages('openssh', packages).catch(() => undefined);
  return folder === undefined ? undefined : placeFor(sshUser().account, folder, 'openssh');
}

/** The OpenSSH programs, or undefined where there are none and none are required. */
export async function openSsh(): Promise<OpenSsh | undefined> {
  const unpacked = findProgram('sshd') ? undefined : await unpack();
  const [sshd, agent, add, keygen] = ['sshd', 'ssh-agent', 'ssh-add', 'ssh-keygen'].map((name) =>
    findProgram(name, unpacked),
  );
  if (!sshd || !agent || !add || !keygen) return engineMissing('sshd', HOW_TO_GET);
  const env =
    unpacked === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: librariesIn(unpacked) };
  reportEngine({ engine: 'sshd', state: 'used', detail: versionOf(sshd, env) });
  return { sshd, agent, add, keygen, env };
}

function librariesIn(unpacked: string): string {
  const folders = globSync(['usr/lib/*-linux-gnu*', 'lib/*-linux-gnu*'], { cwd: unpacked });
  return folders.map((folder) => join(unpacked, folder)).join(delimiter);
}

/** sshd has no version flag, but prints its version with the error for an unknown flag. */
function versionOf(sshd: string, env: NodeJS.ProcessEnv): string {
  try {
    execFileSync(sshd, ['-?'], { env, stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    return /OpenSSH_\S+/.exec(said)?.[0] ?? 'version unknown';
  }
  return 'version unknown';
}

export interface SshUser {
  readonly name: string;
  /** Absent where the server runs as the current user. */
  readonly account?: { readonly uid: number; readonly gid: number };
}

/**
 * The account the server runs as, and so the only one that can log in. As root, sshd needs an unprivileged account; this
 * one exists on every system. `nobody` does not work: systemd reports it as locked.
 */
export function sshUser(): SshUser {
  const { uid, username } = userInfo();
  if (uid !== 0) return { name: username };
  const entries = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [name, , id, group] =
    entries.map((line) => line.split(':')).find(([user]) => user === 'daemon') ?? [];
  if (name === undefined) throw new Error('sshd cannot run as root, and there is no account "daemon"');
  return { name, account: { uid: Number(id), gid: Number(group) } };
}

export interface SshdOptions {
  /** Private keys in OpenSSH's format. */
  readonly hostKeys: readonly string[];
  readonly authorizedKeys: readonly string[];
  readonly port?: number;
  /** `host:port` that forwarding is limited to. Default: no limit. */
  readonly permitOpen?: readonly string[];
}

export interface Sshd {
  readonly port: number;
  readonly log: readonly string[];
  /** Kills the server and all its connections. */
  kill(): Promise<void>;
}

export async function startSshd(programs: OpenSsh, options: SshdOptions): Promise<Sshd> {
  const port = options.port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'molehill-sshd-'));
  const config = writeConfig(options, folder, port);
  const { account } = sshUser();
  if (account)
    for (const file of ['', ...readdirSync(folder)]) chownSync(join(folder, file), account.uid, account.gid);
  const child = spawn(programs.sshd, ['-D', '-e', '-f', config], {
    ...account,
    env: programs.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const log: string[] = [];
  const kill = async () => {
    await killTree(child);
    rmSync(folder, { recursive: true, force: true });
  };
  await untilListening(child, log);
  return { port, log, kill };
}

function writeConfig(options: SshdOptions, folder: string, port: number): string {
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600 });
    return path;
  };
  const keys = options.hostKeys.map((key, index) => `HostKey ${write(`host_key_${index}`, key)}`);
  const authorized = write('authorized_keys', options.authorizedKeys.join('\n'));
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    ...keys,
    `AuthorizedKeysFile ${authorized}`,
    `PidFile ${join(folder, 'sshd.pid')}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'LogLevel VERBOSE',
    `PermitOpen ${options.permitOpen?.join(' ') ?? 'any'}`,
  ];
  return write('sshd_config', lines.join('\n'));
}

async function untilListening(child: ChildProcess, log: string[]): Promise<void> {
  if (!child.stderr) throw new Error('sshd has no standard error');
  const lines = createInterface({ input: child.stderr });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      log.push(line);
      if (line.includes('Server listening')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`sshd did not start:\n${log.join('\n')}`)));
  });
}

/** Each connection is served by its own processes, each in its own process group. */
async function killTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  for (const pid of [child.pid, ...descendantsOf(child.pid)]) killIfThere(pid);
  await gone;
}

function descendantsOf(root: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid, ...below(pid)] : []));
  return below(root);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process ended in the meantime.
  }
}

export interface Agent {
  readonly socket: string;
  kill(): Promise<void>;
}

/** An ssh-agent with the keys of these files. */
export async function startAgent(
  programs: OpenSsh,
  folder: string,
  keyFiles: readonly string[],
): Promise<Agent> {
  const socket = join(folder, 'agent.sock');
  const child = spawn(programs.agent, ['-D', '-a', socket], {
    env: programs.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const env = { ...programs.env, SSH_AUTH_SOCK: socket };
  for (const file of keyFiles) execFileSync(programs.add, ['-q', file], { env, stdio: 'pipe' });
  const kill = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return { socket, kill };
}
