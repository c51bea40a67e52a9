import type { WireResult } from '@molehill/core/upstream';
import type { UpstreamServer } from './upstream-server.ts';

const MAX_LINKS = 2_000;

/** Finds the server that owns a resource. Where several offer the same, the first in the configuration owns it. */
export class Resources {
  /** The servers of linked resources, least recently used first (LRU). */
  readonly #links = new Map<string, UpstreamServer>();
  readonly #servers: () => readonly UpstreamServer[];

  constructor(servers: () => readonly UpstreamServer[]) {
    this.#servers = servers;
  }

  list(): readonly WireResult[] {
    return uniqueBy(
      'uri',
      this.#servers().flatMap(({ definitions }) => definitions?.resources ?? []),
    );
  }

  templates(): readonly WireResult[] {
    return uniqueBy(
      'uriTemplate',
      this.#servers().flatMap(({ definitions }) => definitions?.resourceTemplates ?? []),
    );
  }

  /**
   * The server that lists the URI or template, linked to it in a result, or has a matching template; otherwise the only
   * server with its scheme, or the only server with resources.
   */
  async ownerOf(uri: string): Promise<UpstreamServer | undefined> {
    const servers = this.#servers();
    return (
      servers.find((server) => urisOf(server).includes(uri)) ??
      this.#links.get(uri) ??
      (await findByTemplate(servers, uri)) ??
      onlyOne(servers.filter((server) => urisOf(server).some((each) => schemeOf(each) === schemeOf(uri)))) ??
      onlyOne(servers.filter(({ definitions }) => definitions?.capabilities.resources !== undefined))
    );
  }

  /** A linked resource is read from the server that returned the link. */
  readonly rememberLinks = (server: UpstreamServer, { content }: WireResult): void => {
    if (!Array.isArray(content)) return;
    for (const part of content as readonly { type?: unknown; uri?: unknown }[]) {
      if (part?.type !== 'resource_link' || typeof part.uri !== 'string') continue;
      this.#links.delete(part.uri);
      this.#links.set(part.uri, server);
      const [oldest] = this.#links.keys();
      if (this.#links.size > MAX_LINKS && oldest !== undefined) this.#links.delete(oldest);
    }
  };
}

async function findByTemplate(servers: readonly UpstreamServer[], uri: string) {
  const { UriTemplate } = await import('@modelcontextprotocol/client');
  const matches = (template: string) => {
    try {
      return new UriTemplate(template).match(uri) !== null;
    } catch {
      return false;
    }
  };
  return servers.find(({ definitions }) =>
    definitions?.resourceTemplates.some(({ uriTemplate }) => matches(uriTemplate)),
  );
}

function urisOf({ definitions }: UpstreamServer): readonly string[] {
  const uris = definitions?.resources.map(({ uri }) => uri) ?? [];
  return [...uris, ...(definitions?.resourceTemplates.map(({ uriTemplate }) => uriTemplate) ?? [])];
}

function uniqueBy<T extends WireResult>(key: string, items: readonly T[]): readonly T[] {
  const seen = new Set<unknown>();
  return items.filter((item) => !seen.has(item[key]) && seen.add(item[key]));
}

function schemeOf(uri: string): string {
  return uri.split(':', 1)[0] ?? '';
}

function onlyOne<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
