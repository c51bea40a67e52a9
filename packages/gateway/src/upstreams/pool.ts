import { canonicalJson, sha256 } from '../canonical.ts';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import { createUpstream, type LazyUpstream } from './create-upstream.ts';
import { createMemoryEraStore } from './eras.ts';
import type { UpstreamOptions } from './options.ts';
import { createReaper } from './reaper.ts';
import type { Upstream } from './upstream.ts';

/** The upstreams of all directories this process serves. */
export interface UpstreamPool {
  /** Makes the directory have exactly these. Touches only those whose configuration changed. */
  sync(directory: string, configs: readonly UpstreamConfig[]): SyncResult;
  get(directory: string, id: string): Upstream | undefined;
  /** In the order of the configuration. */
  list(directory: string): readonly Upstream[];
  /** Called for each upstream when it is created, before anybody uses it. */
  onUpstream(listener: (upstream: Upstream) => void): () => void;
  close(): Promise<void>;
}

export interface SyncResult {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Same id, other configuration: the old one is stopped, the new one not yet started. */
  readonly replaced: readonly string[];
}

export function createUpstreamPool(options: UpstreamOptions): UpstreamPool {
  return new Pool(options);
}

interface ClientSession {
  readonly key: string;
  readonly upstream: LazyUpstream;
}

class Pool implements UpstreamPool {
  readonly #options: UpstreamOptions;
  readonly #closeReaper: () => void;
  readonly #sessions = new Map<string, ClientSession>();
  /** For each directory which session has which id. */
  readonly #directories = new Map<string, ReadonlyMap<string, ClientSession>>();
  readonly #listeners = new Set<(upstream: Upstream) => void>();
  readonly #leaving = new Set<Promise<void>>();

  constructor(options: UpstreamOptions) {
    const reaper = options.reaper ?? createReaper(options.log);
    this.#closeReaper = options.reaper ? () => {} : () => reaper.close();
    this.#options = { ...options, reaper, eras: options.eras ?? createMemoryEraStore() };
  }

  sync(directory: string, configs: readonly UpstreamConfig[]): SyncResult {
    const before = this.#directories.get(directory) ?? new Map<string, ClientSession>();
    const after = new Map(configs.map((config) => [config.id, this.#session(directory, config)]));
    if (after.size > 0) this.#directories.set(directory, after);
    else this.#directories.delete(directory);
    this.#closeUnused();
    const kept = [...after.keys()].filter((id) => before.has(id));
    return {
      added: [...after.keys()].filter((id) => !before.has(id)),
      removed: [...before.keys()].filter((id) => !after.has(id)),
      replaced: kept.filter((id) => before.get(id) !== after.get(id)),
    };
  }

  get(directory: string, id: string): Upstream | undefined {
    return this.#directories.get(directory)?.get(id)?.upstream;
  }

  list(directory: string): readonly Upstream[] {
    return [...(this.#directories.get(directory)?.values() ?? [])].map(({ upstream }) => upstream);
  }

  onUpstream(listener: (upstream: Upstream) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#directories.clear();
    this.#closeUnused('the gateway is closing');
    await Promise.all(this.#leaving);
    this.#closeReaper();
  }

  #session(directory: string, config: UpstreamConfig): ClientSession {
    const key = keyOf(directory, config);
    const known = this.#sessions.get(key);
    if (known) {
      known.upstream.adopt(config);
      return known;
    }
    const session = { key, upstream: createUpstream(config, this.#options) };
    this.#sessions.set(key, session);
    for (const listener of this.#listeners) listener(session.upstream);
    return session;
  }

  #closeUnused(reason = 'its configuration changed'): void {
    const used = new Set([...this.#directories.values()].flatMap((sessions) => [...sessions.values()]));
    for (const session of this.#sessions.values()) {
      if (used.has(session)) continue;
      this.#sessions.delete(session.key);
      const leaving = session.upstream.close(reason).finally(() => this.#leaving.delete(leaving));
      this.#leaving.add(leaving);
    }
  }
}

/**
 * What decides that it is the same process: where, which, and everything it is started with. References are resolved
 * in `transport` and not in the hash, and a server whose key in the environment changed is another one.
 */
function keyOf(directory: string, { id, hash, transport, shared, timeoutMs }: UpstreamConfig): string {
  const started = [hash, transport, timeoutMs ?? null];
  return sha256(canonicalJson(shared ? ['shared', ...started] : [directory, id, ...started]));
}
