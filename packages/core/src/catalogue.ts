import { coreErrors } from './errors.ts';
import { nearest } from './near.ts';
import type { ToolServer } from './server.ts';
import type { Tool } from './tool.ts';

export interface CatalogueEntry {
  /** The name a client sees and calls. */
  readonly name: string;
  readonly server: ToolServer;
  readonly tool: Tool;
}

/** The tools behind one endpoint by the names they have there. */
export interface Catalogue {
  readonly servers: readonly ToolServer[];
  readonly entries: readonly CatalogueEntry[];
  find(name: string): CatalogueEntry;
}

/** Several servers behind one endpoint prefix their tools; a server alone shows bare names. */
export function createCatalogue(
  servers: readonly ToolServer[],
  options: { readonly prefixed: boolean },
): Catalogue {
  const nameOf = (server: ToolServer, tool: string) => (options.prefixed ? `${server.id}__${tool}` : tool);
  const entries = servers.flatMap((server) =>
    server.tools.map((tool) => ({ name: nameOf(server, tool.name), server, tool })),
  );
  const callable = new Map(
    entries.flatMap((entry) =>
      [entry.tool.name, ...(entry.tool.aliases ?? [])].map(
        (name) => [nameOf(entry.server, name), entry] as const,
      ),
    ),
  );
  return {
    servers,
    entries,
    find(name) {
      const entry = callable.get(name);
      if (entry) return entry;
      const near = nearest(name, callable.keys());
      const meant = near ? `Did you mean "${near}"?` : 'List the tools to see which are served here.';
      throw coreErrors.fail('E_UNKNOWN_TOOL', `No tool is named "${name.slice(0, 80)}".`, { hint: meant });
    },
  };
}
