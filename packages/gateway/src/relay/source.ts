import type { Client, Notification } from '@modelcontextprotocol/client';
import type { Log } from '@molehill/core/log';
import type { Peer, WireResult } from '@molehill/core/upstream';
import { createFilter } from '../filter.ts';
import { type Pins, serverKeyOf } from '../pins.ts';
import type { Definitions } from '../upstreams/definitions/definitions.ts';
import type { DefinitionKeeper } from '../upstreams/definitions/keeper.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import type { AdoptedCapabilities } from './client-capabilities.ts';
import type { ClientSessions } from './client-sessions.ts';
import { InFlightRequests } from './in-flight.ts';
import { isLoudEnough, mildest } from './log-levels.ts';
import { keepOrder } from './message-order.ts';
import { relayQuestions } from './questions.ts';
import { isModern, type RelayParams, requestRaw } from './raw.ts';
import { pass, type RelayTarget } from './relay-request.ts';
import { Subscriptions, uriOf } from './subscriptions.ts';
import { SuspendedCalls } from './suspended-calls.ts';

export type ListedTool = Definitions['tools'][number];

export interface SourceOptions {
  readonly upstream: Upstream;
  readonly keeper: DefinitionKeeper;
  readonly pins: Pins;
  readonly sessions: ClientSessions;
  readonly abilities: AdoptedCapabilities;
  readonly log: Log;
  /** Told when its lists are others than before. */
  onChanged(before: Definitions | undefined, now: Definitions): void;
}

/** Nobody waits longer than this for a server that says nothing else about it. */
const LONGEST_CALL_MS = 10 * 60_000;

/** A server of somebody else with everything that is known of it and everybody who uses it. */
export class Source implements RelayTarget {
  readonly inFlight = new InFlightRequests();
  readonly held = new SuspendedCalls();
  readonly subscriptions: Subscriptions;
  readonly upstream: Upstream;
  readonly #options: SourceOptions;
  /** How often it was made to start over: what it said before that no longer counts. */
  #beginnings = 0;
  /** What it said last, and of that what was held against what a person agreed to. */
  #said: Definitions | undefined;
  #definitions: Definitions | undefined;
  #judging: Promise<void> = Promise.resolve();
  #tools: readonly ListedTool[] = [];
  #withheld: ReadonlySet<string> = new Set();
  /** What the tools were held against. What other processes withhold is about servers of their own. */
  #agreedTo: string | undefined;
  #toldLevel: { readonly client: Client; readonly level: string } | undefined;

