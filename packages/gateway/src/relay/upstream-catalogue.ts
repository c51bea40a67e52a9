import { join } from 'node:path';
import {
  type Catalogue,
  type CatalogueEntry,
  createLiveCatalogue,
  createServerEntries,
  type LiveCatalogue,
} from '@molehill/core/catalogue';
import type { Log } from '@molehill/core/log';
import type { Relay } from '@molehill/core/relay';
import type { ServerIdentity, ToolServer } from '@molehill/core/server';
import type { Peer } from '@molehill/core/upstream';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import type { Pins } from '../pins.ts';
import { createDefinitionCache, type DefinitionCache } from '../upstreams/definitions/cache.ts';
import type { Definitions } from '../upstreams/definitions/definitions.ts';
import { keepDefinitions } from '../upstreams/definitions/keeper.ts';
import type { UpstreamPool } from '../upstreams/pool.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { AdoptedCapabilities } from './client-capabilities.ts';
import { ClientSessions } from './client-sessions.ts';
import { createEntries, identityOf, unlistedEntry } from './entries.ts';
import { createRelay } from './relay.ts';
import { Resources } from './resources.ts';
import { createDefinitionSettler } from './settle-definitions.ts';
import { Source } from './source.ts';
import { createView, type ViewOptions } from './view.ts';

export interface UpstreamCatalogueOptions {
  readonly directory: string;
  readonly stateRoot: string;
  readonly log: Log;
  readonly pool: UpstreamPool;
  readonly pins: Pins;
  /** One server is served as if it were reached directly. */
  readonly alone: boolean;
  readonly mounts: readonly ToolServer[];
  readonly view: ViewOptions;
  readonly settleMs?: number | undefined;
}

/** The servers of other people, those of ours, and how all of them are shown. */
export class UpstreamCatalogue {
  readonly catalogue: Catalogue;
  readonly relay: Relay;
  readonly #options: UpstreamCatalogueOptions;
  readonly #sessions = new ClientSessions();
  readonly #abilities = new AdoptedCapabilities();
  readonly #resources = new Resources(() => this.#usable);
  readonly #cache: DefinitionCache;
  readonly #catalogue: LiveCatalogue;
  readonly #settle: (sources: readonly Source[]) => Promise<void>;
  #sources: readonly Source[] = [];
  #adopting: Promise<void> = Promise.resolve();
  #show: () => void = () => {};

  constructor(options: UpstreamCatalogueOptions) {
    this.#options = options;
    this.#settle = createDefinitionSettler(options.settleMs);
    this.#cache = this.#abilities.cacheOf(createDefinitionCache(join(options.stateRoot, 'definitions')));
    this.#catalogue = createLiveCatalogue({
      settle: () => this.#settled(),
      findUnlisted: (name) => this.#findUnlisted(name),
    });
    this.catalogue = this.#catalogue;
    this.relay = createRelay({
      sessions: this.#sessions,
      resources: this.#resources,
      sources: () => this.#usable,
      only: () => this.#only,
      settle: () => this.#settled(),
      onJoined: (peer) => this.#adopt(peer),
    });
    this.#show = this.#createShow();
    for (const server of options.mounts) server.onListChanged?.(() => this.#show());
  }

  get sources(): readonly Source[] {
    return this.#sources;
  }

  /** Serves exactly these; whoever is served already and has not changed is not touched. */
  async configure(configs: readonly UpstreamConfig[]): Promise<void> {
    const { pool, directory } = this.#options;
    pool.sync(directory, configs);
    const known = new Map(this.#sources.map((source) => [source.upstream, source]));
    const upstreams = pool.list(directory);
    for (const source of this.#sources) if (!upstreams.includes(source.upstream)) source.close();
    this.#sources = upstreams.map((upstream) => known.get(upstream) ?? this.#source(upstream));
    await Promise.all(this.#usable.map((source) => source.recall()));
    this.#show();
  }

  async close(): Promise<void> {
    for (const source of this.#sources) source.close();
    await this.#options.pool.close();
  }

  get #only(): Source | undefined {
    return this.#options.alone ? this.#sources[0] : undefined;
  }

  get #usable(): readonly Source[] {
    return this.#sources.filter(({ isUsable }) => isUsable);
  }

  #source(upstream: Upstream): Source {
    const { directory, log, pins } = this.#options;
    const keeper = keepDefinitions(upstream, { directory, cache: this.#cache, log });
    const source = new Source({
      upstream,
      keeper,
      pins,
      sessions: this.#sessions,
      abilities: this.#abilities,
      log,
      onChanged: (before, now) => this.#announce(before, now),
    });
    if (this.#options.alone) this.#relayListChanges(upstream);
    return source;
  }

  /** A server alone is waited for as long as it takes, and its failure is told. */
  async #settled(): Promise<void> {
    await this.#adopting;
    if (this.#only && !this.#only.definitions) await this.#only.learn();
    else await this.#settle(this.#usable);
    this.#show();
  }

  #createShow(): () => void {
    const { mounts, alone, view: viewOptions } = this.#options;
    const prefixed = !alone;
    const own = mounts.map((server) => createServerEntries(server, { prefixed }));
    const made = createEntries({ prefixed, remember: this.#resources.remember });
    const view = createView(viewOptions);
    let shown: readonly CatalogueEntry[] | undefined;
    return () => {
      const usable = this.#usable;
      const builtIn = own.map((list) => list());
      const entries = [...builtIn.flatMap(({ listed }) => listed), ...usable.flatMap(made)];
      if (shown && isSame(shown, entries)) return;
      shown = entries;
      const unlisted = builtIn.flatMap((list) => list.unlisted);
      const servers: ServerIdentity[] = [...mounts, ...usable.map(identityOf)];
      const favourites = new Map(usable.map(({ id, upstream }) => [id, upstream.config.favourites ?? []]));
      this.#catalogue.update(view({ servers, entries, unlisted, favourites }));
    };
  }

  /** A server alone is asked for names it does not list, unless a person has to agree to them first. */
  async #findUnlisted(name: string): Promise<CatalogueEntry | undefined> {
    const source = this.#only;
    if (!source?.mayTry(name)) return undefined;
    await source.reread();
    if (!source.mayTry(name) || source.tools.some((tool) => tool.name === name)) return undefined;
    return unlistedEntry(source, name, this.#resources.remember);
  }

  /** A server alone with one client is told what that client can do, as if there were nothing between them. */
  #adopt(peer: Peer): void {
    const source = this.#only;
    if (!source || peer.era === 'modern' || this.#sessions.legacy.length > 1) return;
    if (source.upstream.status().openCalls > 0 || !this.#abilities.adopt(peer)) return;
    this.#adopting = source.restart().catch(() => {});
  }

  #announce(before: Definitions | undefined, now: Definitions): void {
    this.#show();
    if (!before || this.#options.alone) return;
    if (differ(before.prompts, now.prompts)) this.#tell('prompts');
    const isOther =
      differ(before.resources, now.resources) || differ(before.resourceTemplates, now.resourceTemplates);
    if (isOther) this.#tell('resources');
  }

  /** Its tools are announced when the new list is here; the other lists are asked of it. */
  #relayListChanges(upstream: Upstream): void {
    upstream.onListChanged((list) => {
      if (list !== 'tools') this.#tell(list);
    });
  }

  #tell(list: 'prompts' | 'resources'): void {
    this.#sessions.tell(`notifications/${list}/list_changed`, undefined);
  }
}

function isSame(a: readonly CatalogueEntry[], b: readonly CatalogueEntry[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}

function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}
