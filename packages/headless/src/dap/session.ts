import { createId } from '@molehill/core/ids';
import type { Log } from '@molehill/core/log';
import { RingLog } from '@molehill/core/processes/ring-log';
import type { DapSession, RequestOptions, SessionEnd, Unsubscribe } from '@molehill/editor/host';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { AdapterServer } from './adapter-server.ts';
import { type Channel, DapConnection } from './connection.ts';

export interface SessionFacts {
  readonly name: string;
  readonly type: string;
  readonly request: 'launch' | 'attach';
  readonly folder: string;
  readonly scope: string;
  readonly parent?: string;
}

export interface SessionOptions {
  readonly facts: SessionFacts;
  readonly channel: Channel;
  readonly server: AdapterServer;
  readonly log: Log;
  /** A request of the adapter. */
  onRequest(session: HeadlessSession, command: string, args: unknown): Promise<object | undefined>;
  /** Called when the connection is closed, to end what only this session needs. */
  release(session: HeadlessSession, options: ReleaseOptions): Promise<void>;
}

export interface ReleaseOptions {
  /** Leave the program running. */
  readonly detach: boolean;
  /** The program ended by itself: processes that it started may still be debugged. */
  readonly hasExited: boolean;
}

interface StopOptions {
  readonly detach: boolean;
  /** How long the adapter may take to end the session itself. */
  readonly withinMs?: number;
}

const START_OUTPUT_BYTES = 4_096;
/** A launched program is ended with its adapter, so there is little to wait for. */
const DISCONNECT_MS = { launch: 500, attach: 2_000 };

/** A session over one connection. A child session shares the adapter of its parent. */
export class HeadlessSession implements DapSession {
  readonly id = createId();
  readonly startedAt = Date.now();
  readonly name: string;
  readonly type: string;
  readonly request: 'launch' | 'attach';
  readonly folder: string;
  readonly scope: string;
  readonly parent?: string;
  readonly server: AdapterServer;
  /** Resolves with the `initialized` event. */
  readonly initialized: Promise<void>;
  readonly ended: Promise<SessionEnd>;
  /** The last output, for the message of a start that fails. */
  readonly output = new RingLog(START_OUTPUT_BYTES);
  capabilities: DebugProtocol.Capabilities = {};
  processId: number | undefined;

  readonly #connection: DapConnection;
  readonly #listeners = new Set<(event: DebugProtocol.Event) => void>();
  readonly #log: Log;
  readonly #release: SessionOptions['release'];
  #markInitialized: () => void = () => {};
  #isExpectedToEnd = false;
  #closing: Promise<void> | undefined;

  constructor({ facts, channel, server, log, onRequest, release }: SessionOptions) {
    this.name = facts.name;
    this.type = facts.type;
    this.request = facts.request;
    this.folder = facts.folder;
    this.scope = facts.scope;
    if (facts.parent !== undefined) this.parent = facts.parent;
    this.processId = processIdIn(facts.name);
    this.server = server;
    this.#log = log;
    this.#release = release;
    this.initialized = new Promise((resolve) => {
      this.#markInitialized = resolve;
    });
    this.#connection = new DapConnection(channel, {
      onEvent: (event) => this.#received(event),
      onRequest: (command, args) => onRequest(this, command, args),
    });
    this.ended = this.#connection.closed.then((fault) => this.#end(fault?.message));
  }

  send(command: string, args?: object, options?: RequestOptions): Promise<unknown> {
    return this.#connection.request(command, args, options);
  }

  onEvent(listener: (event: DebugProtocol.Event) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setCapabilities(capabilities: DebugProtocol.Capabilities): void {
    this.capabilities = { ...this.capabilities, ...capabilities };
    this.#connection.canCancel = this.capabilities.supportsCancelRequest === true;
  }

  /** Output of the host's own, such as that of a program in a terminal. */
  print(category: 'stdout' | 'stderr' | 'important', output: string): void {
    this.#received({ seq: 0, type: 'event', event: 'output', body: { category, output } });
  }

  /** The end of a program that the host itself started. */
  reportExit(exitCode: number): void {
    this.#received({ seq: 0, type: 'event', event: 'exited', body: { exitCode } });
  }

  async stop({ detach, withinMs }: StopOptions): Promise<void> {
    await this.#close(detach, withinMs);
    await this.#release(this, { detach, hasExited: false });
  }

  /** Closes the connection of a session whose adapter is ended otherwise. */
  drop(): void {
    this.#isExpectedToEnd = true;
    this.#connection.close();
  }

  #close(detach: boolean, withinMs: number = DISCONNECT_MS[this.request]): Promise<void> {
    this.#isExpectedToEnd = true;
    this.#closing ??= this.#disconnect(detach, withinMs);
    return this.#closing;
  }

  async #disconnect(detach: boolean, withinMs: number): Promise<void> {
    const args = { restart: false, terminateDebuggee: !detach };
    if (withinMs > 0) await this.send('disconnect', args, { timeoutMs: withinMs }).catch(() => {});
    this.#connection.close();
  }

  #received(event: DebugProtocol.Event): void {
    if (event.event === 'initialized') this.#markInitialized();
    if (event.event === 'capabilities') this.setCapabilities(event.body.capabilities);
    if (event.event === 'process') this.processId = event.body.systemProcessId ?? this.processId;
    if (event.event === 'output' && event.body.category !== 'telemetry')
      this.output.write(Buffer.from(String(event.body.output)));
    for (const listener of this.#listeners) this.#call(listener, event);
    if (event.event === 'terminated') void this.#terminated();
  }

  async #terminated(): Promise<void> {
    const detach = this.request === 'attach';
    await this.#close(detach);
    await this.#release(this, { detach, hasExited: true });
  }

  #call(listener: (event: DebugProtocol.Event) => void, event: DebugProtocol.Event): void {
    try {
      listener(event);
    } catch (error) {
      this.#log.error({ error, event: event.event }, 'a listener for debug events failed');
    }
  }

  async #end(fault: string | undefined): Promise<SessionEnd> {
    if (this.#isExpectedToEnd) return { how: 'terminated' };
    const detail = fault ?? (await this.server.lastWords());
    void this.#release(this, { detach: false, hasExited: false });
    return { how: 'crashed', ...(detail && { detail }) };
  }
}

/** js-debug sends no \`process\` event, and names a child session \`program.js [pid]\`. */
function processIdIn(name: string): number | undefined {
  const pid = / \[(\d+)\]$/.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}
