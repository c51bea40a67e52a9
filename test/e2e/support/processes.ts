import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterwards } from './cleanup.ts';
import { until } from './until.ts';

export interface Running {
  readonly child: ChildProcessByStdio<Writable | null, Readable, Readable>;
  readonly pid: number;
  readonly stdin: Writable;
  /** Output so far. */
  readonly output: { stdout: string; stderr: string };
  /** Exit code or signal, once its streams are closed too. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

export interface SpawnOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  /** Start it as the child of a wrapper process; see `childOf`. */
  readonly behindParent?: boolean;
}

/** Passes its streams to its child and prints the child's process id on standard error. */
const PARENT = `
  const [command, ...args] = process.argv.slice(1);
  const child = require('node:child_process').spawn(command, args, { stdio: 'inherit' });
  require('node:fs').writeSync(2, child.pid + '\\n');
`;

/** A third process holds the pipe, because Node closes its end of a child's standard input when the child exits. */
const RELAY = 'process.stdin.pipe(process.stdout)';

/** A minimal environment: no setting of the user affects the tests. */
export function cleanEnvironment(home: string, node: string = process.execPath): Record<string, string> {
  return {
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    HOME: home,
    MOLEHILL_HOME: home,
    LANG: 'C.UTF-8',
  };
}

export function start(command: string, args: readonly string[], options: SpawnOptions = {}): Running {
  const { child, stdin } = options.behindParent
    ? spawnBehindParent(command, args, options)
    : spawnDirectly(command, args, options);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} cannot be started`);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk;
    });
  }
  // A process that exits early closes its input; the test sees the failed write in its own expectations.
  stdin.on('error', () => {});
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  afterwards(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    // Children may hold its streams open; these are not awaited.
    for (const stream of [stdin, child.stdout, child.stderr]) stream.destroy();
    return ended;
  });
  return { child, pid, stdin, output, ended };
}

function spawnDirectly(command: string, args: readonly string[], options: SpawnOptions) {
  const child = spawn(command, args, options);
  return { child, stdin: child.stdin };
}

function spawnBehindParent(command: string, args: readonly string[], options: SpawnOptions) {
  const relay = spawn(process.execPath, ['-e', RELAY], { stdio: ['pipe', 'pipe', 'ignore'] });
  const child = spawn(process.execPath, ['-e', PARENT, command, ...args], {
    ...options,
    stdio: [relay.stdout, 'pipe', 'pipe'],
  });
  relay.stdout.destroy();
  afterwards(() => relay.kill('SIGKILL'));
  return { child, stdin: relay.stdin };
}

/** The first line of output as JSON: servers print their address there. */
export async function firstJsonLine(running: Running): Promise<unknown> {
  const { child, output } = running;
  await until('the process prints a line', () => {
    if (output.stdout.includes('\n')) return true;
    if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}: ${output.stderr}`);
    return false;
  });
  return JSON.parse(output.stdout.slice(0, output.stdout.indexOf('\n')));
}

/** The process that a wrapper started. */
export async function childOf({ output }: Running): Promise<number> {
  await until('the parent names its child', () => output.stderr.includes('\n'));
  const pid = Number.parseInt(output.stderr, 10);
  afterwards(() => isGone(pid) || process.kill(pid, 'SIGKILL'));
  return pid;
}

/** A zombie process counts as ended. */
export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  return statOf(pid)?.state === 'Z';
}

/** All descendants of a process; Linux only. */
export function descendants(pid: number): number[] {
  const children = allProcesses().filter((other) => statOf(other)?.parent === pid);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Processes that got this state directory from their parents, whoever adopted them since; Linux only. */
export function processesWithHome(home: string): number[] {
  return allProcesses().filter((pid) => processFile(pid, 'environ').includes(`MOLEHILL_HOME=${home}`));
}

/** The command line of a process. */
export function commandOf(pid: number): string {
  return processFile(pid, 'cmdline').replaceAll('\0', ' ');
}

/** The most memory that a process has had, in megabytes. */
export function peakMemoryOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(processFile(pid, 'status'))?.[1]) / 1024;
}

function processFile(pid: number, name: 'environ' | 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function allProcesses(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

function statOf(pid: number): { state: string | undefined; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
