import { EventEmitter } from 'node:events';
import type { Client } from '@modelcontextprotocol/client';
import { isMolehillError, messageOf } from '@molehill/core/errors';
import { RingLog } from '@molehill/core/processes/ring-log';
import { remainingMs } from '@molehill/core/timeout';
import { readReferences } from '../config/file-references.ts';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import { gatewayErrors } from '../errors.ts';
import { cancelledError, untilAborted } from './abort.ts';
import { Backoff } from './backoff.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Connection } from './connection.ts';
import { backingOffError, stoppedError } from './failures.ts';
import { createIdleTimer } from './idle-timer.ts';
import type { UpstreamOptions } from './options.ts';
import type { ListName, UpstreamState, UpstreamStatus } from './status.ts';

type Running =
  | { readonly kind: 'none' }
  | { readonly kind: 'starting'; readonly started: Promise<Connection>; readonly abort: AbortController }
  | { readonly kind: 'ready'; readonly connection: Connection; readonly since: number };

const none: Running = { kind: 'none' };

/** How long a call waits for the next start at most. */
const LONGEST_WAIT_MS = 10_000;

/** A share of the time that the call has left. */
function waitOf(signal: AbortSignal | undefined): number {
  const left = signal && remainingMs(signal);
  return left === undefined ? LONGEST_WAIT_MS : Math.min(left / 2, LONGEST_WAIT_MS);
}

interface UpstreamEvents {
  /** A client that is about to connect, to set handlers. The server's capabilities are known when it is ready. */
  client: [Client];
  /** A connected client, before it is used. */
  ready: [Client];
  /** The server announced a list change, in either era. */
  listChanged: [ListName];
}

/** One upstream server: started on first use, shared by all clients, stopped when idle. */
export class Upstream {
  readonly events = new EventEmitter<UpstreamEvents>();
  /** Replaced where settings change that do not affect the running process. */
  config: UpstreamConfig;
  readonly #options: UpstreamOptions;
  readonly #clock: Clock;
  readonly #idle: ReturnType<typeof createIdleTimer>;
  readonly #backoff: Backoff;
  readonly #stderr = new RingLog();
  readonly #probe = { exitedLast: false };
  readonly #closing = new Set<Promise<void>>();
  #running: Running = none;
  #openCalls = 0;
  #starts = 0;
  #nextAttemptAt = 0;
  #lastError: UpstreamStatus['lastError'];
  #closedBecause: string | undefined;

