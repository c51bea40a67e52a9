import { readdirSync, readFileSync } from 'node:fs';

/** The variable that marks a process and what it starts. */
export const MARK = 'MOLEHILL_PROCESS';

/** Where the system lists processes as files. */
export const hasProcessFiles = process.platform === 'linux';

/**
 * The running processes of a session: descendants of its leader that made their own process groups. With a mark also
 * those that made their own sessions. Zombies do not run.
 */
export function membersOf(leader: number, mark: string | undefined): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isMember(pid, leader, mark));
}

function isMember(pid: number, leader: number, mark: string | undefined): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 4);
    if (state === 'Z' || state === 'X') return false;
    if (Number(group) === leader || Number(session) === leader) return true;
    return mark !== undefined && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${MARK}=${mark}`);
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}