  constructor(options: SourceOptions) {
    const { upstream, keeper } = options;
    this.#options = options;
    this.upstream = upstream;
    this.subscriptions = new Subscriptions(upstream);
    upstream.onClient((client) => this.#attend(client));
    upstream.onReady((client) => {
      keepOrder(client);
      this.#tellLevel(client);
    });
    keeper.onChanged((definitions) => void this.#take(definitions).catch(this.#failed));
  }

  get id(): string {
    return this.upstream.config.id;
  }

  /** Neither switched off nor waiting for a person. */
  get isUsable(): boolean {
    const { state } = this.upstream.status();
    return state !== 'disabled' && state !== 'waiting';
  }

  get definitions(): Definitions | undefined {
    return this.#definitions;
  }

  /** Those that may be listed and called. */
  get tools(): readonly ListedTool[] {
    return this.#tools;
  }

  get timeoutMs(): number {
    return this.upstream.config.timeoutMs ?? LONGEST_CALL_MS;
  }

  /** What it said when it last ran; starts nothing. */
  async recall(): Promise<void> {
    if (!this.#said) await this.#hear(this.#options.keeper.cached());
    await this.#judge();
  }

  /** It runs, or ran, for a client with other abilities: what it said to that one does not count here. */
  async restart(): Promise<void> {
    this.#beginnings += 1;
    this.#said = undefined;
    this.#definitions = undefined;
    await this.upstream.stop('its client has other abilities');
    await this.recall();
  }

  /** What it says; starts it if it never said anything. */
  async learn(signal?: AbortSignal): Promise<Definitions> {
    const definitions = this.#options.keeper.get(signal);
    await this.#hear(definitions);
    if (!this.#definitions) await this.#judge();
    return this.#definitions ?? definitions;
  }

  /** Asks it again for its lists, where it need not have told that they changed. */
  async reread(): Promise<void> {
    await this.#hear(this.#options.keeper.reread());
    await this.#judge();
  }

  /** A person may have agreed to definitions in the meantime, in another process. */
  async recheck(): Promise<void> {
    if (this.#options.pins.agreedTo(serverKeyOf(this.upstream.config)) !== this.#agreedTo)
      await this.#judge();
  }

  /** Kept back until a person has agreed to them. */
  get withheld(): readonly string[] {
    return [...this.#withheld];
  }

  /** Whether a name that is not listed may be tried: not one that is kept back, by a person or for lack of one. */
  mayTry(tool: string): boolean {
    return this.#filter(tool) && !this.#withheld.has(tool);
  }

  pass(passing: Omit<RelayParams, 'timeoutMs'>): Promise<WireResult> {
    const { peer } = passing;
    return pass(this, {
      timeoutMs: this.timeoutMs,
      ...passing,
      ...(peer && { peer: this.#withLevel(peer) }),
    });
  }

  /** Clients of 2025 say once what they want to hear of logs, and without a word hear all. */
  #withLevel(peer: Peer): Peer {
    if (peer.era === 'modern') return peer;
    return { ...peer, logLevel: this.#options.sessions.get(peer.session)?.logLevel ?? 'debug' };
  }

  /** The clients that hear its logs want it to say this much. */
  prepare(client: Client, { era, logLevel }: Peer): void {
    if (era === 'modern' && logLevel !== undefined) this.#tellLevel(client, logLevel);
  }

  levelsChanged(): void {
    const client = this.upstream.current();
    if (client) this.#tellLevel(client);
  }

  /** Servers of 2025 are told of everybody who follows a resource; those of 2026 are listened to. */
  async follow(params: WireResult, follower: string, signal?: AbortSignal): Promise<WireResult> {
    const uri = uriOf(params);
    // A change may be told before the answer is.
    this.subscriptions.add(uri, follower);
    try {
      return await this.upstream.use((client) => this.#tellOf('resources/subscribe', params, client), signal);
    } catch (error) {
      this.subscriptions.remove(uri, follower);
      throw error;
    }
  }

  /** The server is told when the last one leaves. */
  async unfollow(params: WireResult, follower: string, signal?: AbortSignal): Promise<WireResult> {
    if (!this.subscriptions.remove(uriOf(params), follower)) return {};
    return this.upstream.use((client) => this.#tellOf('resources/unsubscribe', params, client), signal);
  }

  /** Somebody follows this no longer; a server that does not run is not started to hear of it. */
  release(uri: string, follower: string): void {
    if (this.upstream.current()) void this.unfollow({ uri }, follower).catch(() => {});
    else this.subscriptions.remove(uri, follower);
  }

  left(follower: string): void {
    for (const uri of this.subscriptions.followedBy(follower)) this.release(uri, follower);
  }

  close(): void {
    this.held.close();
    this.#options.keeper.close();
  }

  get #filter() {
    return createFilter(this.upstream.config);
  }

  /** What it answers, unless it was started over meanwhile; what it told by itself meanwhile is newer. */
  async #hear(answer: Promise<Definitions | undefined>): Promise<void> {
    const beginning = this.#beginnings;
    const definitions = await answer;
    if (beginning === this.#beginnings) this.#said ??= definitions;
  }

  #take(definitions: Definitions): Promise<void> {
    this.#said = definitions;
    return this.#judge();
  }

  /** One after the other, and always what was said last: an older list must not replace a newer one. */
  #judge(): Promise<void> {
    const turn = this.#judging.then(() => this.#judgeNow());
    this.#judging = turn.catch(() => {});
    return turn;
  }

  async #judgeNow(): Promise<void> {
    const { upstream, pins, onChanged } = this.#options;
    const [definitions, beginning] = [this.#said, this.#beginnings];
    if (!definitions) return;
    const offered = definitions.tools.filter(({ name }) => this.#filter(name));
    const verdict = await pins.compare(serverKeyOf(upstream.config), offered);
    if (beginning !== this.#beginnings) return;
    const { listed, withheld, agreedTo } = verdict;
    this.#agreedTo = agreedTo;
    const names = new Set(listed.map(({ name }) => name));
    const before = this.#definitions;
    this.#withheld = new Set(withheld.map(({ name }) => name));
    const tools = offered.filter(({ name }) => names.has(name));
    // The same list again is no change: whoever compares finds the very same one.
    if (JSON.stringify(tools) !== JSON.stringify(this.#tools)) this.#tools = tools;
    this.#definitions = definitions;
    onChanged(before, definitions);
  }

  readonly #failed = (error: unknown): void => {
    this.#options.log.error({ err: error, server: this.id }, 'the lists of a server could not be taken over');
  };

  #attend(client: Client): void {
    const { sessions, abilities } = this.#options;
    client.registerCapabilities(abilities.capabilities);
    relayQuestions(client, { server: this.id, inFlight: this.inFlight, sessions });
    client.fallbackNotificationHandler = async (notification) => this.#relayNotification(notification);
  }

  #relayNotification({ method, params }: Notification): void {
    const { sessions } = this.#options;
    if (method === 'notifications/message') this.#relayLog(method, { ...params });
    else if (method === 'notifications/resources/updated') this.#relayUpdate(method, { ...params });
    else for (const { peer } of sessions.legacy) peer.notify(method, params);
  }

  #relayLog(method: string, params: WireResult): void {
    for (const { peer, logLevel } of this.#options.sessions.legacy)
      if (isLoudEnough(params.level, logLevel)) peer.notify(method, params);
    for (const peer of this.inFlight.peers)
      if (peer.era === 'modern' && peer.logLevel && isLoudEnough(params.level, peer.logLevel))
        peer.notify(method, params);
  }

  /** Where clients listen, the protocol itself picks out who listens to what. */
  #relayUpdate(method: string, params: WireResult): void {
    const uri = uriOf(params);
    for (const { peer } of this.#options.sessions.all)
      if (peer.era === 'modern' || this.subscriptions.isFollowing(peer.session, uri))
        peer.notify(method, params);
  }

  /** A server knows one level for everybody: that of the one who wants to hear most. */
  #tellLevel(client: Client, ...more: readonly string[]): void {
    if (isModern(client) || !client.getServerCapabilities()?.logging) return;
    const wanted = this.#options.sessions.legacy.flatMap(({ logLevel }) => logLevel ?? []);
    const level = mildest([...wanted, ...more]);
    if (level === undefined || (this.#toldLevel?.client === client && this.#toldLevel.level === level))
      return;
    this.#toldLevel = { client, level };
    void requestRaw(client, this.#own('logging/setLevel', { level })).catch(() => {});
  }

  async #tellOf(method: string, params: WireResult, client: Client): Promise<WireResult> {
    if (!isModern(client)) return requestRaw(client, this.#own(method, params));
    await this.subscriptions.listen(client);
    return {};
  }

  #own(method: string, params: WireResult): RelayParams {
    return { method, params, signal: new AbortController().signal, timeoutMs: this.timeoutMs };
  }
}
