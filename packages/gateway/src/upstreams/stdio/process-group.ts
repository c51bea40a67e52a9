import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reaper } from '../reaper.ts';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export function exitText({ code, signal }: Exit): string {
  return signal ? `was ended by ${signal}` : `ended with code ${code}`;
}

export interface GroupOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

const POLL_MS = 15;
/** Both together stay well below the 1.2 s that the whole process has for closing. */
const END_OF_INPUT_MS = 350;
const TERMINATE_MS = 500;
const KILL_MS = 200;

const hasGroups = process.platform !== 'win32';

/** A child with everything it starts, in a group of its own that can be ended as a whole. */
export class ProcessGroup {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #reaper: Reaper;
  #ending: Promise<void> | undefined;

  /** Rejects when the program cannot be started. */
  static async start(options: GroupOptions, reaper: Reaper): Promise<ProcessGroup> {
    const child = spawn(options.command, [...options.args], {
      cwd: options.cwd,
      env: { ...options.env },
      detached: hasGroups,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { pid } = child;
    if (pid === undefined) throw await failureOf(child);
    reaper.watch(pid);
    return new ProcessGroup(child, pid, reaper);
  }

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, pid: number, reaper: Reaper) {
    this.#child = child;
    this.pid = pid;
    this.#reaper = reaper;
    child.on('error', () => {});
    // What is written to a child that is gone is lost with it; its exit tells.
    child.stdin.on('error', () => {});
    child.stdout.on('error', () => {});
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    // A wrapper that ended may leave behind what it wrapped.
    this.exited.then(() => this.end());
  }

  get stdin(): Writable {
    return this.#child.stdin;
  }

  get stdout(): Readable {
    return this.#child.stdout;
  }

  get stderr(): Readable {
    return this.#child.stderr;
  }

  /** Asks by closing its input, then by a signal, then does not ask. Done when nothing of the group is left. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.#child.stdin.end();
    if (!(await this.#gone(END_OF_INPUT_MS))) {
      this.#signal('SIGTERM');
      if (!(await this.#gone(TERMINATE_MS))) {
        this.#signal('SIGKILL');
        await this.#gone(KILL_MS);
      }
    }
    this.#reaper.forget(this.pid);
    // Whatever left the group on purpose may still hold the pipes.
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    this.#child.stdin.destroy();
  }

  async #gone(withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    while (this.#isAlive()) {
      if (performance.now() > deadline) return false;
      await sleep(POLL_MS);
    }
    return true;
  }

  #isAlive(): boolean {
    return this.#signal(0);
  }

  #signal(signal: NodeJS.Signals | 0): boolean {
    try {
      return hasGroups ? process.kill(-this.pid, signal) : this.#child.kill(signal);
    } catch {
      return false;
    }
  }
}

function failureOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<Error> {
  return new Promise((resolve) => child.once('error', resolve));
}
