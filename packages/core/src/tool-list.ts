import type { Catalogue, CatalogueEntry } from './catalogue.ts';
import { hintsFromEffects } from './effects.ts';
import { listedInputSchema } from './listed-schema.ts';
import type { Tool } from './tool.ts';
import { envelopeSchema } from './tool-schema.ts';
import { isUpstreamTool, type WireTool } from './upstream.ts';

/** The tools of a catalogue as MCP lists them, cached per version of the catalogue. */
export function createToolList(catalogue: Pick<Catalogue, 'version' | 'entries'>): () => WireTool[] {
  const known = new WeakMap<CatalogueEntry, WireTool>();
  let listed: { readonly version: number; readonly tools: WireTool[] } | undefined;

  const wire = (entry: CatalogueEntry): WireTool => {
    const tool = known.get(entry) ?? wireTool(entry);
    known.set(entry, tool);
    return tool;
  };
  return () => {
    const { version, entries } = catalogue;
    if (listed?.version !== version) listed = { version, tools: entries.map(wire) };
    return listed.tools;
  };
}

function wireTool({ name, tool }: CatalogueEntry): WireTool {
  if (!isUpstreamTool(tool)) return ownTool(name, tool);
  const { definition } = tool;
  return definition.name === name ? definition : { ...definition, name };
}

function ownTool(name: string, tool: Tool): WireTool {
  return {
    name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.listed?.inputSchema ?? listedInputSchema(tool),
    outputSchema: envelopeSchema(tool),
    annotations: { title: tool.title, ...hintsFromEffects(tool.effects), ...tool.listed?.hints },
    ...(tool.listed ? { _meta: tool.listed.meta } : {}),
  };
}