  constructor(config: UpstreamConfig, options: UpstreamOptions) {
    this.config = config;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#idle = createIdleTimer(this.#clock, options.idleMs, () => {
      if (this.#running.kind === 'ready') void this.stop('it is idle');
    });
    this.#backoff = new Backoff(options.backoff);
  }

  status(): UpstreamStatus {
    const connection = this.#running.kind === 'ready' ? this.#running.connection : undefined;
    const state = this.#state();
    return {
      id: this.config.id,
      state,
      openCalls: this.#openCalls,
      starts: this.#starts,
      ...(connection?.pid !== undefined && { pid: connection.pid }),
      ...(connection?.protocol !== undefined && { protocol: connection.protocol }),
      ...(this.#lastError && { lastError: this.#lastError }),
      ...(state === 'backing-off' && { nextAttemptAt: new Date(this.#nextAttemptAt).toISOString() }),
    };
  }

  /** Starts the server if necessary and keeps it running until the work is done. Concurrent first uses start it once. */
  async use<T>(work: (client: Client) => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.#assertUsable();
    if (signal?.aborted) throw cancelledError(signal);
    this.#openCalls += 1;
    const release = this.#idle.lease();
    try {
      const ready = this.#ready(signal);
      return await this.#work(await (signal ? untilAborted(ready, signal, cancelledError) : ready), work);
    } finally {
      this.#openCalls -= 1;
      release();
    }
  }

  /** The running client, if there is one. Starts nothing. */
  current(): Client | undefined {
    return this.#running.kind === 'ready' ? this.#running.connection.client : undefined;
  }

  /** The server is not stopped as idle until the returned function releases the lease. Starts nothing. */
  lease(): () => void {
    return this.#idle.lease();
  }

  /** The end of its standard error. */
  log(): string {
    return this.#stderr.text();
  }

  /** The next use starts the server again. */
  async stop(reason: string): Promise<void> {
    const running = this.#running;
    if (running.kind === 'ready') {
      this.#options.log.info({ server: this.config.id, reason }, 'stopping a server');
      this.#disconnect(running.connection);
    } else if (running.kind === 'starting') {
      running.abort.abort(stoppedError(this.config.id, reason));
      await running.started.then(
        () => this.stop(reason),
        () => {},
      );
    }
    await Promise.all(this.#closing);
  }

  /** Stops the server for good. */
  async close(reason: string): Promise<void> {
    this.#closedBecause ??= reason;
    await this.stop(reason);
  }

  #state(): UpstreamState {
    if (!this.config.enabled) return 'disabled';
    if (!this.#isApproved()) return 'waiting';
    if (this.#running.kind !== 'none') return this.#running.kind;
    return this.#clock.now() < this.#nextAttemptAt ? 'backing-off' : 'idle';
  }

  #assertUsable(): void {
    const { id, enabled, source } = this.config;
    if (this.#closedBecause !== undefined) throw stoppedError(id, this.#closedBecause);
    if (!enabled) throw gatewayErrors.fail('E_UPSTREAM_DISABLED', `${id} is disabled in ${source.file}.`);
    if (this.#isApproved()) return;
    const changed = this.#options.changedFiles?.(this.config) ?? [];
    const because = changed.length > 0 ? `, because ${changed.join(', ')} changed` : '';
    const message = `${id} of ${source.file} is waiting for approval${because}.`;
    throw gatewayErrors.fail('E_UPSTREAM_UNAPPROVED', message);
  }

  #isApproved(): boolean {
    return this.#options.isApproved?.(this.config) ?? true;
  }

  async #ready(signal: AbortSignal | undefined): Promise<Connection> {
    while (this.#running.kind === 'none') {
      const delayMs = this.#nextAttemptAt - this.#clock.now();
      if (delayMs <= 0) return this.#start();
      if (delayMs > waitOf(signal))
        throw backingOffError(this.config.id, this.#nextAttemptAt, this.#lastError);
      await this.#pause(delayMs, signal);
    }
    return this.#running.kind === 'ready' ? this.#running.connection : this.#running.started;
  }

  /** A caller that stopped waiting must not start the server later. */
  async #pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve) => this.#clock.after(ms, resolve));
    if (signal?.aborted) throw cancelledError(signal);
    this.#assertUsable();
  }

  #start(): Promise<Connection> {
    const abort = new AbortController();
    this.#starts += 1;
    const started = this.#connect(abort.signal).then(
      (connection) => this.#connected(connection),
      (error) => this.#startFailed(error, abort.signal),
    );
    // All callers may have stopped waiting by then.
    started.catch(() => {});
    this.#running = { kind: 'starting', started, abort };
    return started;
  }

  /** Loads the client SDK only now: listing cached definitions does not need it. */
  async #connect(signal: AbortSignal): Promise<Connection> {
    const { connectUpstream } = await import('./connect.ts');
    const options = {
      ...this.#options,
      stderr: this.#stderr,
      probe: this.#probe,
      onClient: (client: Client) => this.events.emit('client', client),
      onListChanged: (list: ListName) => this.events.emit('listChanged', list),
    };
    const transport = readReferences(this.config.transport);
    this.#options.onStart?.(transport);
    return connectUpstream({ ...this.config, transport }, options, signal);
  }

  #connected(connection: Connection): Connection {
    this.#running = { kind: 'ready', connection, since: this.#clock.now() };
    connection.onClose(() => this.#lost(connection));
    this.events.emit('ready', connection.client);
    this.#idle.restart();
    return connection;
  }

  #startFailed(error: unknown, signal: AbortSignal): never {
    if (!signal.aborted) this.#backOff(error);
    this.#running = none;
    throw error;
  }

  /** The server closed the connection. */
  #lost(connection: Connection): void {
    const running = this.#running;
    if (running.kind !== 'ready' || running.connection !== connection) return;
    if (this.#clock.now() - running.since >= this.#backoff.stableMs) this.#backoff.reset();
    const reason = connection.lostBecause() ?? stoppedError(this.config.id, 'its connection was closed');
    this.#backOff(reason, { hadStarted: true });
    this.#disconnect(connection);
  }

  #backOff(error: unknown, failure = { hadStarted: false }): void {
    const at = this.#clock.now();
    this.#nextAttemptAt = at + this.#backoff.failed(failure);
    const code = isMolehillError(error) ? error.code : 'E_INTERNAL';
    const message = messageOf(error);
    this.#lastError = { code, message, at: new Date(at).toISOString() };
    const nextAttemptAt = new Date(this.#nextAttemptAt).toISOString();
    this.#options.log.warn({ server: this.config.id, code, message, nextAttemptAt }, 'a server failed');
  }

  async #work<T>(connection: Connection, work: (client: Client) => Promise<T>): Promise<T> {
    try {
      return await work(connection.client);
    } catch (error) {
      const { classifyFailure, isConnectionLost } = await import('./sdk-errors.ts');
      // The next use connects again.
      const isLost = this.config.transport.kind !== 'stdio' && isConnectionLost(error);
      if (isLost && this.current() === connection.client) this.#disconnect(connection);
      throw classifyFailure(error, this.config.id, connection.lostBecause());
    }
  }

  #disconnect(connection: Connection): void {
    this.#running = none;
    this.#idle.stop();
    const closing = connection.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
