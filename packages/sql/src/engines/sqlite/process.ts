import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
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

const EXIT_WITHIN_MS = 1_000;

/** A child process that has the database open and handles one request at a time. */
export class SqliteProcess {
  /** Settles when the database is open, or cannot be opened. */
  readonly opened: Promise<void>;
  readonly exited: Promise<void>;
  /** The file it opened; the path may lead to another one by now. */
  readonly identity: string | undefined;
  /** Whether its session keeps something that no other statement must see. */
  tainted = false;
  readonly #child: ChildProcess;
  readonly #mode: Mode;
  /** Settles the request in flight. */
  #answer: ((answer: Answer | undefined) => void) | undefined;
  #alive = true;
  #isOpen = false;

  constructor(options: OpenOptions) {
    this.#mode = options.mode;
    this.identity = fileIdentity(options.file);
    this.#child = forkChild();
    this.#child.on('error', () => {});
    this.#child.on('message', (answer) => this.#answer?.(answer as Answer));
    this.exited = once(this.#child, 'exit')
      .catch(() => {})
      .then(() => {
        this.#alive = false;
        this.#answer?.(undefined);
      });
    this.opened = this.call('open', [options]).then(
      () => {
        this.#isOpen = true;
      },
      async (error) => {
        await this.kill();
        throw error;
      },
    );
  }

  /** Undefined until the database is open. */
  get pid(): number | undefined {
    return this.#isOpen ? this.#child.pid : undefined;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Aborting kills the process after `graceMs`, and with it the statement. */
  async call<M extends keyof ChildApi>(
    method: M,
    args: Parameters<ChildApi[M]>,
    signal?: AbortSignal,
    graceMs = 0,
  ): Promise<ReturnType<ChildApi[M]>> {
    signal?.throwIfAborted();
    if (this.#answer) throw new Error('the process is busy with another request');
    let timer: NodeJS.Timeout | undefined;
    const abort = () => {
      timer = setTimeout(() => void this.kill(), graceMs);
    };
    signal?.addEventListener('abort', abort, { once: true });
    const answer = await new Promise<Answer | undefined>((resolve) => {
      this.#answer = resolve;
      this.#setReferenced(true);
      if (this.#alive) this.#child.send({ method, args }, (error) => error && void this.kill());
      else resolve(undefined);
    });
    this.#answer = undefined;
    this.#setReferenced(!this.#alive);
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    if (!answer) throw new ProcessExited('the process that has the database open exited');
    if ('failure' in answer) throw new ChildError(answer.failure, this.#mode);
    return answer.value as ReturnType<ChildApi[M]>;
  }

  /** Makes a process that still answers ready for the next statement, and kills one that does not. */
  async reset(): Promise<void> {
    if (this.#alive && !this.#answer) await this.call('close', []).catch(() => this.kill());
    else await this.kill();
  }

  /** Ends the process, idle or busy, and waits until it has exited. */
  async kill(): Promise<void> {
    this.#alive = false;
    this.#setReferenced(true);
    this.#child.kill('SIGKILL');
    await this.exited;
  }

  /** Lets an idle process close the database before it exits. */
  async end(): Promise<void> {
    if (!this.#alive || this.#answer) return this.kill();
    this.#alive = false;
    this.#setReferenced(true);
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), EXIT_WITHIN_MS);
    if (this.#child.connected) this.#child.disconnect();
    await this.exited;
    clearTimeout(timer);
  }

  /** An idle child process does not keep this process running. */
  #setReferenced(referenced: boolean): void {
    for (const handle of [this.#child, this.#child.channel]) referenced ? handle?.ref() : handle?.unref();
  }
}

/** Its standard input only shows the child that this process exited; nothing is written to it. */
function forkChild(): ChildProcess {
  const { url } = import.meta;
  // Beside the bundle the entry file is `sqlite-child.mjs`; in the sources Node runs `child.ts` as it is.
  const entry = fileURLToPath(new URL(url.endsWith('.ts') ? './child.ts' : './sqlite-child.mjs', url));
  const child = fork(entry, [], {
    cwd: dirname(entry),
    env: childEnvironment(process.env),
    // Rows are short-lived, so a small young generation suffices.
    execArgv: ['--max-semi-space-size=2'],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  // The type of a pipe does not say that it is a socket.
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}

const INHERITED = ['TMPDIR', 'SQLITE_TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH'];

/** Neither the secrets of this process nor options that would change how Node starts. */
function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(env).filter(([name]) => INHERITED.includes(name));
  const electron = process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
  return { ...Object.fromEntries(inherited), ...electron };
}
