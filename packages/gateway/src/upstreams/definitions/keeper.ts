import type { Client } from '@modelcontextprotocol/client';
import type { Log } from '@molehill/core/log';
import type { Upstream } from '../upstream.ts';
import { type DefinitionCache, definitionKey } from './cache.ts';
import type { Definitions } from './definitions.ts';
import { readDefinitions } from './read.ts';

export interface KeeperOptions {
  readonly directory: string;
  readonly cache: DefinitionCache;
  readonly log: Log;
}

export interface DefinitionKeeper {
  /** What the server last said; starts it only if it never said anything. */
  get(signal?: AbortSignal): Promise<Definitions>;
  /** What the server last said, if it ever did; starts nothing. */
  cached(): Promise<Definitions | undefined>;
  /** What the server says now. */
  reread(): Promise<Definitions>;
  /** Called after what is cached became another. */
  onChanged(listener: (definitions: Definitions) => void): () => void;
  close(): void;
}

/** Keeps what is known of a server up to date: read after each start, and whenever it says that a list changed. */
export function keepDefinitions(upstream: Upstream, options: KeeperOptions): DefinitionKeeper {
  return new Keeper(upstream, options);
}

/** A server that changes its lists whenever they are read is believed in the end. */
const MOST_ROUNDS = 5;

class Keeper implements DefinitionKeeper {
  readonly #upstream: Upstream;
  readonly #options: KeeperOptions;
  readonly #listeners = new Set<(definitions: Definitions) => void>();
  readonly #unlisten: readonly (() => void)[];
  #reading: Promise<Definitions> | undefined;
  #isOutdated = false;

  constructor(upstream: Upstream, options: KeeperOptions) {
    this.#upstream = upstream;
    this.#options = options;
    this.#unlisten = [
      upstream.onReady((client) => void this.#refresh(client).catch(() => {})),
      upstream.onListChanged(() => {
        const client = upstream.current();
        if (client) void this.#refresh(client).catch(() => {});
      }),
    ];
  }

  async get(signal?: AbortSignal): Promise<Definitions> {
    const cached = await this.cached();
    return cached ?? (await this.#upstream.use((client) => this.#reading ?? this.#refresh(client), signal));
  }

  cached(): Promise<Definitions | undefined> {
    return this.#options.cache.get(this.#key());
  }

  reread(): Promise<Definitions> {
    return this.#upstream.use((client) => this.#refresh(client));
  }

  onChanged(listener: (definitions: Definitions) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    for (const unlisten of this.#unlisten) unlisten();
    this.#listeners.clear();
  }

  /** Of many changes in a row the last one counts: while one reading runs, one more is enough. */
  #refresh(client: Client): Promise<Definitions> {
    if (this.#reading) {
      this.#isOutdated = true;
      return this.#reading;
    }
    this.#reading = this.#readUntilCurrent(client).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readUntilCurrent(first: Client): Promise<Definitions> {
    const release = this.#upstream.hold();
    try {
      for (let round = 1; ; round++) {
        this.#isOutdated = false;
        const client = this.#upstream.current() ?? first;
        const definitions = await this.#read(client);
        if (definitions && (!this.#isOutdated || round === MOST_ROUNDS)) return definitions;
      }
    } finally {
      release();
    }
  }

  /** Nothing where the server was started anew meanwhile: what the old one said is not what the new one says. */
  async #read(client: Client): Promise<Definitions | undefined> {
    try {
      const definitions = await readDefinitions(client);
      if (this.#isReplaced(client)) return undefined;
      if (this.#upstream.current() === client) await this.#store(definitions, client);
      return definitions;
    } catch (error) {
      if (this.#isReplaced(client)) return undefined;
      this.#tellUnlessStopped(client, error);
      throw error;
    }
  }

  #isReplaced(client: Client): boolean {
    const current = this.#upstream.current();
    return current !== undefined && current !== client;
  }

  /** A server that was stopped meanwhile owes nobody its lists; why it ended otherwise is told by whoever saw it. */
  #tellUnlessStopped(client: Client, error: unknown): void {
    if (this.#upstream.current() !== client) return;
    const [server, reason] = [this.#upstream.config.id, String(error)];
    this.#options.log.warn({ server, reason }, 'the lists of a server could not be read');
  }

  async #store(definitions: Definitions, client: Client): Promise<void> {
    const isNew = await this.#options.cache.put(this.#key(), definitions).catch((error) => {
      this.#options.log.warn({ error: String(error) }, 'the lists of a server could not be kept');
      return true;
    });
    if (!isNew || this.#upstream.current() !== client) return;
    for (const listener of this.#listeners) listener(definitions);
  }

  #key() {
    return definitionKey(this.#options.directory, this.#upstream.config);
  }
}
