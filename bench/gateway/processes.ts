import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects with a name instead of waiting forever. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const limit = new AbortController();
  const late = sleep(ms, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`${what}: nothing within ${ms / 1000} s`);
  });
  late.catch(() => {});
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => limit.abort());
}

export interface Program {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** A minimal environment: no setting of the user affects the measurement. */
export function environmentOf({ env }: Program): Record<string, string> {
  return { PATH: process.env.PATH ?? '', ...env };
}

/** A program behind a port, as the leader of its process group, so that all its children end with it. */
export function startDaemon(program: Program): ChildProcess {
  const { args, cwd } = program;
  const env = environmentOf(program);
  return spawn(process.execPath, args, { cwd, env, stdio: 'ignore', detached: true });
}

export async function endDaemon(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isRunning = child.exitCode === null && child.signalCode === null;
  killGroup(child, 'SIGTERM');
  if (isRunning) await within(3_000, 'the end', ended).catch(() => {});
  killGroup(child, 'SIGKILL');
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) kill(-pid, signal);
}

export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already ended.
  }
}

/** Processes whose command line contains all of these words. */
export function processesWith(words: readonly string[]): number[] {
  const isMeant = (pid: number) => words.every((word) => commandOf(pid).includes(word));
  return readdirSync('/proc').map(Number).filter(Number.isInteger).filter(isMeant);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Resident memory in MB. */
export function memoryOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

/** For programs that cannot choose a free port themselves. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
