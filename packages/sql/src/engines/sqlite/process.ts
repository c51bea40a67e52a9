import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileIdentity } from './file.ts';
import type { Answer, ChildApi, Failure, Mode, OpenOptions } from './protocol.ts';

/** The child process answered with an error. */
export class ChildError extends Error {
  readonly failure: Failure;
  readonly mode: Mode;

  constructor(failure: Failure, mode: Mode) {
    super(failure.message);
    this.failure = failure;
    this.mode = mode;
  }
}

/** The child process exited before it answered. */
export class ProcessExited extends Error {}

type Method = keyof ChildApi;

interface Pending {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

const EXIT_WITHIN_MS = 1_000;

/** A child process that has the database open and handles one request at a time. */
export class SqliteProcess {
  /** Settles when the database is open, or cannot be opened. */
  readonly opened: Promise<void>;
  readonly exited: Promise<unknown>;
  /** The file it opened; the path may lead to another one by now. */
  readonly identity: string | undefined;
  /** Whether its session keeps something that no other statement must see. */
  tainted = false;
  readonly #child: ChildProcess;
  readonly #mode: Mode;
  #pending: Pending | undefined;
  #alive = true;
  #isOpen = false;

  constructor(options: OpenOptions) {
    this.#mode = options.mode;
    this.identity = fileIdentity(options.file);
    this.#child = forkChild();
    this.exited = once(this.#child, 'exit').then(
      () => this.#onExit(),
      () => this.#onExit(),
    );
    this.#child.on('error', () => {});
    this.#child.on('message', (answer) => this.#onAnswer(answer as Answer));
    const { stdin } = this.#child;
    if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
    this.opened = this.#open(options);
  }

  get pid(): number | undefined {
    return this.#isOpen ? this.#child.pid : undefined;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Aborting kills the process, after `graceMs`, and with it whatever it is doing. */
  async call<M extends Method>(
    method: M,
    args: Parameters<ChildApi[M]>,
    signal?: AbortSignal,
    graceMs = 0,
  ): Promise<ReturnType<ChildApi[M]>> {
    signal?.throwIfAborted();
    let timer: NodeJS.Timeout | undefined;
    const abort = () => {
      timer = setTimeout(() => void this.kill(), graceMs);
    };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return (await this.#request(method, args)) as ReturnType<ChildApi[M]>;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends the process whatever it is doing, and waits until it has exited. */
  async kill(): Promise<void> {
    this.#alive = false;
    this.#setReferenced(true);
    this.#child.kill('SIGKILL');
    await this.exited;
  }

  /** Lets an idle process close the database before it exits. */
  async end(): Promise<void> {
    if (!this.#alive || this.#pending) return this.kill();
    this.#alive = false;
    this.#setReferenced(true);
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), EXIT_WITHIN_MS);
    if (this.#child.connected) this.#child.disconnect();
    await this.exited;
    clearTimeout(timer);
  }

  /** Makes a process that still answers ready for the next statement. False for one that does not. */
  async reset(): Promise<boolean> {
    if (this.#alive && !this.#pending) await this.call('close', []).catch(() => this.kill());
    else await this.kill();
    return this.#alive;
  }

  async #open(options: OpenOptions): Promise<void> {
    try {
      await this.call('open', [options]);
      this.#isOpen = true;
    } catch (error) {
      await this.kill();
      throw error;
    }
  }

  #request(method: Method, args: readonly unknown[]): Promise<unknown> {
    if (!this.#alive) return Promise.reject(new ProcessExited('the process has exited'));
    if (this.#pending) return Promise.reject(new Error('the process is busy with another request'));
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#setReferenced(true);
      this.#child.send({ method, args }, (error) => {
        if (error) void this.kill();
      });
    });
  }

  #onAnswer(answer: Answer): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (this.#alive) this.#setReferenced(false);
    if ('failure' in answer) pending?.reject(new ChildError(answer.failure, this.#mode));
    else pending?.resolve(answer.value);
  }

  #onExit(): void {
    this.#alive = false;
    this.#pending?.reject(new ProcessExited('the process that has the database open exited'));
    this.#pending = undefined;
  }

  /** An idle child process does not keep this process running. */
  #setReferenced(referenced: boolean): void {
    for (const handle of [this.#child, this.#child.channel]) referenced ? handle?.ref() : handle?.unref();
  }
}

/** Beside the bundle the entry file is `sqlite-child.mjs`; in the sources Node runs `child.ts` as it is. */
function childEntry(): string {
  const { url } = import.meta;
  return fileURLToPath(new URL(url.endsWith('.ts') ? './child.ts' : './sqlite-child.mjs', url));
}

/** The child notices by its standard input that this process is gone; nothing is ever written to it. */
function forkChild(): ChildProcess {
  const entry = childEntry();
  return fork(entry, [], {
    cwd: dirname(entry),
    env: childEnvironment(process.env),
    // Rows are short-lived, so a small young generation suffices.
    execArgv: ['--max-semi-space-size=2'],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
}

const INHERITED = ['TMPDIR', 'SQLITE_TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH'];

/** Neither the secrets of this process nor options that would change how Node starts. */
function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(env).filter(([name]) => INHERITED.includes(name));
  const electron = process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
  return { ...Object.fromEntries(inherited), ...electron };
}
