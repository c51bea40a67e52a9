import {
  Client,
  type ClientOptions,
  type Implementation,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import type { MolehillError } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import { gatewayErrors } from '../errors.ts';
import type { Era, EraStore } from './eras.ts';
import { tooLargeError } from './failures.ts';
import { openHttp } from './http/transport.ts';
import type { Reaper } from './reaper.ts';
import { type Exit, exitText } from './stdio/process-group.ts';
import type { RingLog } from './stdio/ring-log.ts';
import { StdioUpstreamTransport } from './stdio/transport.ts';
import type { ListName } from './upstream.ts';

export interface ConnectOptions {
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clientInfo: Implementation;
  readonly clientOptions: ClientOptions;
  readonly eras: EraStore;
  readonly reaper: Reaper;
  readonly stderr: RingLog;
  readonly startTimeoutMs: number;
  readonly probeTimeoutMs: number;
  readonly maxMessageBytes: number;
  /** Outlives the starts of one server: whether the last one ended when it was asked for its era. */
  readonly question: { isInVain: boolean };
  /** Each client before it connects. */
  onClient(client: Client): void;
  onListChanged(list: ListName): void;
}

/** A server that runs and answers. */
export interface Connection {
  readonly client: Client;
  readonly pid: number | undefined;
  readonly protocol: string | undefined;
  /** Why it is of no use any more, once it is not. */
  gone(): MolehillError | undefined;
  onClose(listener: () => void): void;
  close(): Promise<void>;
}

const listNames: readonly ListName[] = ['tools', 'prompts', 'resources'];

/**
 * One start of a server, in the era it speaks.
 *
 * The first contact asks `server/discover` on the very process that is then used. With the SDK's own stdio transport
 * that question would go to a second process which is thrown away; with ours the SDK asks in place, and the answer,
 * whether a result or "no such method", costs one round trip. Two kinds of old servers do not answer: those that stay
 * silent cost `probeTimeoutMs` once, after which the SDK goes on with the old handshake on the same pipe; those that
 * exit at a first message they do not know are started a second time, with the old handshake. Both are remembered
 * and not asked again for a week. One that exits whatever it is told is started twice the first time, then once.
 *
 * One that refuses the old handshake is new: it was remembered as old, or came up too slowly to answer in time. It is
 * started once more and asked with patience.
 *
 * A server remembered as modern is asked all the same rather than taken at its word: the question brings its
 * capabilities and instructions of today and shows that it came up, and one that went back to the old era is noticed.
 */
export async function connectUpstream(
  config: UpstreamConfig,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const { question } = options;
  const isOld = config.transport.kind === 'sse' || question.isInVain;
  const era = isOld ? 'legacy' : await rememberedEra(config, options);
  const attempt = new Attempt(config, era === 'modern' ? patient(options) : options);
  try {
    return await attempt.run(era, signal);
  } catch (error) {
    question.isInVain = attempt.hasExited;
    if (config.transport.kind === 'sse' || signal.aborted) throw error;
    if (attempt.wasRefused) return new Attempt(config, patient(options)).run(undefined, signal);
    if (attempt.hasExited && era !== 'legacy') return new Attempt(config, options).run('legacy', signal);
    throw error;
  }
}

/** For a server that is likely to answer the question, however long it takes to come up. */
function patient(options: ConnectOptions): ConnectOptions {
  return { ...options, probeTimeoutMs: Math.max(options.probeTimeoutMs, options.startTimeoutMs / 2) };
}

async function rememberedEra(
  { hash }: UpstreamConfig,
  { eras, log }: ConnectOptions,
): Promise<Era | undefined> {
  return eras.get(hash).catch((error) => {
    log.debug({ error: String(error) }, 'the remembered protocol eras cannot be read');
    return undefined;
  });
}

class Attempt implements Connection {
  readonly client: Client;
  readonly #config: UpstreamConfig;
  readonly #options: ConnectOptions;
  readonly #transport: Transport;
  readonly #stdio: StdioUpstreamTransport | undefined;
  readonly #end: () => Promise<void>;
  readonly #closeListeners: (() => void)[] = [];
  readonly #logBegan: number;
  #failure: MolehillError | undefined;
  #startError: unknown;
  #isClosed = false;
  /** How the process ended, if it did so before this side let go of it. */
  #exit: Exit | undefined;

  constructor(config: UpstreamConfig, options: ConnectOptions) {
    this.#config = config;
    this.#options = options;
    this.#logBegan = options.stderr.written;
    const { transport } = config;
    if (transport.kind === 'stdio') {
      this.#stdio = new StdioUpstreamTransport(transport, { ...options, server: config.id });
      this.#transport = this.#stdio;
      this.#end = async () => {};
    } else {
      const http = openHttp(transport, { ...options, onTooLarge: (bytes) => this.#tooLarge(bytes) });
      this.#transport = http.transport;
      this.#end = () => http.end();
    }
    this.client = this.#createClient();
    this.#transport.onclose = () => this.#closed();
  }

  get pid(): number | undefined {
    return this.#stdio?.pid ?? undefined;
  }

  get protocol(): string | undefined {
    return this.client.getNegotiatedProtocolVersion();
  }

  get hasExited(): boolean {
    return this.#exit !== undefined;
  }

  /** The server answered the handshake, and said no. */
  get wasRefused(): boolean {
    return this.#startError instanceof ProtocolError;
  }

  async run(era: Era | undefined, signal: AbortSignal): Promise<Connection> {
    try {
      await this.#connect(era, signal);
    } catch (error) {
      this.#startError = error;
      await this.close();
      throw this.#startFailure(error, signal);
    }
    this.#remember();
    this.#listen();
    return this;
  }

  gone(): MolehillError | undefined {
    if (!this.#isClosed) return undefined;
    const failure = this.#failure ?? this.#stdio?.failure;
    if (failure) return failure;
    const exit = this.#exit;
    if (!exit) return undefined;
    return gatewayErrors.fail('E_UPSTREAM_GONE', this.#withLog(`${this.#config.id} ${exitText(exit)}.`));
  }

  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#closeListeners.push(listener);
  }

  async close(): Promise<void> {
    await this.#end();
    await this.#transport.close().catch(() => {});
  }

  #createClient(): Client {
    const { clientInfo, clientOptions, probeTimeoutMs, onClient, onListChanged } = this.#options;
    const probe = { timeoutMs: probeTimeoutMs };
    const client = new Client(clientInfo, { ...clientOptions, versionNegotiation: { mode: 'auto', probe } });
    onClient(client);
    for (const list of listNames)
      client.setNotificationHandler(`notifications/${list}/list_changed`, () => onListChanged(list));
    return client;
  }

  async #connect(era: Era | undefined, signal: AbortSignal): Promise<void> {
    const { startTimeoutMs } = this.#options;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(startTimeoutMs)]);
    const prior = era === 'legacy' ? { prior: { kind: 'legacy' } as const } : {};
    const connected = this.client.connect(this.#transport, {
      ...prior,
      timeout: startTimeoutMs,
      signal: deadline,
    });
    await Promise.race([connected, rejection(deadline)]);
  }

  #startFailure(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    const failure = this.#failure ?? this.#stdio?.failure;
    if (failure) return failure;
    const message = this.#withLog(`${this.#config.id} could not be started: ${this.#startReason(error)}.`);
    return gatewayErrors.fail('E_UPSTREAM_START', message, { cause: error });
  }

  #startReason(error: unknown): string {
    if (this.#exit) return `it ${exitText(this.#exit)}`;
    if (isTimeout(error)) return `it did not answer within ${this.#options.startTimeoutMs} ms`;
    return error instanceof Error ? describe(error) : String(error);
  }

  #withLog(message: string): string {
    const log = this.#options.stderr.tail(LOG_IN_MESSAGE, this.#logBegan);
    return log ? `${message} It printed: ${log}` : message;
  }

  #remember(): void {
    const era = this.client.getProtocolEra();
    if (era === undefined || this.#config.transport.kind === 'sse') return;
    this.#options.eras.put(this.#config.hash, era).catch((error) => {
      this.#options.log.debug(
        { error: String(error) },
        'the protocol era of a server could not be remembered',
      );
    });
  }

  /** Servers of 2026 tell of changes only those who listen. */
  #listen(): void {
    if (this.client.getProtocolEra() !== 'modern') return;
    const { tools, prompts, resources } = this.client.getServerCapabilities() ?? {};
    const filter = {
      ...(tools?.listChanged && { toolsListChanged: true }),
      ...(prompts?.listChanged && { promptsListChanged: true }),
      ...(resources?.listChanged && { resourcesListChanged: true }),
    };
    if (Object.keys(filter).length === 0) return;
    this.client.listen(filter).catch((error) => {
      const [server, reason] = [this.#config.id, String(error)];
      this.#options.log.debug({ server, reason }, 'a server does not tell of changes');
    });
  }

  #tooLarge(bytes: number): void {
    this.#failure = tooLargeError(this.#config.id, bytes, this.#options.maxMessageBytes);
    void this.#transport.close().catch(() => {});
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#exit = this.#stdio?.exit;
    for (const listener of this.#closeListeners) listener();
  }
}

const LOG_IN_MESSAGE = 400;

function isTimeout(error: unknown): boolean {
  if (error instanceof SdkError) return error.code === SdkErrorCode.RequestTimeout;
  return error instanceof Error && error.name === 'TimeoutError';
}

function describe(error: Error): string {
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
