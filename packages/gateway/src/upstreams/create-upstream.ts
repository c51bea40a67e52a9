import type { Client } from '@modelcontextprotocol/client';
import { isMolehillError, messageOf } from '@molehill/core/errors';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import { gatewayErrors } from '../errors.ts';
import { cancelled, untilAborted } from './abort.ts';
import { Approval } from './approval.ts';
import { Backoff } from './backoff.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Connection } from './connect.ts';
import { createMemoryEraStore, type EraStore } from './eras.ts';
import { backingOffError, explainFailure, isConnectionLost, stoppedError } from './failures.ts';
import { Listeners } from './listeners.ts';
import { type UpstreamOptions, upstreamDefaults } from './options.ts';
import { createReaper, type Reaper } from './reaper.ts';
import { RingLog } from './stdio/ring-log.ts';
import type { ListName, Upstream, UpstreamState, UpstreamStatus } from './upstream.ts';

/** Nothing is started before the first use. */
export function createUpstream(config: UpstreamConfig, options: UpstreamOptions): LazyUpstream {
  return new LazyUpstream(config, options);
}

type Running =
  | { readonly kind: 'none' }
  | { readonly kind: 'starting'; readonly started: Promise<Connection>; readonly abort: AbortController }
  | { readonly kind: 'ready'; readonly connection: Connection; readonly since: number };

const none: Running = { kind: 'none' };

export class LazyUpstream implements Upstream {
  readonly #options: UpstreamOptions;
  readonly #clock: Clock;
  readonly #backoff: Backoff;
  readonly #approval: Approval;
  readonly #eras: EraStore;
  readonly #reaper: Reaper;
  readonly #stderr = new RingLog();
  readonly #question = { isInVain: false };
  readonly #clientListeners: Listeners<Client>;
  readonly #readyListeners: Listeners<Client>;
  readonly #listListeners: Listeners<ListName>;
  readonly #statusListeners: Listeners<UpstreamStatus>;
  readonly #endings = new Set<Promise<void>>();
  #config: UpstreamConfig;
  #running: Running = none;
  #openCalls = 0;
  #holds = 0;
  #starts = 0;
  #nextAttemptAt = 0;
  #lastError: UpstreamStatus['lastError'];
  #cancelIdle = () => {};
  #closedBecause: string | undefined;

  constructor(config: UpstreamConfig, options: UpstreamOptions) {
    this.#config = config;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#backoff = new Backoff(options.backoff);
    this.#approval = new Approval(options.isApproved, this.#clock);
    this.#eras = options.eras ?? createMemoryEraStore();
    this.#reaper = options.reaper ?? createReaper(options.log);
    const onError = (error: unknown) =>
      options.log.error({ server: config.id, error: String(error) }, 'a listener failed');
    this.#clientListeners = new Listeners(onError);
    this.#readyListeners = new Listeners(onError);
    this.#listListeners = new Listeners(onError);
    this.#statusListeners = new Listeners(onError);
  }

  get config(): UpstreamConfig {
    return this.#config;
  }

  /** Takes over what changed in the configuration without touching what runs. */
  adopt(config: UpstreamConfig): void {
    this.#config = config;
  }

