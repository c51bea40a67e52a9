import type { Client } from '@modelcontextprotocol/client';
import type { WireResult } from '@molehill/core/upstream';
import type { Upstream } from '../upstreams/upstream.ts';
import { isModern } from './send-request.ts';

/** The resource subscriptions of all clients at one server. They keep the server running and survive its restart. */
export class Subscriptions {
  readonly #upstream: Upstream;
  readonly #subscribers = new Map<string, Set<string>>();
  #releaseLease: (() => void) | undefined;
  #stream: Promise<Awaited<ReturnType<Client['listen']>> | undefined> = Promise.resolve(undefined);

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
    upstream.events.on('ready', (client) => this.#resubscribe(client));
  }

  add(uri: string, subscriber: string): void {
    const subscribers = this.#subscribers.get(uri) ?? new Set();
    this.#subscribers.set(uri, subscribers.add(subscriber));
    this.#releaseLease ??= this.#upstream.lease();
  }

  /** Returns whether the last subscriber was removed. */
  remove(uri: string, subscriber: string): boolean {
    const subscribers = this.#subscribers.get(uri);
    subscribers?.delete(subscriber);
    if (subscribers && subscribers.size > 0) return false;
    this.#subscribers.delete(uri);
    if (this.#subscribers.size === 0) {
      this.#releaseLease?.();
      this.#releaseLease = undefined;
    }
    return true;
  }

  urisOf(subscriber: string): readonly string[] {
    return [...this.#subscribers].flatMap(([uri, subscribers]) => (subscribers.has(subscriber) ? [uri] : []));
  }

  /** A server may report a change of a resource inside the one that is subscribed to. */
  includes(subscriber: string, uri: string): boolean {
    return this.urisOf(subscriber).some((subscribed) => uri.startsWith(subscribed));
  }

  /** A modern server has one stream for all subscriptions; a change reopens it. */
  async listen(client: Client): Promise<WireResult> {
    const previous = this.#stream;
    const resourceSubscriptions = [...this.#subscribers.keys()];
    this.#stream = (async () => {
      await (await previous.catch(() => undefined))?.close();
      return resourceSubscriptions.length > 0 ? client.listen({ resourceSubscriptions }) : undefined;
    })();
    await this.#stream;
    return {};
  }

  #resubscribe(client: Client): void {
    if (isModern(client)) void this.listen(client).catch(() => {});
    else for (const uri of this.#subscribers.keys()) void client.subscribeResource({ uri }).catch(() => {});
  }
}

export function uriOf(params: WireResult): string {
  return typeof params.uri === 'string' ? params.uri : '';
}
