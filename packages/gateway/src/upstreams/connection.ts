import { Client, ProtocolError, SdkError, SdkErrorCode, type Transport } from '@modelcontextprotocol/client';
import type { MolehillError } from '@molehill/core/errors';
import { type Exit, exitText } from '@molehill/core/processes/process-group';
import type { RingLog } from '@molehill/core/processes/ring-log';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import { gatewayErrors } from '../errors.ts';
import { untilAborted } from './abort.ts';
import type { Era } from './eras.ts';
import { tooLargeError } from './failures.ts';
import { openHttp } from './http/transport.ts';
import type { UpstreamOptions } from './options.ts';
import type { ListName } from './status.ts';
import { StdioUpstreamTransport } from './stdio/transport.ts';

export interface ConnectOptions extends UpstreamOptions {
  readonly stderr: RingLog;
  /** Shared by all starts of one server: whether the process exited during the last probe of its era. */
  readonly probe: { exitedLast: boolean };
  onClient(client: Client): void;
  onListChanged(list: ListName): void;
}

const LIST_NAMES: readonly ListName[] = ['tools', 'prompts', 'resources'];
const STDERR_IN_MESSAGE = 400;

/** One start of a server: its transport, handshake and client. */
export class Connection {
  readonly client: Client;
  readonly #config: UpstreamConfig;
  readonly #options: ConnectOptions;
  readonly #transport: Transport;
  readonly #stdio: StdioUpstreamTransport | undefined;
  readonly #stderrStart: number;
  #failure: MolehillError | undefined;
  #startError: unknown;
  #isClosed = false;
  #onClose = () => {};
  /** Set only when the process ended before this side closed the connection. */
  #exit: Exit | undefined;

  constructor(config: UpstreamConfig, options: ConnectOptions) {
    this.#config = config;
    this.#options = options;
    this.#stderrStart = options.stderr.written;
    const { transport } = config;
    if (transport.kind === 'stdio') {
      this.#stdio = new StdioUpstreamTransport(transport, { ...options, server: config.id });
      this.#transport = this.#stdio;
    } else
      this.#transport = openHttp(transport, { ...options, onTooLarge: (bytes) => this.#tooLarge(bytes) });
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

  /** The server answered the handshake with an error. */
  get wasRefused(): boolean {
    return this.#startError instanceof ProtocolError;
  }

  async open(era: Era | undefined, signal: AbortSignal): Promise<this> {
    try {
      await this.#connect(era, signal);
    } catch (error) {
      this.#startError = error;
      await this.close();
      throw this.#startFailure(error, signal);
    }
    this.#storeEra();
    this.#subscribeToLists();
    return this;
  }

  /** Why the connection was lost, once it is closed. */
  lostBecause(): MolehillError | undefined {
    if (!this.#isClosed) return undefined;
    const failure = this.#failure ?? this.#stdio?.failure;
    if (failure || !this.#exit) return failure;
    return gatewayErrors.fail(
      'E_UPSTREAM_GONE',
      this.#withStderr(`${this.#config.id} ${exitText(this.#exit)}.`),
    );
  }

  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#onClose = listener;
  }

  async close(): Promise<void> {
    await this.#transport.close().catch(() => {});
  }

  #createClient(): Client {
    const { clientInfo, clientOptions, probeTimeoutMs, onClient, onListChanged } = this.#options;
    const probe = { timeoutMs: probeTimeoutMs };
    const client = new Client(clientInfo, { ...clientOptions, versionNegotiation: { mode: 'auto', probe } });
    onClient(client);
    for (const list of LIST_NAMES)
      client.setNotificationHandler(`notifications/${list}/list_changed`, () => onListChanged(list));
    return client;
  }

  async #connect(era: Era | undefined, signal: AbortSignal): Promise<void> {
    const { startTimeoutMs } = this.#options;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(startTimeoutMs)]);
    const prior = era === 'legacy' ? { prior: { kind: 'legacy' } as const } : {};
    const options = { ...prior, timeout: startTimeoutMs, signal: deadline };
    await untilAborted(this.client.connect(this.#transport, options), deadline);
  }

  #startFailure(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    const failure = this.#failure ?? this.#stdio?.failure;
    if (failure) return failure;
    const message = this.#withStderr(`${this.#config.id} could not be started: ${this.#startReason(error)}.`);
    return gatewayErrors.fail('E_UPSTREAM_START', message, { cause: error });
  }

  #startReason(error: unknown): string {
    if (this.#exit) return `it ${exitText(this.#exit)}`;
    if (isTimeout(error)) return `it did not answer within ${this.#options.startTimeoutMs} ms`;
    if (!(error instanceof Error)) return String(error);
    return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
  }

  #withStderr(message: string): string {
    const stderr = this.#options.stderr.tail(STDERR_IN_MESSAGE, this.#stderrStart);
    return stderr ? `${message} It printed: ${stderr}` : message;
  }

  #storeEra(): void {
    const era = this.client.getProtocolEra();
    if (era === undefined || this.#config.transport.kind === 'sse') return;
    this.#options.eras.put(this.#config.hash, era).catch((error) => {
      this.#options.log.debug({ error: String(error) }, 'cannot store the protocol era of a server');
    });
  }

  /** Modern servers send list changes only to clients that listen for them. */
  #subscribeToLists(): void {
    if (this.client.getProtocolEra() !== 'modern') return;
    const capabilities = this.client.getServerCapabilities() ?? {};
    const changing = LIST_NAMES.filter((list) => capabilities[list]?.listChanged);
    if (changing.length === 0) return;
    const filter = Object.fromEntries(changing.map((list) => [`${list}ListChanged`, true]));
    this.client.listen(filter).catch((error) => {
      const context = { server: this.#config.id, reason: String(error) };
      this.#options.log.debug(context, 'cannot listen for list changes of a server');
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
    this.#onClose();
  }
}

function isTimeout(error: unknown): boolean {
  if (error instanceof SdkError) return error.code === SdkErrorCode.RequestTimeout;
  return error instanceof Error && error.name === 'TimeoutError';
}
