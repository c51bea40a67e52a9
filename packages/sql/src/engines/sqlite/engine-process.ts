import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childAddress } from './child-address.ts';
import type { Answer, Failure, Mode, Reply, Request } from './protocol.ts';

/** What the child answered instead of a result. */
export class EngineFailure extends Error {
  readonly failure: Failure;
  readonly mode: Mode;

  constructor(failure: Failure, mode: Mode) {
    super(failure.message);
    this.failure = failure;
    this.mode = mode;
  }
}

/** The child ended before it answered: killed on purpose, or by somebody else. */
export class ProcessGone extends Error {}

export interface ProcessOptions {
  readonly file: string;
  readonly mode: Mode;
  readonly busyMs: number;
}

interface Pending {
  resolve(reply: Reply): void;
  reject(reason: unknown): void;
}

const END_WITHIN_MS = 1_000;
/** Rows pass through and leave; a large nursery would only keep them longer. */
const SMALL_HEAP = ['--max-semi-space-size=2'];

/** A process that holds the database open and does one thing at a time. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #mode: Mode;
  readonly #exited: Promise<unknown>;
  #pending: Pending | undefined;
  #alive = true;

  private constructor(child: ChildProcess, mode: Mode) {
    this.#child = child;
    this.#mode = mode;
    this.#exited = once(child, 'exit').catch(() => {});
    void this.#exited.then(() => this.#onExit());
    child.on('error', () => {});
    child.on('message', (answer) => this.#onAnswer(answer as Answer));
    unref(child.stdin);
    this.#letParentEnd();
  }

  static async start({ file, mode, busyMs }: ProcessOptions): Promise<EngineProcess> {
    const started = new EngineProcess(forkChild(), mode);
    try {
      await started.request({ op: 'open', file, mode, busyMs });
      return started;
    } catch (error) {
      await started.kill();
      throw error;
    }
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get alive(): boolean {
    return this.#alive;
  }

  get busy(): boolean {
    return this.#pending !== undefined;
  }

  onExit(listener: () => void): void {
    void this.#exited.then(listener);
  }

  request(request: Request): Promise<Reply> {
    if (!this.#alive) return Promise.reject(new ProcessGone('the process has ended'));
    if (this.#pending) return Promise.reject(new Error('the process is busy with another request'));
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#keepParent();
      this.#child.send(request, (error) => {
        if (error) void this.kill();
      });
    });
  }

  /** Ends it at once, whatever it does, and waits until it is gone. */
  async kill(): Promise<void> {
    this.#alive = false;
    this.#keepParent();
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  /** Lets it close the database first. */
  async end(): Promise<void> {
    if (!this.#alive || this.#pending) return this.kill();
    this.#alive = false;
    this.#keepParent();
    const late = setTimeout(() => this.#child.kill('SIGKILL'), END_WITHIN_MS);
    if (this.#child.connected) this.#child.disconnect();
    await this.#exited;
    clearTimeout(late);
  }

  #onAnswer(answer: Answer): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (this.#alive) this.#letParentEnd();
    if ('reply' in answer) pending?.resolve(answer.reply);
    else pending?.reject(new EngineFailure(answer.failure, this.#mode));
  }

  #keepParent(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  /** An idle child is no reason for this process to go on. */
  #letParentEnd(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #onExit(): void {
    this.#alive = false;
    this.#pending?.reject(new ProcessGone('the process that holds the database ended'));
    this.#pending = undefined;
  }
}

/** Standard input is the pipe by which the child notices that this process is gone; nothing is ever written to it. */
function forkChild(): ChildProcess {
  const entry = fileURLToPath(childAddress());
  return fork(entry, [], {
    cwd: dirname(entry),
    env: childEnvironment(process.env),
    execArgv: SMALL_HEAP,
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
}

const NEEDED = ['TMPDIR', 'SQLITE_TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH'];

/** Not the secrets of this process, and no options that would change how the child starts. */
function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = NEEDED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  const electron = process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
  return { ...Object.fromEntries(kept), ...electron };
}

function unref(stream: unknown): void {
  if (typeof stream === 'object' && stream && 'unref' in stream && typeof stream.unref === 'function')
    stream.unref();
}