  status(): UpstreamStatus {
    const connection = this.#running.kind === 'ready' ? this.#running.connection : undefined;
    const state = this.#state();
    return {
      id: this.#config.id,
      state,
      openCalls: this.#openCalls,
      starts: this.#starts,
      ...(connection?.pid !== undefined && { pid: connection.pid }),
      ...(connection?.protocol !== undefined && { protocol: connection.protocol }),
      ...(this.#lastError && { lastError: this.#lastError }),
      ...(state === 'backing-off' && { nextAttemptAt: new Date(this.#nextAttemptAt).toISOString() }),
    };
  }

  async use<T>(work: (client: Client) => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.#refuse();
    if (signal?.aborted) throw cancelled(signal);
    this.#openCalls += 1;
    this.#cancelIdle();
    try {
      const connection = await untilAborted(this.#ready(), signal);
      return await this.#work(connection, work);
    } finally {
      this.#openCalls -= 1;
      this.#awaitIdle();
    }
  }

  current(): Client | undefined {
    return this.#running.kind === 'ready' ? this.#running.connection.client : undefined;
  }

  hold(): () => void {
    this.#holds += 1;
    this.#cancelIdle();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      this.#awaitIdle();
    };
  }

  onClient(listener: (client: Client) => void): () => void {
    return this.#clientListeners.add(listener);
  }

  onReady(listener: (client: Client) => void): () => void {
    return this.#readyListeners.add(listener);
  }

  onListChanged(listener: (list: ListName) => void): () => void {
    return this.#listListeners.add(listener);
  }

  onStatus(listener: (status: UpstreamStatus) => void): () => void {
    return this.#statusListeners.add(listener);
  }

  log(): string {
    return this.#stderr.text();
  }

  async stop(reason: string): Promise<void> {
    const running = this.#running;
    if (running.kind === 'ready') {
      this.#options.log.info({ server: this.#config.id, reason }, 'a server is stopped');
      this.#setRunning(none);
      this.#end(running.connection);
    } else if (running.kind === 'starting') {
      running.abort.abort(stoppedError(this.#config.id, reason));
      await running.started.then(
        () => this.stop(reason),
        () => {},
      );
    }
    await Promise.all(this.#endings);
  }

  async close(reason: string): Promise<void> {
    this.#closedBecause ??= reason;
    await this.stop(reason);
    if (!this.#options.reaper) this.#reaper.close();
  }

  #state(): UpstreamState {
    if (!this.#config.enabled) return 'disabled';
    if (!this.#approval.holds(this.#config)) return 'waiting';
    if (this.#running.kind !== 'none') return this.#running.kind;
    return this.#clock.now() < this.#nextAttemptAt ? 'backing-off' : 'idle';
  }

  #refuse(): void {
    const { id, enabled, source } = this.#config;
    if (this.#closedBecause !== undefined) throw stoppedError(this.#config.id, this.#closedBecause);
    if (!enabled) throw gatewayErrors.fail('E_UPSTREAM_DISABLED', `${id} is switched off in ${source.file}.`);
    if (!this.#approval.holds(this.#config))
      throw gatewayErrors.fail('E_UPSTREAM_UNAPPROVED', `${id} of ${source.file} waits for approval.`);
  }

  async #ready(): Promise<Connection> {
    if (this.#running.kind === 'ready') return this.#running.connection;
    if (this.#running.kind === 'starting') return this.#running.started;
    if (this.#clock.now() < this.#nextAttemptAt)
      throw backingOffError(this.#config.id, this.#nextAttemptAt, this.#lastError);
    return this.#start();
  }

  #start(): Promise<Connection> {
    const abort = new AbortController();
    this.#starts += 1;
    const started = this.#connect(abort.signal).then(
      (connection) => this.#came(connection),
      (error) => this.#failedToStart(error, abort.signal),
    );
    // Everybody who waited for it may have gone.
    started.catch(() => {});
    this.#setRunning({ kind: 'starting', started, abort });
    return started;
  }

  /** The client SDK is loaded here and not before: listing what is cached needs none of it. */
  async #connect(signal: AbortSignal): Promise<Connection> {
    const { connectUpstream } = await import('./connect.ts');
    const { log, env, clientInfo, capabilities, clientOptions, ...options } = this.#options;
    return connectUpstream(
      this.#config,
      {
        log,
        env,
        clientInfo,
        clientOptions: { ...clientOptions, ...(capabilities && { capabilities }) },
        eras: this.#eras,
        reaper: this.#reaper,
        stderr: this.#stderr,
        question: this.#question,
        startTimeoutMs: options.startTimeoutMs ?? upstreamDefaults.startTimeoutMs,
        probeTimeoutMs: options.probeTimeoutMs ?? upstreamDefaults.probeTimeoutMs,
        maxMessageBytes: options.maxMessageBytes ?? upstreamDefaults.maxMessageBytes,
        onClient: (client) => this.#clientListeners.tell(client),
        onListChanged: (list) => this.#listListeners.tell(list),
      },
      signal,
    );
  }

  #came(connection: Connection): Connection {
    this.#setRunning({ kind: 'ready', connection, since: this.#clock.now() });
    connection.onClose(() => this.#lost(connection));
    this.#readyListeners.tell(connection.client);
    this.#awaitIdle();
    return connection;
  }

  #failedToStart(error: unknown, signal: AbortSignal): never {
    if (!signal.aborted) this.#failed(error);
    this.#setRunning(none);
    throw error;
  }

  /** Ended without being told to. */
  #lost(connection: Connection): void {
    const running = this.#running;
    if (running.kind !== 'ready' || running.connection !== connection) return;
    if (this.#clock.now() - running.since >= this.#backoff.stableMs) this.#backoff.reset();
    this.#failed(connection.gone() ?? stoppedError(this.#config.id, 'its connection was closed'));
    this.#setRunning(none);
    this.#end(connection);
  }

  #failed(error: unknown): void {
    const at = this.#clock.now();
    this.#nextAttemptAt = at + this.#backoff.failed();
    const code = isMolehillError(error) ? error.code : 'E_INTERNAL';
    const message = messageOf(error);
    this.#lastError = { code, message, at: new Date(at).toISOString() };
    const nextAttemptAt = new Date(this.#nextAttemptAt).toISOString();
    this.#options.log.warn({ server: this.#config.id, code, message, nextAttemptAt }, 'a server failed');
  }

  async #work<T>(connection: Connection, work: (client: Client) => Promise<T>): Promise<T> {
    try {
      return await work(connection.client);
    } catch (error) {
      if (this.#config.transport.kind !== 'stdio' && isConnectionLost(error)) this.#drop(connection);
      throw explainFailure(error, { server: this.#config.id, gone: connection.gone() });
    }
  }

  /** The next use connects anew; whether that fails is then seen. */
  #drop(connection: Connection): void {
    if (this.#running.kind !== 'ready' || this.#running.connection !== connection) return;
    this.#setRunning(none);
    this.#end(connection);
  }

  #end(connection: Connection): void {
    const ending = connection.close().finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }

  #awaitIdle(): void {
    this.#cancelIdle();
    if (this.#openCalls > 0 || this.#holds > 0 || this.#running.kind !== 'ready') return;
    this.#cancelIdle = this.#clock.after(
      this.#options.idleMs ?? upstreamDefaults.idleMs,
      () => void this.stop('nobody uses it'),
    );
  }

  #setRunning(running: Running): void {
    this.#running = running;
    if (running.kind === 'none') this.#cancelIdle();
    this.#statusListeners.tell(this.status());
  }
}
