import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Which process, told apart from a later one that got the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it began, as the system counts it; empty where the system does not tell. */
  readonly start: string;
  readonly host: string;
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, start: startOf(process.pid) ?? '', host: hostname() };
}

/**
 * `unknown` of a process on another machine, as in a container that shares a folder, and where only the number can be
 * compared.
 */
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

/** Nothing where the system does not tell; another text for a process that is dead and only not yet buried. */
function startOf(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [state, start] = [fields[0], fields[19]];
    return state === 'Z' || state === 'X' ? 'dead' : start;
  } catch {
    return undefined;
  }
}
