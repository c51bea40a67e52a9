import type { Client } from '@modelcontextprotocol/client';
import type { Log } from '@molehill/core/log';
import type { Upstream } from '../upstream.ts';
import { type DefinitionCache, definitionKey } from './cache.ts';
import type { Definitions } from './definitions.ts';
import { readDefinitions } from './read.ts';

export interface ReaderOptions {
  readonly directory: string;
  readonly cache: DefinitionCache;
  /** Distinguishes definitions of the same configuration. */
  cacheTag(): string;
  readonly log: Log;
}

/** A server may change its lists with every read; then the last ones are taken. */
const MAX_ROUNDS = 5;

/** Reads the definitions of a server after each start and each list change, and caches them. */
export class DefinitionReader {
  /** Called when the cached definitions changed. */
  onChanged: (definitions: Definitions) => void = () => {};
  readonly #upstream: Upstream;
  readonly #options: ReaderOptions;
  #reading: Promise<Definitions> | undefined;
  #isOutdated = false;

  constructor(upstream: Upstream, options: ReaderOptions) {
    this.#upstream = upstream;
    this.#options = options;
    upstream.events.on('ready', this.#readCurrent).on('listChanged', this.#readCurrent);
  }

  /** Starts the server only if nothing is cached. */
  async get(): Promise<Definitions> {
    const cached = await this.cached();
    return cached ?? (await this.#upstream.use((client) => this.#reading ?? this.#read(client)));
  }

  /** Starts nothing. */
  cached(): Promise<Definitions | undefined> {
    return this.#options.cache.get(this.#key());
  }

  refresh(): Promise<Definitions> {
    return this.#upstream.use((client) => this.#read(client));
  }

  close(): void {
    this.#upstream.events.off('ready', this.#readCurrent).off('listChanged', this.#readCurrent);
    this.onChanged = () => {};
  }

  readonly #readCurrent = (): void => {
    const client = this.#upstream.current();
    if (client) void this.#read(client).catch(() => {});
  };

  /** Changes during a read cause one more read, however many there are (debounce). */
  #read(client: Client): Promise<Definitions> {
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
    const release = this.#upstream.lease();
    try {
      for (let round = 1; ; round++) {
        this.#isOutdated = false;
        const definitions = await this.#readOnce(this.#upstream.current() ?? first);
        if (definitions && (!this.#isOutdated || round === MAX_ROUNDS)) return definitions;
      }
    } finally {
      release();
    }
  }

  /** Returns nothing if the server was restarted meanwhile: its definitions may have changed. */
  async #readOnce(client: Client): Promise<Definitions | undefined> {
    try {
      const definitions = await readDefinitions(client);
      if (this.#isReplaced(client)) return undefined;
      if (this.#upstream.current() === client) await this.#store(definitions, client);
      return definitions;
    } catch (error) {
      if (this.#isReplaced(client)) return undefined;
      // A failure of the connection is logged by the upstream.
      if (this.#upstream.current() === client) {
        const context = { server: this.#upstream.config.id, reason: String(error) };
        this.#options.log.warn(context, 'cannot read the definitions of a server');
      }
      throw error;
    }
  }

  #isReplaced(client: Client): boolean {
    const current = this.#upstream.current();
    return current !== undefined && current !== client;
  }

  async #store(definitions: Definitions, client: Client): Promise<void> {
    const isChanged = await this.#options.cache.put(this.#key(), definitions).catch((error) => {
      this.#options.log.warn({ error: String(error) }, 'cannot cache the definitions of a server');
      return true;
    });
    if (isChanged && this.#upstream.current() === client) this.onChanged(definitions);
  }

  #key(): string {
    return `${definitionKey(this.#options.directory, this.#upstream.config)} ${this.#options.cacheTag()}`;
  }
}
