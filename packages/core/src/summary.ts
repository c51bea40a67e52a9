import type { CatalogueEntry } from './catalogue.ts';
import { type EffectSummary, effectsFromHints, summariseEffects } from './effects.ts';
import { envelopeSchema, inputSchema } from './tool-schema.ts';
import { isUpstreamTool } from './upstream.ts';

/** A tool as the page and the command line describe it, built-in or upstream. */
export interface ToolSummary {
  /** The name to call it by. */
  readonly name: string;
  readonly server: string;
  readonly title: string;
  readonly description: string;
  readonly effects: EffectSummary;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
}

export function toolSummary({ name, server, tool }: CatalogueEntry): ToolSummary {
  if (!isUpstreamTool(tool)) {
    const { title, description } = tool;
    const effects = summariseEffects(tool.effects);
    const schemas = { inputSchema: inputSchema(tool), outputSchema: envelopeSchema(tool) };
    return { name, server: server.id, title, description, effects, ...schemas };
  }
  const { definition } = tool;
  return {
    name,
    server: server.id,
    title: definition.title ?? definition.annotations?.title ?? definition.name,
    description: definition.description ?? '',
    effects: effectsFromHints(definition.annotations ?? {}),
    inputSchema: definition.inputSchema,
    ...(definition.outputSchema ? { outputSchema: definition.outputSchema } : {}),
  };
}
