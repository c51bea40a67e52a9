import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';

export interface DaemonSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly account: Account | undefined;
  /** The server's data and log; removed when the owner ends. */
  readonly folder: string;
  readonly port: number;
  /** The server ends with this process. */
  readonly owner: number;
  /** Readiness check: servers listen before they serve. */
  readonly serves: (pid: number) => boolean | Promise<boolean>;
  /** Timeout of the start. */
  readonly startLimitMs?: number;
}

export interface Daemon {
  readonly pid: number;
  /** Sends a signal and waits for the process to exit. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const START_LIMIT_MS = 60_000;
const GOODBYE_LIMIT_MS = 30_000;
const POLL_MS = 20;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port to be had');
  return address.port;
}

export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

const GREETING_LIMIT_MS = 250;

/** Whether the server sends a greeting on connect, which it does once it is ready. */
export function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (greeted: boolean) => {
      socket.destroy();
      resolve(greeted);
    };
    socket.setTimeout(GREETING_LIMIT_MS, () => settle(false));
    socket.once('data', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('end', () => settle(false));
  });
}

/** Folder where the processes of one owner register their servers. */
export function meetingPlace(owner: number): string {
  return join(tmpdir(), `molehill-servers-${owner}`);
}

/** A separate watchdog process that ends the server when its owner ends, even by SIGKILL. */
function watch(owner: number, server: number, folder: string): ChildProcess {
  const script = `
    tail --pid="$1" -f /dev/null
    kill -KILL -"$2" 2>/dev/null
    for attempt in 1 2 3 4 5; do sleep 1; rm -rf "$3" "$4" && break; done`;
  const args = [String(owner), String(server), folder, meetingPlace(owner)];
  const watcher = spawn('/bin/sh', ['-c', script, 'watch', ...args], { detached: true, stdio: 'ignore' });
  watcher.unref();
  return watcher;
}

function spawnServer(spec: DaemonSpec): ChildProcess {
  const log = openSync(join(spec.folder, 'log'), 'a');
  const child = spawn(spec.command, [...spec.args], {
    ...spec.account,
    cwd: spec.folder,
    env: { ...spec.env, PATH: process.env.PATH, LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  return child;
}

async function untilListening(child: ChildProcess, spec: DaemonSpec): Promise<void> {
  const deadline = Date.now() + (spec.startLimitMs ?? START_LIMIT_MS);
  const ready = async () => (await accepts(spec.port)) && (await spec.serves(child.pid ?? 0));
  while (!(await ready())) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      const log = readFileSync(join(spec.folder, 'log'), 'utf8').slice(-2_000);
      throw new Error(`${spec.command} did not start:\n${log}`);
    }
    await delay(POLL_MS);
  }
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** After a crash, child processes hold the server's resources for a moment. */
async function untilGroupGone(pid: number): Promise<void> {
  while (groupExists(pid)) {
    endGroup(pid, 'SIGKILL');
    await delay(POLL_MS);
  }
}

function groupExists(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts a server and waits until it listens on its port. */
export async function startDaemon(spec: DaemonSpec): Promise<Daemon> {
  const child = spawnServer(spec);
  const exited = once(child, 'exit');
  exited.catch(() => {});
  if (child.pid === undefined) {
    await exited;
    throw new Error(`${spec.command} cannot be run`);
  }
  const pid = child.pid;
  const watcher = watch(spec.owner, pid, spec.folder);
  const end = async (signal: NodeJS.Signals) => {
    if (watcher.pid !== undefined) endGroup(watcher.pid, 'SIGKILL');
    endGroup(pid, signal);
    child.ref();
    const stuck = setTimeout(() => endGroup(pid, 'SIGKILL'), GOODBYE_LIMIT_MS);
    await exited;
    await untilGroupGone(pid);
    clearTimeout(stuck);
  };
  try {
    await untilListening(child, spec);
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return { pid, end };
}
