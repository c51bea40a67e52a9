import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process even after its pid was reused. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the units of the system; empty where it is not available. */
  readonly start: string;
  readonly host: string;
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, start: startOf(process.pid) ?? '', host: hostname() };
}

/** `unknown` for a process on another host, such as a container that shares the folder, and where no start time is available. */
export function stateOfProcess({ pid, start, host }: ProcessIdentity): 'alive' | 'gone' | 'unknown' {
  if (host !== hostname()) return 'unknown';
  if (!exists(pid)) return 'gone';
  const now = startOf(pid);
  if (now === undefined || start === '') return 'unknown';
  return now === start ? 'alive' : 'gone';
}

function exists(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Undefined where /proc is not available; a value that matches no start time for a zombie. */
function startOf(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [state, start] = [fields[0], fields[19]];
    return state === 'Z' || state === 'X' ? 'dead' : start;
  } catch {
    return undefined;
  }
}
