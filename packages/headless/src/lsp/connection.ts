import { setTimeout as sleep } from 'node:timers/promises';
import { coreErrors, isMolehillError, type MolehillError, messageOf } from '@molehill/core/errors';
import { drain } from '@molehill/core/processes/drain';
import {
  type Exit,
  exitText,
  ProcessGroup,
  type ProcessOptions,
} from '@molehill/core/processes/process-group';
import type { Reaper } from '@molehill/core/processes/reaper';
import { RingLog } from '@molehill/core/processes/ring-log';
import { editorErrors } from '@molehill/editor/errors';
import type { CancellationToken, MessageConnection } from 'vscode-jsonrpc/node';
import type { Method, Notifications, Requests } from './messages.ts';

export interface ServerEvents {
  onNotification(method: string, params: unknown): void;
  /** A request of the server; the result is the answer. */
  onRequest(method: string, params: unknown): Promise<unknown>;
}

export interface LspRequestOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

type Rpc = typeof import('vscode-jsonrpc/node');

const LAST_WORDS_CHARACTERS = 1_000;
/** The connection may close before the exit of its process is reported. */
const EXIT_MS = 250;

/** A language server process, and the requests and notifications exchanged with it. */
export class ServerConnection {
  /** Resolves when the process has ended or its output was closed. */
  readonly ended: Promise<void>;
  readonly #name: string;
  readonly #group: ProcessGroup;
  readonly #rpc: Rpc;
  readonly #messages: MessageConnection;
  readonly #printed = new RingLog();
  #exit: Exit | undefined;
  #hasEnded = false;

  /** E_LANGUAGE_SERVER where the program cannot be started. */
  static async start(
    name: string,
    options: ProcessOptions,
    reaper: Reaper,
    events: ServerEvents,
  ): Promise<ServerConnection> {
    // Loaded with the first server, to keep it out of the start of every process.
    const rpc = await import('vscode-jsonrpc/node');
    try {
      const group = await ProcessGroup.start({ ...options, isMarked: true }, reaper);
      return new ServerConnection(name, group, rpc, events);
    } catch (cause) {
      const message = `The language server ${name} did not start: ${messageOf(cause)}`;
      throw editorErrors.fail('E_LANGUAGE_SERVER', message, { cause });
    }
  }

  private constructor(name: string, group: ProcessGroup, rpc: Rpc, events: ServerEvents) {
    this.#name = name;
    this.#group = group;
    this.#rpc = rpc;
    const { StreamMessageReader, StreamMessageWriter, createMessageConnection } = rpc;
    this.#messages = createMessageConnection(
      new StreamMessageReader(group.stdout),
      new StreamMessageWriter(group.stdin),
    );
    drain(group.stderr, (chunk) => this.#printed.write(chunk));
    this.#messages.onNotification((method, params) => events.onNotification(method, params));
    // The library keeps progress from the handler above.
    this.#messages.onUnhandledProgress((params) => events.onNotification('$/progress', params));
    this.#messages.onRequest((method, params) => events.onRequest(method, params));
    this.#messages.onError(() => {});
    this.ended = new Promise((resolve) => {
      this.#messages.onClose(resolve);
      group.exited.then((exit) => {
        this.#exit = exit;
        resolve();
      });
    });
    this.ended.then(() => {
      this.#hasEnded = true;
    });
    this.#messages.listen();
  }

  get pid(): number {
    return this.#group.pid;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** E_LANGUAGE_SERVER with the end of what the server printed where it ended, E_TIMEOUT. Errors of the server are its own. */
  async request<M extends Method>(
    method: M,
    params: Requests[M][0],
    { signal, timeoutMs }: LspRequestOptions,
  ): Promise<Requests[M][1]> {
    signal.throwIfAborted();
    if (this.#hasEnded) throw await this.#gone(method);
    const cancellation = new this.#rpc.CancellationTokenSource();
    const limit = AbortSignal.timeout(timeoutMs);
    const either = AbortSignal.any([signal, limit]);
    const stop = new AbortController();
    try {
      return await Promise.race([
        this.#send(method, params, cancellation.token),
        this.ended.then(async () => {
          throw await this.#gone(method);
        }),
        aborted(either, stop.signal),
      ]);
    } catch (error) {
      if (either.aborted) await quietly(() => cancellation.cancel());
      if (limit.aborted && !signal.aborted) throw timedOut(this.#name, method, timeoutMs);
      if (signal.aborted || isMolehillError(error)) throw error;
      // Requests without an answer are rejected when the connection closes, some before the exit is known.
      const isAnswer = error instanceof this.#rpc.ResponseError && !this.#hasEnded;
      throw isAnswer ? error : await this.#gone(method);
    } finally {
      stop.abort();
    }
  }

  notify<M extends keyof Notifications>(method: M, params: Notifications[M]): void {
    // A server that has ended is reported by the next request.
    void quietly(() => this.#messages.sendNotification(method, params));
  }

  /** How the server ended and what it printed last. */
  async lastWords(): Promise<string> {
    await Promise.race([this.#group.exited, sleep(EXIT_MS, undefined, { ref: false })]);
    await Promise.race([this.#group.lastOutput(), sleep(EXIT_MS, undefined, { ref: false })]);
    const exit = this.#exit ? `It ${exitText(this.#exit)}. ` : '';
    return `${exit}${this.#printed.tail(LAST_WORDS_CHARACTERS)}`.trim();
  }

  async close(): Promise<void> {
    // A server that does not end by itself is ended with its process group.
    void quietly(() => this.#messages.sendRequest('shutdown'));
    void quietly(() => this.#messages.sendNotification('exit'));
    await this.#group.end();
    this.#messages.dispose();
  }

  async #send<M extends Method>(
    method: M,
    params: Requests[M][0],
    token: CancellationToken,
  ): Promise<Requests[M][1]> {
    return await this.#messages.sendRequest<Requests[M][1]>(method, params, token);
  }

  async #gone(method: string): Promise<MolehillError> {
    const message = `The language server ${this.#name} ended before it answered ${method}. ${await this.lastWords()}`;
    return editorErrors.fail('E_LANGUAGE_SERVER', message.trim());
  }
}

/** For what may fail only because the server has ended, which is reported elsewhere. */
async function quietly(send: () => unknown): Promise<void> {
  try {
    await send();
  } catch {}
}

/** Rejects with the reason of the signal, and listens no more after `stop`. */
export function aborted(signal: AbortSignal, stop: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: stop });
  });
}

function timedOut(name: string, method: string, timeoutMs: number): MolehillError {
  const message = `The language server ${name} did not answer ${method} within ${timeoutMs} ms.`;
  return coreErrors.fail('E_TIMEOUT', message, { hint: 'Call again; the project may still be loading.' });
}
