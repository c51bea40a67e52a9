import { execFileSync } from 'node:child_process';

export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly command: string;
}

/** All processes except zombies. */
export function runningProcesses(): ProcessInfo[] {
  const output = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,args='], { encoding: 'utf8' });
  return output.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, command] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (!state || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command: command ?? '' }];
  });
}

/** The descendants of a process. */
export function descendantsOf(pid: number, all: readonly ProcessInfo[] = runningProcesses()): ProcessInfo[] {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, all)]);
}

export function isRunning({ pid, command }: ProcessInfo): boolean {
  return runningProcesses().some((other) => other.pid === pid && other.command === command);
}
