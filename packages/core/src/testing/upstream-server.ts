import type { Catalogue, LiveCatalogue } from '../catalogue.ts';
import { createLiveCatalogue } from '../catalogue.ts';
import type { UpstreamCallContext, UpstreamCallParams, UpstreamTool, WireResult } from '../upstream.ts';

const identity = { id: 'other', title: 'Other', version: '1.0.0', instructions: '' };

type Answer = (params: UpstreamCallParams, context: UpstreamCallContext) => Promise<WireResult>;

/** An upstream tool with the given answer. */
export function relayedToolThat(name: string, call: Answer, more: Partial<UpstreamTool> = {}): UpstreamTool {
  const definition = {
    name,
    inputSchema: { type: 'object', properties: { a: { type: 'integer' } } },
    outputSchema: { type: 'object', required: ['sum'] },
    annotations: { readOnlyHint: true, kept: 'as it is' },
    icons: [{ src: 'data:,', kept: true }],
    _meta: { 'example.com/kept': [null] },
    unknown: { kept: true },
  };
  return { kind: 'upstream', name, definition, call, ...more };
}

export function catalogueOf(...tools: readonly UpstreamTool[]): LiveCatalogue & Catalogue {
  const catalogue = createLiveCatalogue();
  showTools(catalogue, tools);
  return catalogue;
}

export function showTools(catalogue: LiveCatalogue, tools: readonly UpstreamTool[]): void {
  const entries = tools.map((tool) => ({ name: `other__${tool.name}`, server: identity, tool }));
  catalogue.update({ servers: [identity], entries });
}
