import type { Client, Notification } from '@modelcontextprotocol/client';
import type { Caller } from '@molehill/core/caller';
import type { Handles } from '@molehill/core/handles';
import { asksForInput, type Peer, type WireResult } from '@molehill/core/upstream';
import { boundAnswer, DEFAULT_BUDGET } from '../bounds/bound-answer.ts';
import { keptAnswerKind } from '../bounds/kept-answer.ts';
import type { Definitions } from '../upstreams/definitions/definitions.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import type { AdvertisedCapabilities } from './client-capabilities.ts';
import type { ClientSessions } from './client-sessions.ts';
import { createLogRelay } from './log-level.ts';
import { type InFlightRequest, relayQuestions } from './questions.ts';
import { type RelayTarget, relay } from './relay.ts';
import { type ListedTool, ReviewedDefinitions, type ReviewOptions } from './reviewed-definitions.ts';
import type { UpstreamRequest } from './send-request.ts';
import { Subscriptions, uriOf } from './subscriptions.ts';

export interface UpstreamServerOptions extends ReviewOptions {
  readonly sessions: ClientSessions;
  readonly capabilities: AdvertisedCapabilities;
}

/** Who gets an answer. */
export interface Receiver {
  readonly caller: Caller;
  readonly handles: Handles;
}

/** The time limit of a request to a server whose configuration has none. */
const DEFAULT_TIMEOUT_MS = 10 * 60_000;

/** One upstream server as clients use it: its definitions, the requests in flight and the subscriptions. */
export class UpstreamServer implements RelayTarget {
  readonly upstream: Upstream;
  readonly review: ReviewedDefinitions;
  readonly inFlight = new Set<InFlightRequest>();
  readonly #subscriptions: Subscriptions;
  readonly #logs: ReturnType<typeof createLogRelay>;
  readonly #options: UpstreamServerOptions;

  constructor(options: UpstreamServerOptions) {
    const { upstream, sessions } = options;
    this.#options = options;
    this.upstream = upstream;
    this.review = new ReviewedDefinitions(options);
    this.#subscriptions = new Subscriptions(upstream);
    this.#logs = createLogRelay(sessions, this.inFlight);
    upstream.events.on('client', (client) => this.#setHandlers(client));
    upstream.events.on('ready', (client) => this.#logs.updateLevel(client));
  }

  get id(): string {
    return this.upstream.config.id;
  }

  /** Neither disabled nor waiting for approval. */
  get isUsable(): boolean {
    const { state } = this.upstream.status();
    return state !== 'disabled' && state !== 'waiting';
  }

  get definitions(): Definitions | undefined {
    return this.review.current;
  }

  get tools(): readonly ListedTool[] {
    return this.review.tools;
  }

  get timeoutMs(): number {
    return this.upstream.config.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  }

  relay(request: Omit<UpstreamRequest, 'timeoutMs'>): Promise<WireResult> {
    const { peer } = request;
    const wanted = peer && { peer: this.#withLogLevel(peer) };
    return relay(this, { timeoutMs: this.timeoutMs, ...request, ...wanted });
  }

  /** Cuts an answer above the server's budget. A caller that ends with its call could not read the rest. */
  bound(result: WireResult, receiver: Receiver, hasOutputSchema = false): WireResult {
    const { budget = DEFAULT_BUDGET } = this.upstream.config;
    if (receiver.caller.isTransient || asksForInput(result)) return result;
    const keep = (text: string) => receiver.handles.open(keptAnswerKind, { text });
    return boundAnswer(result, { budget, keep, hasOutputSchema });
  }

  prepare(client: Client, { era, logLevel }: Peer): void {
    if (era === 'modern' && logLevel !== undefined) this.#logs.updateLevel(client, logLevel);
  }

  emulate(client: Client, { method }: UpstreamRequest): Promise<WireResult> | undefined {
    if (method === 'resources/subscribe' || method === 'resources/unsubscribe')
      return this.#subscriptions.listen(client);
    // Modern servers get the log level with every request.
    return method === 'logging/setLevel' ? Promise.resolve({}) : undefined;
  }

  /** Restarts the server for a client with other capabilities. */
  async restart(): Promise<void> {
    this.review.reset();
    await this.upstream.stop('the client has other capabilities');
    await this.review.loadCached();
  }

  logLevelsChanged(): void {
    const client = this.upstream.current();
    if (client) this.#logs.updateLevel(client);
  }

  async subscribe(request: Omit<UpstreamRequest, 'timeoutMs'>, subscriber: string): Promise<WireResult> {
    const uri = uriOf(request.params);
    // Before the request: an update may arrive before its result.
    this.#subscriptions.add(uri, subscriber);
    try {
      return await this.relay(request);
    } catch (error) {
      this.#subscriptions.remove(uri, subscriber);
      throw error;
    }
  }

  /** Only the last subscriber's request is relayed. */
  async unsubscribe(request: Omit<UpstreamRequest, 'timeoutMs'>, subscriber: string): Promise<WireResult> {
    return this.#subscriptions.remove(uriOf(request.params), subscriber) ? this.relay(request) : {};
  }

  /** Does not start a server that is not running. */
  dropSubscription(uri: string, subscriber: string): void {
    if (!this.#subscriptions.remove(uri, subscriber) || !this.upstream.current()) return;
    const { signal } = new AbortController();
    void this.relay({ method: 'resources/unsubscribe', params: { uri }, signal }).catch(() => {});
  }

  dropSubscriptions(subscriber: string): void {
    for (const uri of this.#subscriptions.urisOf(subscriber)) this.dropSubscription(uri, subscriber);
  }

  close(): void {
    this.#options.reader.close();
  }

  /** Legacy clients set the log level once, and get all logs until then. */
  #withLogLevel(peer: Peer): Peer {
    if (peer.era === 'modern') return peer;
    return { ...peer, logLevel: this.#options.sessions.get(peer.session)?.logLevel ?? 'debug' };
  }

  #setHandlers(client: Client): void {
    const { sessions, capabilities } = this.#options;
    client.registerCapabilities(capabilities.current);
    relayQuestions(client, { server: this.id, inFlight: this.inFlight, sessions });
    client.fallbackNotificationHandler = async (notification) => this.#relayNotification(notification);
  }

  #relayNotification({ method, params }: Notification): void {
    const { sessions } = this.#options;
    if (method === 'notifications/message') this.#logs.notify(method, { ...params });
    else if (method === 'notifications/resources/updated') this.#relayUpdate(method, { ...params });
    else for (const { peer } of sessions.legacy) peer.notify(method, params);
  }

  /** The SDK filters updates for modern clients by what they listen to. */
  #relayUpdate(method: string, params: WireResult): void {
    const uri = uriOf(params);
    for (const { peer } of this.#options.sessions.all)
      if (peer.era === 'modern' || this.#subscriptions.includes(peer.session, uri))
        peer.notify(method, params);
  }
}
