import { join } from 'node:path';
import {
  type CatalogueEntry,
  createLiveCatalogue,
  createServerEntries,
  type LiveCatalogue,
} from '@molehill/core/catalogue';
import type { Log } from '@molehill/core/log';
import type { Relay } from '@molehill/core/relay';
import type { ToolServer } from '@molehill/core/server';
import type { Peer } from '@molehill/core/upstream';
import { readMoreTool } from '../bounds/read-more.ts';
import type { UpstreamConfig } from '../config/upstream-config.ts';
import type { Pins } from '../pins.ts';
import { DefinitionCache } from '../upstreams/definitions/cache.ts';
import { DefinitionReader } from '../upstreams/definitions/reader.ts';
import type { UpstreamPool } from '../upstreams/pool.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { createEntries, type EntryOptions, identityOf, unlistedEntry } from './catalogue-entries.ts';
import { AdvertisedCapabilities } from './client-capabilities.ts';
import { ClientSessions } from './client-sessions.ts';
import { createRelay } from './methods.ts';
import { Resources } from './resources.ts';
import type { DefinitionChange } from './reviewed-definitions.ts';
import { createToolListing, type ListingOptions } from './tool-listing.ts';
import { UpstreamServer } from './upstream-server.ts';
import { createDefinitionWait } from './wait-for-definitions.ts';

export interface UpstreamCatalogueOptions extends ListingOptions {
  readonly directory: string;
  readonly stateRoot: string;
  readonly log: Log;
  readonly pool: UpstreamPool;
  readonly pins: Pins;
  /** One server is served as if it were reached directly. */
  readonly alone: boolean;
  readonly mounts: readonly ToolServer[];
  readonly settleMs?: number | undefined;
}

/** The catalogue of all upstream servers and mounted servers. */
export class UpstreamCatalogue {
  readonly catalogue: LiveCatalogue;
  readonly relay: Relay;
  servers: readonly UpstreamServer[] = [];
  readonly #options: UpstreamCatalogueOptions;
  readonly #sessions = new ClientSessions();
  readonly #capabilities = new AdvertisedCapabilities();
  readonly #resources = new Resources(() => this.#usable);
  readonly #entryOptions: EntryOptions;
  readonly #cache: DefinitionCache;
  readonly #waitForDefinitions: (servers: readonly UpstreamServer[]) => Promise<void>;
  readonly #update: () => void;
  #restarting: Promise<void> = Promise.resolve();

