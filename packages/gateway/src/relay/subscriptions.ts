import type { Client } from '@modelcontextprotocol/client';
import type { WireResult } from '@molehill/core/upstream';
import type { Upstream } from '../upstreams/upstream.ts';
import { isModern } from './raw.ts';

interface Listening {
  close(): Promise<void> | void;
}

/** Who follows which resources of one server. The server runs while somebody does, and is told again after a restart. */
export class Subscriptions {
  readonly #upstream: Upstream;
  readonly #followers = new Map<string, Set<string>>();
  #release: (() => void) | undefined;
  #listening: Promise<Listening | undefined> = Promise.resolve(undefined);

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
    upstream.onReady((client) => this.#again(client));
  }

  add(uri: string, follower: string): void {
    const followers = this.#followers.get(uri) ?? new Set();
    followers.add(follower);
    this.#followers.set(uri, followers);
    this.#release ??= this.#upstream.hold();
  }

  /** True when nobody follows it any more. */
  remove(uri: string, follower: string): boolean {
    const followers = this.#followers.get(uri);
    followers?.delete(follower);
    if (followers && followers.size > 0) return false;
    this.#followers.delete(uri);
    this.#rest();
    return true;
  }

  followedBy(follower: string): readonly string[] {
    return [...this.#followers].flatMap(([uri, followers]) => (followers.has(follower) ? [uri] : []));
  }

  /** A change may be of something inside what is followed. */
  isFollowing(follower: string, uri: string): boolean {
    return [...this.#followers].some(
      ([followed, followers]) => followers.has(follower) && uri.startsWith(followed),
    );
  }

  /** Servers of 2026 are listened to; there is one stream for all that is followed. */
  async listen(client: Client): Promise<void> {
    const before = this.#listening;
    const uris = [...this.#followers.keys()];
    this.#listening = (async () => {
      await (await before.catch(() => undefined))?.close();
      return uris.length > 0 ? client.listen({ resourceSubscriptions: uris }) : undefined;
    })();
    await this.#listening;
  }

  #again(client: Client): void {
    if (isModern(client)) void this.listen(client).catch(() => {});
    else for (const uri of this.#followers.keys()) void client.subscribeResource({ uri }).catch(() => {});
  }

  #rest(): void {
    if (this.#followers.size > 0) return;
    this.#release?.();
    this.#release = undefined;
  }
}

export function uriOf(params: WireResult): string {
  return typeof params.uri === 'string' ? params.uri : '';
}
