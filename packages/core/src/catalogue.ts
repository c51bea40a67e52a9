import { coreErrors } from './errors.ts';
import { nearest } from './near.ts';
import type { ServerIdentity, ToolServer } from './server.ts';
import type { Tool } from './tool.ts';
import type { UpstreamTool } from './upstream.ts';

export interface CatalogueEntry {
  /** The name a client sees and calls. */
  readonly name: string;
  readonly server: ServerIdentity;
  readonly tool: Tool | UpstreamTool;
  /** Accepted when called, never listed. */
  readonly aliases?: readonly string[];
  /** The tool that is called instead of this one, taken from the input. */
  delegate?(input: unknown): { readonly name: string; readonly input: unknown };
}

/** The tools of one endpoint by their names there. Its content may change while it is served. */
export interface Catalogue {
  readonly servers: readonly ServerIdentity[];
  readonly entries: readonly CatalogueEntry[];
  /** Increases with every change. */
  readonly version: number;
  find(name: string): CatalogueEntry;
  /** As `find`, after a bounded wait for lists that are being fetched. */
  resolve(name: string): Promise<CatalogueEntry>;
  /** Resolves after a bounded wait for lists that are being fetched. */
  settled(): Promise<void>;
  onChanged(listener: () => void): () => void;
}

export interface CatalogueContent {
  readonly servers: readonly ServerIdentity[];
  readonly entries: readonly CatalogueEntry[];
  /** Callable by name, not listed. */
  readonly unlisted?: readonly CatalogueEntry[];
}

export interface LiveCatalogue extends Catalogue {
  update(content: CatalogueContent): void;
}

export interface LiveCatalogueOptions {
  /** A bounded wait for lists that are being fetched. */
  settle?(): Promise<void>;
  /** Finds a name that is not listed. */
  findUnlisted?(name: string): Promise<CatalogueEntry | undefined>;
}

/** Tools of several servers are prefixed with the server's id; a single server has bare names. */
export function createCatalogue(
  servers: readonly ToolServer[],
  options: { readonly prefixed: boolean },
): Catalogue {
  const catalogue = createLiveCatalogue();
  const lists = servers.map((server) => createServerEntries(server, options));
  const update = () =>
    catalogue.update({
      servers,
      entries: lists.flatMap((list) => list().listed),
      unlisted: lists.flatMap((list) => list().unlisted),
    });
  for (const server of servers) server.onListChanged?.(update);
  update();
  return catalogue;
}

export interface ServerEntries {
  readonly listed: readonly CatalogueEntry[];
  readonly unlisted: readonly CatalogueEntry[];
}

/** The tools of a built-in server as a catalogue lists them now. An entry is the same object in every list. */
export function createServerEntries(
  server: ToolServer,
  { prefixed }: { readonly prefixed: boolean },
): () => ServerEntries {
  const nameOf = (tool: string) => (prefixed ? `${server.id}__${tool}` : tool);
  const entries = server.tools.map((tool): CatalogueEntry & { readonly tool: Tool } => ({
    name: nameOf(tool.name),
    server,
    tool,
    ...(tool.aliases ? { aliases: tool.aliases.map(nameOf) } : {}),
  }));
  return () => {
    const listed = new Set(server.listedTools?.() ?? server.tools);
    return {
      listed: entries.filter(({ tool }) => listed.has(tool)),
      unlisted: entries.filter(({ tool }) => !listed.has(tool)),
    };
  };
}

export function createLiveCatalogue(options: LiveCatalogueOptions = {}): LiveCatalogue {
  const listeners = new Set<() => void>();
  let content: CatalogueContent = { servers: [], entries: [] };
  let callable = new Map<string, CatalogueEntry>();
  let version = 0;
  const settled = async () => options.settle?.();

  const find = (name: string): CatalogueEntry => {
    const entry = callable.get(name);
    if (entry) return entry;
    throw unknownTool(name, callable.keys());
  };
  return {
    get servers() {
      return content.servers;
    },
    get entries() {
      return content.entries;
    },
    get version() {
      return version;
    },
    find,
    async resolve(name) {
      const listed = callable.get(name);
      if (listed) return listed;
      await settled();
      return callable.get(name) ?? (await options.findUnlisted?.(name)) ?? find(name);
    },
    settled,
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(next) {
      content = next;
      const found = [...(next.unlisted ?? []), ...next.entries];
      callable = new Map(found.flatMap((entry) => namesOf(entry).map((name) => [name, entry])));
      version += 1;
      for (const listener of listeners) listener();
    },
  };
}

function namesOf(entry: CatalogueEntry): string[] {
  return [entry.name, ...(entry.aliases ?? [])];
}

function unknownTool(name: string, known: Iterable<string>) {
  const near = nearest(name, known);
  const meant = near ? `Did you mean "${near}"?` : 'List the tools to see which are served here.';
  return coreErrors.fail('E_UNKNOWN_TOOL', `No tool is named "${name.slice(0, 80)}".`, { hint: meant });
}