  constructor(options: UpstreamCatalogueOptions) {
    this.#options = options;
    this.#entryOptions = { prefixed: !options.alone, onResult: this.#resources.rememberLinks };
    this.#waitForDefinitions = createDefinitionWait(options.settleMs);
    this.#cache = new DefinitionCache(join(options.stateRoot, 'definitions'));
    this.catalogue = createLiveCatalogue({
      settle: () => this.#settle(),
      findUnlisted: (name) => this.#findUnlisted(name),
    });
    this.relay = createRelay({
      sessions: this.#sessions,
      resources: this.#resources,
      servers: () => this.#usable,
      only: () => this.#only,
      settle: () => this.#settle(),
      onConnected: (peer) => this.#adoptCapabilities(peer),
    });
    this.#update = this.#createUpdate();
    for (const server of options.mounts) server.onListChanged?.(() => this.#update());
  }

  /** Serves exactly these servers. Unchanged servers keep running. */
  async configure(configs: readonly UpstreamConfig[]): Promise<void> {
    const { pool, directory } = this.#options;
    pool.sync(directory, configs);
    const known = new Map(this.servers.map((server) => [server.upstream, server]));
    const upstreams = pool.list(directory);
    for (const server of this.servers) if (!upstreams.includes(server.upstream)) server.close();
    this.servers = upstreams.map((upstream) => known.get(upstream) ?? this.#createServer(upstream));
    await Promise.all(this.#usable.map(({ review }) => review.loadCached()));
    this.#update();
  }

  async close(): Promise<void> {
    for (const server of this.servers) server.close();
    await this.#options.pool.close();
  }

  get #only(): UpstreamServer | undefined {
    return this.#options.alone ? this.servers[0] : undefined;
  }

  get #usable(): readonly UpstreamServer[] {
    return this.servers.filter(({ isUsable }) => isUsable);
  }

  #createServer(upstream: Upstream): UpstreamServer {
    const { directory, log, pins, alone } = this.#options;
    const server = new UpstreamServer({
      upstream,
      reader: new DefinitionReader(upstream, {
        directory,
        cache: this.#cache,
        cacheTag: () => this.#capabilities.cacheTag,
        log,
      }),
      pins,
      sessions: this.#sessions,
      capabilities: this.#capabilities,
      log,
      onChanged: (change) => this.#announce(change),
    });
    // A change of tools is announced when the new list has been reviewed.
    if (alone) upstream.events.on('listChanged', (list) => list !== 'tools' && this.#notifyListChanged(list));
    return server;
  }

  /** Waits without a limit for a server that is served alone, and fails when it does. */
  async #settle(): Promise<void> {
    await this.#restarting;
    if (this.#only && !this.#only.definitions) await this.#only.review.load();
    else await this.#waitForDefinitions(this.#usable);
    this.#update();
  }

  #createUpdate(): () => void {
    const { mounts, alone, version } = this.#options;
    const readMore = readMoreEntry(mounts, version);
    const mounted = mounts.map((server) => createServerEntries(server, this.#entryOptions));
    const upstreamEntries = createEntries(this.#entryOptions);
    const list = createToolListing(this.#options);
    let current: readonly CatalogueEntry[] | undefined;
    return () => {
      const usable = this.#usable;
      const builtIn = mounted.map((list) => list());
      const upstream = usable.flatMap(upstreamEntries);
      const fixed = upstream.length > 0 && !alone ? [readMore] : [];
      const entries = [...builtIn.flatMap(({ listed }) => listed), ...fixed, ...upstream];
      if (current && isSame(current, entries)) return;
      current = entries;
      const unlisted = [...builtIn.flatMap((list) => list.unlisted), ...(alone ? [] : [readMore])];
      const servers = [...mounts, ...usable.map(identityOf)];
      const favourites = new Map(usable.map(({ id, upstream }) => [id, upstream.config.favourites ?? []]));
      this.catalogue.update(list({ servers, entries, fixed, unlisted, favourites }));
    };
  }

  /** A server that is served alone may have tools it does not list; withheld ones are not called. */
  async #findUnlisted(name: string): Promise<CatalogueEntry | undefined> {
    const server = this.#only;
    if (!server?.review.mayCall(name)) return undefined;
    await server.review.refresh();
    if (!server.review.mayCall(name) || server.tools.some((tool) => tool.name === name)) return undefined;
    return unlistedEntry(server, name, this.#entryOptions);
  }

  /** A server that is served alone to one client gets the capabilities of that client. */
  #adoptCapabilities(peer: Peer): void {
    const server = this.#only;
    if (!server || peer.era === 'modern' || this.#sessions.legacy.length > 1) return;
    if (server.upstream.status().openCalls > 0 || !this.#capabilities.adopt(peer)) return;
    this.#restarting = server.restart().catch(() => {});
  }

  /** A server that is served alone announces its own changes; approvals are announced here. */
  #announce({ before, sent, seen }: DefinitionChange): void {
    this.#update();
    if (!before) return;
    const differs = (list: 'prompts' | 'resources' | 'resourceTemplates') => {
      const isSent = JSON.stringify(before.sent[list]) !== JSON.stringify(sent[list]);
      const isSeen = JSON.stringify(before.seen[list]) !== JSON.stringify(seen[list]);
      return this.#options.alone ? isSeen && !isSent : isSeen || isSent;
    };
    if (differs('prompts')) this.#notifyListChanged('prompts');
    if (differs('resources') || differs('resourceTemplates')) this.#notifyListChanged('resources');
  }

  #notifyListChanged(list: 'prompts' | 'resources'): void {
    this.#sessions.notify(`notifications/${list}/list_changed`);
  }
}

/** As a tool of the server `molehill`, which the cut answers name. */
function readMoreEntry(mounts: readonly ToolServer[], version: string): CatalogueEntry {
  const own = { id: 'molehill', title: 'Molehill', version, instructions: '' };
  const server = mounts.find(({ id }) => id === own.id) ?? own;
  return { name: `${own.id}__${readMoreTool.name}`, server, tool: readMoreTool };
}

function isSame(a: readonly CatalogueEntry[], b: readonly CatalogueEntry[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}
