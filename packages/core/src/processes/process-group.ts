import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { batched } from '../batch-writes.ts';
import { createId } from '../ids.ts';
import { hasProcessFiles, MARK, membersOf } from './members.ts';
import type { Reaper } from './reaper.ts';

export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Marks the process in its environment, so that descendants which leave its session are ended too. */
  readonly isMarked?: boolean;
  /** Whether what it started ends with the first process. Default: true. */
  readonly endsWithFirst?: boolean;
  /** Whether the end of its input asks the program to end. Default: true. */
  readonly endsWithInput?: boolean;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export function exitText({ code, signal }: Exit): string {
  return signal ? `was ended by ${signal}` : `ended with code ${code}`;
}

const POLL_MS = 15;
/** Together below the 1.2 s that the whole process has for closing. */
const STDIN_CLOSED_MS = 350;
const TERMINATE_MS = 500;
const KILL_MS = 200;
const LAST_OUTPUT_MS = 100;

const hasGroups = process.platform !== 'win32';

/**
 * A child process and its descendants, in a process group that is ended as a whole. On Linux that includes descendants
 * which made process groups of their own, as debuggers do for the programs they start.
 */
export class ProcessGroup {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #reaper: Reaper;
  readonly #mark: string | undefined;
  readonly #inputMs: number;
  /** Resolves when its output was read to the end. */
  readonly #closed: Promise<unknown>;
  #ending: Promise<void> | undefined;

  /** Rejects when the program cannot be started. */
  static async start(options: ProcessOptions, reaper: Reaper): Promise<ProcessGroup> {
    const mark = options.isMarked ? createId() : undefined;
    const child = spawn(options.command, [...options.args], {
      cwd: options.cwd,
      env: { ...options.env, ...(mark && { [MARK]: mark }) },
      detached: hasGroups,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { pid } = child;
    if (pid === undefined) throw await new Promise((resolve) => child.once('error', resolve));
    reaper.watch(pid, mark);
    const { endsWithInput = true, endsWithFirst = true } = options;
    return new ProcessGroup(child, pid, { reaper, mark, endsWithInput, endsWithFirst });
  }

  private constructor(
    child: ChildProcessByStdio<Writable, Readable, Readable>,
    pid: number,
    { reaper, mark, endsWithInput, endsWithFirst }: Containment,
  ) {
    this.#child = child;
    this.pid = pid;
    this.#mark = mark;
    this.#inputMs = endsWithInput ? STDIN_CLOSED_MS : 0;
    this.stdin = batched(child.stdin);
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    this.#reaper = reaper;
    child.on('error', () => {});
    // Writing to a child that has exited fails; the exit is reported below.
    child.stdin.on('error', () => {});
    child.stdout.on('error', () => {});
    this.#closed = new Promise((resolve) => {
      child.once('close', resolve);
    });
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    // A wrapper such as npx may exit before the server it started.
    if (endsWithFirst) this.exited.then(() => this.end());
  }

  /** Closes stdin, then sends SIGTERM, then SIGKILL. Resolves when the whole group has ended. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  /** Kills one of the processes that the first one started. Only Linux tells which they are. */
  endMember(pid: number): void {
    if (hasProcessFiles && membersOf(this.pid, this.#mark).includes(pid)) send(pid, 'SIGKILL');
  }

  /** Resolves when what the first process printed was read; one that it started may hold the pipes open. */
  async lastOutput(): Promise<void> {
    await this.exited;
    await Promise.race([this.#closed, sleep(LAST_OUTPUT_MS, undefined, { ref: false })]);
  }

  /** Leaves all of it running; its output is still read. */
  abandon(): void {
    this.#ending ??= Promise.resolve();
    this.#reaper.forget(this.pid);
  }

  /** Ends the first process only, and leaves what it started running. */
  release(): Promise<void> {
    this.#ending ??= this.#release();
    return this.#ending;
  }

  async #release(): Promise<void> {
    this.#reaper.forget(this.pid);
    this.#child.kill('SIGTERM');
    const killed = setTimeout(() => this.#child.kill('SIGKILL'), TERMINATE_MS);
    await this.exited;
    clearTimeout(killed);
  }

  async #end(): Promise<void> {
    this.stdin.end();
    if (!(await this.#hasEnded(this.#inputMs))) {
      this.#signal('SIGTERM');
      if (!(await this.#hasEnded(TERMINATE_MS))) {
        this.#signal('SIGKILL');
        await this.#hasEnded(KILL_MS);
      }
    }
    this.#reaper.forget(this.pid);
    // The pipes still have what was printed last; a process that left the group may hold them open.
    await Promise.race([this.#closed, sleep(LAST_OUTPUT_MS, undefined, { ref: false })]);
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    this.#child.stdin.destroy();
  }

  async #hasEnded(withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    while (this.#isRunning()) {
      if (performance.now() > deadline) return false;
      await sleep(POLL_MS);
    }
    return true;
  }

  #isRunning(): boolean {
    if (this.#child.exitCode === null && this.#child.signalCode === null) return true;
    return hasProcessFiles ? membersOf(this.pid, this.#mark).length > 0 : this.#signalGroup(0);
  }

  #signal(signal: NodeJS.Signals): void {
    const members = hasProcessFiles ? membersOf(this.pid, this.#mark) : [];
    this.#signalGroup(signal);
    for (const member of members) send(member, signal);
  }

  /** Returns whether there was a process to receive the signal; 0 only checks. */
  #signalGroup(signal: NodeJS.Signals | 0): boolean {
    return hasGroups ? send(-this.pid, signal) : this.#child.kill(signal);
  }
}

interface Containment {
  readonly reaper: Reaper;
  readonly mark: string | undefined;
  readonly endsWithInput: boolean;
  readonly endsWithFirst: boolean;
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
