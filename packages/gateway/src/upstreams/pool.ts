import { canonicalJson, sha256 } from '../canonical-json.ts';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import type { UpstreamOptions } from './options.ts';
import { Upstream } from './upstream.ts';

/** The upstream servers of all directories that this process serves. */
export class UpstreamPool {
  readonly #options: UpstreamOptions;
  readonly #upstreams = new Map<string, Upstream>();
  /** For each directory its upstreams by id. */
  readonly #directories = new Map<string, ReadonlyMap<string, Upstream>>();
  readonly #closing = new Set<Promise<void>>();

  constructor(options: UpstreamOptions) {
    this.#options = options;
  }

  /** Makes the directory have exactly these servers, and replaces only those whose configuration changed. */
  sync(directory: string, configs: readonly UpstreamConfig[]): void {
    const upstreams = new Map(configs.map((config) => [config.id, this.#upstream(directory, config)]));
    if (upstreams.size > 0) this.#directories.set(directory, upstreams);
    else this.#directories.delete(directory);
    this.#closeUnused('its configuration changed');
  }

  get(directory: string, id: string): Upstream | undefined {
    return this.#directories.get(directory)?.get(id);
  }

  /** In the order of the configuration. */
  list(directory: string): readonly Upstream[] {
    return [...(this.#directories.get(directory)?.values() ?? [])];
  }

  /** Closes the reaper too. */
  async close(): Promise<void> {
    this.#directories.clear();
    this.#closeUnused('the gateway is closing');
    await Promise.all(this.#closing);
    this.#options.reaper.close();
  }

  #upstream(directory: string, config: UpstreamConfig): Upstream {
    const key = keyOf(directory, config);
    const upstream = this.#upstreams.get(key) ?? new Upstream(config, this.#options);
    upstream.config = config;
    this.#upstreams.set(key, upstream);
    return upstream;
  }

  #closeUnused(reason: string): void {
    const used = new Set([...this.#directories.values()].flatMap((upstreams) => [...upstreams.values()]));
    for (const [key, upstream] of this.#upstreams) {
      if (used.has(upstream)) continue;
      this.#upstreams.delete(key);
      const closing = upstream.close(reason).finally(() => this.#closing.delete(closing));
      this.#closing.add(closing);
    }
  }
}

/**
 * Equal keys share a process. References are resolved in `transport` but not in the hash: a new value of a referenced
 * variable or a changed file needs a new process.
 */
function keyOf(directory: string, { id, hash, transport, files, shared, timeoutMs }: UpstreamConfig): string {
  const started = [hash, transport, files, timeoutMs ?? null];
  return sha256(canonicalJson(shared ? ['shared', ...started] : [directory, id, ...started]));
}
