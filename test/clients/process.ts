import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

export type ProcessOptions = { cwd: string; env: NodeJS.ProcessEnv; timeoutMs: number };
export type Finished = { exitCode: number | null; stdout: string; stderr: string; timedOut: boolean };
export type Running = {
  child: ChildProcessWithoutNullStreams;
  /** Resolves when the process and its process group have ended. */
  finished: Promise<Finished>;
};

const graceMs = 3_000;
const groups = new Set<number>();

/** A negative id means a whole process group. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already ended.
  }
}

/** Ends all child processes of an interrupted run. */
export function killEverything(): void {
  for (const leader of groups) kill(-leader);
}

/** Starts a process as the leader of its process group, so that it can be ended with its children. */
export function startProcess(command: string, args: readonly string[], options: ProcessOptions): Running {
  const child = spawn(command, args, { cwd: options.cwd, env: options.env, detached: true });
  const leader = child.pid;
  if (leader !== undefined) groups.add(leader);
  const stop = () => leader !== undefined && kill(-leader);
  const finished = collect(child, stop, options.timeoutMs).finally(() => {
    if (leader !== undefined) groups.delete(leader);
  });
  return { child, finished };
}

export async function runProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<Finished> {
  const running = startProcess(command, args, options);
  running.child.stdin.end();
  return running.finished;
}

async function collect(
  child: ChildProcessWithoutNullStreams,
  stop: () => void,
  timeoutMs: number,
): Promise<Finished> {
  const result: Finished = { exitCode: null, stdout: '', stderr: '', timedOut: false };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    result.stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    result.stderr += chunk;
  });
  // A client that exits early closes its stdin; the failed write is expected.
  child.stdin.on('error', () => {});
  const timer = setTimeout(() => {
    result.timedOut = true;
    stop();
  }, timeoutMs);
  const closed = new Promise((resolve) => child.once('close', resolve));
  try {
    const [exitCode] = await once(child, 'exit');
    result.exitCode = typeof exitCode === 'number' ? exitCode : null;
    // Child processes that are still ending hold the pipes open.
    await Promise.race([closed, delay(graceMs, undefined, { ref: false })]);
  } finally {
    clearTimeout(timer);
    stop();
  }
  return result;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for processes that are not children of this one, kills those that remain, and returns them. */
export async function reap(pids: readonly number[]): Promise<number[]> {
  const deadline = Date.now() + graceMs;
  while (pids.some(isAlive) && Date.now() < deadline) await delay(50);
  const left = pids.filter(isAlive);
  for (const pid of left) kill(pid);
  return left;
}
