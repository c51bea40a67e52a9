import type { CatalogueEntry } from '@molehill/core/catalogue';
import type { ServerIdentity } from '@molehill/core/server';
import type { UpstreamTool } from '@molehill/core/upstream';
import { createNameTable } from '../names.ts';
import { type Remember, relayedTool } from './relayed-tools.ts';
import type { ListedTool, Source } from './source.ts';

export interface EntryOptions {
  readonly prefixed: boolean;
  readonly remember: Remember;
}

interface Made {
  readonly tools: readonly ListedTool[];
  readonly entries: readonly CatalogueEntry[];
}

/** The tools of other servers as entries of a catalogue, made anew only for a server whose list is another. */
export function createEntries(options: EntryOptions): (source: Source) => readonly CatalogueEntry[] {
  const made = new WeakMap<Source, Made>();
  return (source) => {
    const { tools } = source;
    const known = made.get(source);
    if (known?.tools === tools) return known.entries;
    const entries = entriesOf(source, options);
    made.set(source, { tools, entries });
    return entries;
  };
}

function entriesOf(source: Source, { prefixed, remember }: EntryOptions): readonly CatalogueEntry[] {
  const server = identityOf(source);
  const names = createNameTable(source.tools.map(({ name }) => ({ serverId: source.id, toolName: name })));
  return source.tools.map((tool) => ({
    name: (prefixed ? names.nameOf(source.id, tool.name) : undefined) ?? tool.name,
    server,
    tool: relayedTool(source, tool, remember),
  }));
}

/** An entry for a name that the server does not list: it may know it all the same, or say in its own words that it does not. */
export function unlistedEntry(source: Source, name: string, remember: Remember): CatalogueEntry {
  const tool: UpstreamTool = relayedTool(source, { name, inputSchema: { type: 'object' } }, remember);
  return { name, server: identityOf(source), tool };
}

export function identityOf({ id, definitions, upstream }: Source): ServerIdentity {
  const { serverInfo, instructions } = definitions ?? {};
  const title = serverInfo?.title;
  return {
    id,
    title: typeof title === 'string' ? title : (serverInfo?.name ?? upstream.config.declaredName),
    version: serverInfo?.version ?? '',
    instructions: instructions ?? '',
  };
}
