import type { Log } from '@molehill/core/log';
import type { WireResult } from '@molehill/core/upstream';
import {
  type Claim,
  type ClaimedList,
  claimOf,
  claimsOf,
  hashOf,
  idOf,
  isPlain,
  plainResource,
} from '../claims.ts';
import { isAllowed } from '../filter.ts';
import { labelOf, type Pins, type PinVerdict, serverKeyOf } from '../pins.ts';
import type { Definitions } from '../upstreams/definitions/definitions.ts';
import type { DefinitionReader } from '../upstreams/definitions/reader.ts';
import type { Upstream } from '../upstreams/upstream.ts';

export type ListedTool = Definitions['tools'][number];

export interface ReviewOptions {
  readonly upstream: Upstream;
  readonly reader: DefinitionReader;
  readonly pins: Pins;
  readonly log: Log;
  /** Called when what clients may see of the server changed, or may have changed. */
  onChanged(change: DefinitionChange): void;
}

export interface DefinitionChange {
  /** Of everything that the server sends. Absent the first time. */
  readonly before?: { readonly sent: Definitions; readonly seen: Definitions };
  readonly sent: Definitions;
  /** What clients may see. */
  readonly seen: Definitions;
}

/** The definitions of one server, compared with those that a person approved. */
export class ReviewedDefinitions {
  /** Without what waits for approval. */
  current: Definitions | undefined;
  /** The tools that may be listed and called. */
  tools: readonly ListedTool[] = [];
  /** What waits for approval, in words. */
  withheld: readonly string[] = [];
  #withheld: ReadonlySet<string> = new Set();
  #approved: PinVerdict['approved'] = new Map();
  #sent: Definitions | undefined;
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
    return isAllowed(tool, this.#options.upstream.config) && !this.isWithheld('tools', tool);
  }

  isWithheld(list: ClaimedList, name: string): boolean {
    return this.#withheld.has(idOf({ list, name }));
  }

  /** What clients may see of a list that the server sent just now. Returns the same array if that is all of it. */
  visible<T extends WireResult>(list: ClaimedList, items: readonly T[]): readonly T[] {
    const seen = items.flatMap((item): readonly T[] => {
      const isResource = list === 'resources';
      if (isApproved(claimOf(list, item), this.#approved) || (isResource && isPlain(item))) return [item];
      return isResource ? [plainResource(item) as T] : [];
    });
    return seen.length === items.length && seen.every((item, at) => item === items[at]) ? items : seen;
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
    this.#sent = undefined;
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
    const claims = claimsOf({ ...definitions, tools: offered });
    const verdict = await pins.compare(serverKeyOf(upstream.config), claims);
    if (generation !== this.#generation) return;
    this.#adopt(verdict);
    const tools = this.visible('tools', firstOfEachName(offered));
    // An unchanged list stays the same array: catalogue entries are rebuilt when it differs.
    if (JSON.stringify(tools) !== JSON.stringify(this.tools)) this.tools = tools;
    const [sent, seen] = [this.#sent, this.current];
    this.#sent = definitions;
    this.current = this.#visibleOf(definitions);
    const before = sent && seen && { sent, seen };
    onChanged({ ...(before && { before }), sent: definitions, seen: this.current });
  }

  #adopt({ withheld, approved, pinsHash }: PinVerdict): void {
    this.#pinsHash = pinsHash;
    this.#approved = approved;
    this.#withheld = new Set(withheld.map(idOf));
    this.withheld = withheld.map(labelOf);
  }

  /** Instead of a changed introduction, the approved one is shown. */
  #visibleOf(definitions: Definitions): Definitions {
    const { prompts, resources, resourceTemplates, serverInfo, instructions: _, ...rest } = definitions;
    const { definition } = this.#approved.get(idOf(INTRODUCTION)) ?? {};
    const { serverInfo: info, instructions } = { ...(definition as Partial<Definitions> | undefined) };
    return {
      ...rest,
      ...(serverInfo && { serverInfo: { name: serverInfo.name, ...info, version: serverInfo.version } }),
      ...(instructions !== undefined && { instructions }),
      prompts: [...this.visible('prompts', prompts)],
      resources: [...this.visible('resources', resources)],
      resourceTemplates: [...this.visible('resourceTemplates', resourceTemplates)],
    };
  }
}

const INTRODUCTION = { list: 'introduction', name: 'introduction' } as const;

function isApproved(claim: Claim, approved: PinVerdict['approved']): boolean {
  const pinned = approved.get(idOf(claim));
  return pinned !== undefined && hashOf(pinned) === hashOf(claim);
}

/** A second tool of the same name could never be called. */
function firstOfEachName(tools: readonly ListedTool[]): readonly ListedTool[] {
  const byName = new Map(tools.toReversed().map((tool) => [tool.name, tool]));
  return byName.size === tools.length ? tools : tools.filter((tool) => byName.get(tool.name) === tool);
}
