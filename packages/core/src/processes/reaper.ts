import type { ChildProcess } from 'node:child_process';
import type { Log } from '../log.ts';
import { MARK } from './members.ts';

/** Ends process groups after this process was killed and could not end them itself. */
export interface Reaper {
  /** `mark`: the value of the variable that marks descendants; see `members.ts`. */
  watch(group: number, mark?: string): void;
  forget(group: number): void;
  /** Stops watching. Groups that are left are ended as if this process had been killed. */
  close(): void;
}

/**
 * One shell watches all groups of this process. It runs in a session of its own, so that signals to this process do not
 * reach it, and reads the list of groups from stdin. End of file means that this process is gone: the shell sends
 * SIGTERM to the groups, and SIGKILL a second later.
 *
 * A shell takes 1.7 MB and starts at once; a Node.js process takes 42 MB. The kernel's parent-death signal is no
 * alternative: it reaches the direct child only, which with `npx` is not the server.
 *
 * Process ids are reused, so a group is identified by the start time of its leader too. While a group has members, the
 * system does not reuse the id of a leader that has ended.
 */
const SCRIPT = `
trap '' HUP INT TERM
started_at() {
  if [ -r "/proc/$1/stat" ]; then
    read -r line < "/proc/$1/stat" || return 0
    set -- \${line##*) }
    printf %s "\${20}"
  elif [ ! -d /proc/self ]; then
    ps -o lstart= -p "$1" | tr -cd '[:alnum:]'
  fi
}
session_members() {
  for file in /proc/[0-9]*/stat; do
    read -r line < "$file" || continue
    pid=\${line%% *}
    set -- "$1" \${line##*) }
    [ "$5" = "$1" ] && printf '%s ' "$pid"
  done
}
marked() {
  for file in $(grep -ls "${MARK}=$1" /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    printf '%s ' "\${file%/environ}"
  done
}
signal_one() {
  [ -z "$4" ] || kill -s "$1" $(marked "$4")
  now=$(started_at "$2")
  [ -z "$now" ] || [ "$now" = "$3" ] || return 0
  kill -s "$1" $(session_members "$2")
  kill -s "$1" -- "-$2"
}
signal_all() {
  for entry in $groups; do
    mark=\${entry##*:}
    leader=\${entry%:*}
    signal_one "$1" "\${leader%%:*}" "\${leader#*:}" "$mark"
  done
}
groups=
while read -r sign group mark; do
  others=
  for entry in $groups; do [ "\${entry%%:*}" = "$group" ] || others="$others $entry"; done
  groups=$others
  [ "$sign" = + ] && groups="$groups $group:$(started_at "$group"):$mark"
done
[ -n "$groups" ] || exit 0
signal_all TERM
sleep 1
signal_all KILL
`;

/** The shell starts with the first group. Windows has no process groups, so nothing is watched there. */
export function createReaper(log: Log): Reaper {
  return process.platform === 'win32' ? noReaper : new ShellReaper(log);
}

const MAX_RESTARTS = 10;

const noReaper: Reaper = { watch() {}, forget() {}, close() {} };

class ShellReaper implements Reaper {
  readonly #log: Log;
  readonly #groups = new Map<number, string>();
  #shell: ChildProcess | undefined;
  #restarts = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  watch(group: number, mark = ''): void {
    this.#groups.set(group, mark);
    if (this.#shell) this.#send(`+ ${group} ${mark}`);
    else this.#start();
  }

  forget(group: number): void {
    if (this.#groups.delete(group)) this.#send(`- ${group}`);
  }

  close(): void {
    const shell = this.#shell;
    this.#shell = undefined;
    if (this.#groups.size > 0) shell?.stdin?.end();
    else shell?.kill('SIGKILL');
    this.#groups.clear();
  }

  #start(): void {
    // Loaded with the first server, to keep it out of the start of every process.
    const { spawn } = process.getBuiltinModule('node:child_process');
    const shell = spawn('/bin/sh', ['-c', SCRIPT], {
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#shell = shell;
    shell.unref();
    shell.stdin.on('error', () => {});
    if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
    shell.on('error', (error) => this.#lost(shell, error.message));
    shell.on('exit', (code, signal) => this.#lost(shell, `it ended with ${signal ?? code}`));
    for (const [group, mark] of this.#groups) this.#send(`+ ${group} ${mark}`);
  }

  /** A new shell takes over all groups. Calls do not fail when none can be started. */
  #lost(shell: ChildProcess, reason: string): void {
    if (this.#shell !== shell) return;
    this.#shell = undefined;
    this.#restarts += 1;
    this.#log.warn({ reason }, 'the process that watches child processes ended');
    if (this.#groups.size > 0 && this.#restarts <= MAX_RESTARTS) this.#start();
  }

  #send(line: string): void {
    this.#shell?.stdin?.write(`${line}\n`);
  }
}
