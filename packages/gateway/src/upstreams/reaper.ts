import type { ChildProcess } from 'node:child_process';
import type { Log } from '@molehill/core/log';

/** Ends process groups after this process was killed without a chance to do so itself. */
export interface Reaper {
  watch(group: number): void;
  forget(group: number): void;
  /** Lets go of everything: who closes has ended the groups itself. */
  close(): void;
}

/**
 * One shell for all groups of this process. It sits in a session of its own, where no signal meant for this process
 * reaches it, and reads which groups there are; the end of its input is the end of this process. It then asks the
 * groups to end, and a second later makes them.
 *
 * A shell, because it takes 1.7 MB where a process of Node.js takes 42, and is there at once. One for all, because a
 * wrapper around each server would cost that for each. Not the kernel's parent-death signal: that reaches the direct
 * child only, which with `npx` is not the server.
 *
 * A number may be given to another process later. Who had it is told by when it began; where the leader of a group is
 * gone, the system keeps the number free as long as the group has sessions.
 */
const SCRIPT = `
trap '' HUP INT TERM
began() {
  if [ -r "/proc/$1/stat" ]; then
    read -r line < "/proc/$1/stat" || return 0
    set -- \${line##*) }
    printf %s "\${20}"
  elif [ ! -d /proc/self ]; then
    ps -o lstart= -p "$1" | tr -cd '[:alnum:]'
  fi
}
tell() {
  for entry in $groups; do
    now=$(began "\${entry%%:*}")
    [ -z "$now" ] || [ "$now" = "\${entry#*:}" ] || continue
    kill -s "$1" -- "-\${entry%%:*}"
  done
}
groups=
while read -r sign group; do
  others=
  for entry in $groups; do [ "\${entry%%:*}" = "$group" ] || others="$others $entry"; done
  groups=$others
  [ "$sign" = + ] && groups="$groups $group:$(began "$group")"
done
[ -n "$groups" ] || exit 0
tell TERM
sleep 1
tell KILL
`;

/** Nothing is started before there is a group to watch. Windows has no groups, and there this does nothing. */
export function createReaper(log: Log): Reaper {
  return process.platform === 'win32' ? idleReaper : new ShellReaper(log);
}

/** After so many it is not by accident that they end. */
const MOST_LOSSES = 10;

const idleReaper: Reaper = { watch() {}, forget() {}, close() {} };

class ShellReaper implements Reaper {
  readonly #log: Log;
  readonly #groups = new Set<number>();
  #shell: ChildProcess | undefined;
  #losses = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  watch(group: number): void {
    this.#groups.add(group);
    if (this.#shell) this.#tell(`+ ${group}`);
    else this.#start();
  }

  forget(group: number): void {
    if (this.#groups.delete(group)) this.#tell(`- ${group}`);
  }

  close(): void {
    this.#groups.clear();
    const shell = this.#shell;
    this.#shell = undefined;
    shell?.kill('SIGKILL');
  }

  #start(): void {
    // Loaded with the first server and not before.
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
    for (const group of this.#groups) this.#tell(`+ ${group}`);
  }

  /** Another takes over all groups. Where none can be started, nothing else fails for it. */
  #lost(shell: ChildProcess, reason: string): void {
    if (this.#shell !== shell) return;
    this.#shell = undefined;
    this.#losses += 1;
    this.#log.warn({ reason }, 'the watch over child processes was lost');
    if (this.#groups.size > 0 && this.#losses <= MOST_LOSSES) this.#start();
  }

  #tell(line: string): void {
    this.#shell?.stdin?.write(`${line}\n`);
  }
}
