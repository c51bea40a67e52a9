import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '@molehill/core/errors';
import { drain } from '@molehill/core/processes/drain';
import { type Exit, exitText, ProcessGroup } from '@molehill/core/processes/process-group';
import type { Reaper } from '@molehill/core/processes/reaper';
import { RingLog } from '@molehill/core/processes/ring-log';
import { editorErrors } from '@molehill/editor/errors';
import type { AdapterProcess, Env, RunningAdapter, StdioAdapter, TcpAdapter } from '../adapters/adapter.ts';
import type { Channel } from './connection.ts';
import { acceptOne, LOCAL, listenLocally, openPipe, openSocket, pipePath, printed } from './sockets.ts';

/** A debug adapter that was started, or that somebody else runs. */
export interface AdapterServer {
  /** A new connection: the first for the root session, others for its children. E_LAUNCH_FAILED. */
  connect(signal: AbortSignal): Promise<Channel>;
  /** How the adapter ended and what it printed last, for a message. */
  lastWords(): Promise<string>;
  /** Ends one process that the adapter or its program started. */
  endProcess(pid: number): void;
  /** Ends the adapter, and with `programs` everything it started. */
  end(options: { readonly programs: boolean }): Promise<void>;
}

export interface AdapterServerOptions {
  readonly env: Env;
  readonly reaper: Reaper;
  readonly cwd: string;
}

type Started = Exclude<AdapterProcess, RunningAdapter>;
type Connect = (signal: AbortSignal) => Promise<Channel>;

const LAST_WORDS_CHARACTERS = 1_000;
/** A connection may close before the exit of its process is reported. */
const EXIT_MS = 250;

/** Rejects with E_LAUNCH_FAILED when the program cannot be started. */
export async function startAdapter(
  adapter: AdapterProcess,
  options: AdapterServerOptions,
): Promise<AdapterServer> {
  if (adapter.kind === 'running') return runningServer(adapter);
  if (adapter.kind === 'pipe') {
    const { path, remove } = pipePath();
    const group = await startGroup(adapter, adapter.args(path), options).catch((error: unknown) => {
      remove();
      throw error;
    });
    group.exited.then(remove);
    const isListening = printed([group.stdout, group.stderr], adapter.listening);
    return new StartedServer(group, adapter.kind, async (signal) => {
      await isListening;
      return openPipe(path, signal);
    });
  }
  if (adapter.kind !== 'tcp-client') {
    const group = await startGroup(adapter, adapter.args, options);
    return new StartedServer(group, adapter.kind, connector(adapter, group));
  }
  const { server, port } = await listenLocally();
  const group = await startGroup(adapter, adapter.args(port), options).catch((error: unknown) => {
    server.close();
    throw error;
  });
  group.exited.then(() => server.close());
  return new StartedServer(group, adapter.kind, (signal) => acceptOne(server, signal));
}

async function startGroup(
  { kind, command, cwd, env }: Started,
  args: readonly string[],
  options: AdapterServerOptions,
): Promise<ProcessGroup> {
  const launch = { command, args, cwd: cwd ?? options.cwd, env: { ...options.env, ...env } };
  const containment = { isMarked: true, endsWithInput: kind === 'stdio' };
  try {
    return await ProcessGroup.start({ ...launch, ...containment }, options.reaper);
  } catch (cause) {
    throw editorErrors.fail('E_LAUNCH_FAILED', `The debug adapter did not start: ${messageOf(cause)}`, {
      cause,
    });
  }
}

function connector(adapter: StdioAdapter | TcpAdapter, group: ProcessGroup): Connect {
  const { stdout, stderr, stdin } = group;
  if (adapter.kind === 'stdio')
    return async () => ({ input: stdout, output: stdin, destroy: () => stdin.end() });
  const port = printed([stdout, stderr], adapter.listening);
  return async (signal) => openSocket(LOCAL, Number(await port), signal);
}

class StartedServer implements AdapterServer {
  readonly #group: ProcessGroup;
  readonly #printed = new RingLog();
  readonly #connect: Connect;
  #exit: Exit | undefined;

  constructor(group: ProcessGroup, kind: Started['kind'], connect: Connect) {
    this.#group = group;
    this.#connect = connect;
    group.exited.then((exit) => {
      this.#exit = exit;
    });
    const streams = kind === 'stdio' ? [group.stderr] : [group.stderr, group.stdout];
    for (const stream of streams) drain(stream, (chunk) => this.#printed.write(chunk));
  }

  async connect(signal: AbortSignal): Promise<Channel> {
    const gone = new AbortController();
    this.#group.exited.then(() => gone.abort());
    const either = AbortSignal.any([signal, gone.signal]);
    try {
      return await unlessAborted(() => this.#connect(either), either);
    } catch (cause) {
      signal.throwIfAborted();
      const message = `The debug adapter did not start: ${await this.lastWords()}`;
      throw editorErrors.fail('E_LAUNCH_FAILED', message, { cause });
    }
  }

  async lastWords(): Promise<string> {
    await Promise.race([this.#group.exited, sleep(EXIT_MS, undefined, { ref: false })]);
    const exit = this.#exit ? `The adapter ${exitText(this.#exit)}. ` : '';
    return `${exit}${this.#printed.tail(LAST_WORDS_CHARACTERS)}`.trim();
  }

  endProcess(pid: number): void {
    this.#group.endMember(pid);
  }

  async end({ programs }: { readonly programs: boolean }): Promise<void> {
    await (programs ? this.#group.end() : this.#group.release());
  }
}

function runningServer({ host, port }: RunningAdapter): AdapterServer {
  return {
    connect: (signal) =>
      openSocket(host, port, signal).catch((cause: unknown) => {
        signal.throwIfAborted();
        const message = `No debug adapter answers at ${host}:${port}: ${messageOf(cause)}`;
        throw editorErrors.fail('E_LAUNCH_FAILED', message, { cause });
      }),
    lastWords: async () => '',
    endProcess: () => {},
    end: async () => {},
  };
}

async function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work().then(resolve, reject);
  });
}
