import type { Log } from '@molehill/core/log';
import { isAllowed } from '../filter.ts';
import { type Pins, serverKeyOf } from '../pins.ts';
import type { Definitions } from '../upstreams/definitions/definitions.ts';
import type { DefinitionReader } from '../upstreams/definitions/reader.ts';
import type { Upstream } from '../upstreams/upstream.ts';

export type ListedTool = Definitions['tools'][number];

export interface ReviewOptions {
  readonly upstream: Upstream;
  readonly reader: DefinitionReader;
  readonly pins: Pins;
  readonly log: Log;
  onChanged(before: Definitions | undefined, now: Definitions): void;
}

/** The definitions of one server, compared with those that a person approved. */
export class ReviewedDefinitions {
  current: Definitions | undefined;
  /** The tools that may be listed and called. */
  tools: readonly ListedTool[] = [];
  /** The tools that wait for approval of their definition. */
  withheld: readonly string[] = [];
  readonly #options: ReviewOptions;
  /** Counts restarts: definitions of an earlier start are discarded. */
  #generation = 0;
  /** The latest definitions, not compared yet. */
  #latest: Definitions | undefined;
  #reviewing: Promise<void> = Promise.resolve();
  #pinsHash: string | undefined;

  constructor(options: ReviewOptions) {
    this.#options = options;
    options.reader.onChanged = (definitions) => {
      this.#latest = definitions;
      this.#review().catch((error) => {
        const server = options.upstream.config.id;
        options.log.error({ err: error, server }, 'cannot compare the definitions of a server');
      });
    };
  }

  /** Whether a tool that is not listed may be called all the same. */
  mayCall(tool: string): boolean {
    return isAllowed(tool, this.#options.upstream.config) && !this.withheld.includes(tool);
  }

  /** Starts nothing. */
  async loadCached(): Promise<void> {
    if (!this.#latest) await this.#receive(this.#options.reader.cached());
    await this.#review();
  }

  /** Starts the server if nothing is cached. */
  async load(): Promise<Definitions> {
    const definitions = this.#options.reader.get();
    await this.#receive(definitions);
    if (!this.current) await this.#review();
    return this.current ?? definitions;
  }

  /** Reads the lists again from the server, which may have changed them without a notification. */
  async refresh(): Promise<void> {
    await this.#receive(this.#options.reader.refresh());
    await this.#review();
  }

  /** Discards everything when the server is restarted with other client capabilities. */
  reset(): void {
    this.#generation += 1;
    this.#latest = undefined;
    this.current = undefined;
  }

  /** Compares again if a person approved definitions in the meantime, in any process. */
  async recheck(): Promise<void> {
    const { pins, upstream } = this.#options;
    if (pins.hashOf(serverKeyOf(upstream.config)) !== this.#pinsHash) await this.#review();
  }

  /** Keeps definitions that the server announced meanwhile: they are newer. */
  async #receive(answer: Promise<Definitions | undefined>): Promise<void> {
    const generation = this.#generation;
    const definitions = await answer;
    if (generation === this.#generation) this.#latest ??= definitions;
  }

  /** One review at a time (mutex), always of the latest definitions: an older list must not replace a newer one. */
  #review(): Promise<void> {
    const review = this.#reviewing.then(() => this.#reviewLatest());
    this.#reviewing = review.catch(() => {});
    return review;
  }

  async #reviewLatest(): Promise<void> {
    const { upstream, pins, onChanged } = this.#options;
    const [definitions, generation] = [this.#latest, this.#generation];
    if (!definitions) return;
    const offered = definitions.tools.filter(({ name }) => isAllowed(name, upstream.config));
    const { listed, withheld, pinsHash } = await pins.compare(serverKeyOf(upstream.config), offered);
    if (generation !== this.#generation) return;
    this.#pinsHash = pinsHash;
    this.withheld = withheld.map(({ name }) => name);
    const names = new Set(listed.map(({ name }) => name));
    const tools = offered.filter(({ name }) => names.has(name));
    // An unchanged list stays the same array: catalogue entries are rebuilt when it differs.
    if (JSON.stringify(tools) !== JSON.stringify(this.tools)) this.tools = tools;
    const before = this.current;
    this.current = definitions;
    onChanged(before, definitions);
  }
}
