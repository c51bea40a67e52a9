import type { Tool as SdkTool } from '@modelcontextprotocol/server';
import type { Catalogue, CatalogueEntry } from '../catalogue.ts';
import { isRelayed } from '../relayed.ts';
import type { Tool } from '../tool.ts';
import { envelopeSchema, inputSchema } from '../tool-schema.ts';

/** The tools of a catalogue as the protocol lists them, worked out once for each of its contents. */
export function createToolList(catalogue: Pick<Catalogue, 'version' | 'entries'>): () => SdkTool[] {
  const known = new WeakMap<CatalogueEntry, SdkTool>();
  let listed: { readonly version: number; readonly tools: SdkTool[] } | undefined;

  const wire = (entry: CatalogueEntry): SdkTool => {
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

function wireTool({ name, tool }: CatalogueEntry): SdkTool {
  if (!isRelayed(tool)) return ownTool(name, tool);
  const { definition } = tool;
  return (definition.name === name ? definition : { ...definition, name }) as unknown as SdkTool;
}

function ownTool(name: string, tool: Tool): SdkTool {
  return {
    name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool) as SdkTool['inputSchema'],
    outputSchema: envelopeSchema(tool) as NonNullable<SdkTool['outputSchema']>,
    annotations: {
      title: tool.title,
      readOnlyHint: tool.safety.readOnly,
      destructiveHint: tool.safety.destructive,
      idempotentHint: tool.safety.idempotent,
      openWorldHint: tool.safety.openWorld,
    },
  };
}
