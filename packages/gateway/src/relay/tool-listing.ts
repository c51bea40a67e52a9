import type { CatalogueContent, CatalogueEntry } from '@molehill/core/catalogue';
import type { Redactor } from '@molehill/core/redact';
import type { ServerIdentity } from '@molehill/core/server';
import { createToolList } from '@molehill/core/tool-list';
import { isUpstreamTool } from '@molehill/core/upstream';
import { validateInput } from '@molehill/core/validate';
import { isAllowed } from '../filter.ts';
import { chooseMode, type ListMode, tokensOf } from '../search/mode.ts';
import { createToolIndex } from '../search/tool-index.ts';
import { toolCall, toolCallDefinition, toolDescribeTool, toolSearchTool } from '../search/tools.ts';
import type { ToolDefinition } from '../tool-definition.ts';

export interface ListingOptions {
  readonly mode: ListMode;
  /** Above this cost, `auto` lists the search tools instead of all tools. */
  readonly tokenLimit?: number | undefined;
  readonly version: string;
  readonly redactor: Redactor;
}

export interface CallableTools extends Pick<CatalogueContent, 'servers' | 'entries'> {
  /** Those of the entries that are listed in every mode. */
  readonly fixed: readonly CatalogueEntry[];
  /** Never listed, in any mode. */
  readonly unlisted: readonly CatalogueEntry[];
  /** Patterns of tools that are always listed, by server id. */
  readonly favourites: ReadonlyMap<string, readonly string[]>;
}

/** Decides which tools are listed: all, or the search tools and the favourites. */
export function createToolListing(options: ListingOptions): (tools: CallableTools) => CatalogueContent {
  let definitions: readonly ToolDefinition[] = [];
  let callable: readonly CatalogueEntry[] = [];
  const describeMore = async (name: string) => {
    const tool = callable.find((entry) => entry.name === name)?.tool;
    return tool && !isUpstreamTool(tool) ? tool.describe?.() : undefined;
  };
  const index = createToolIndex(() => definitions);
  const server = searchServer(options.version);
  const searchTools: readonly CatalogueEntry[] = [
    { name: 'tool_search', server, tool: toolSearchTool(index) },
    { name: 'tool_describe', server, tool: toolDescribeTool(index, describeMore) },
    toolCallEntry(server, options.redactor),
  ];
  return ({ servers, entries, fixed, unlisted, favourites }) => {
    if (options.mode === 'full') return { servers, entries, unlisted };
    callable = entries;
    definitions = createToolList({ version: 0, entries })();
    const cost = definitions.reduce((sum, definition) => sum + tokensOf(definition), 0);
    if (chooseMode(options.mode, cost, options.tokenLimit) === 'full') return { servers, entries, unlisted };
    const listed = entries.filter(
      (entry) =>
        fixed.includes(entry) || isAllowed(entry.tool.name, { allow: favourites.get(entry.server.id) ?? [] }),
    );
    return {
      servers: [server, ...servers],
      entries: [...searchTools, ...listed],
      unlisted: [...unlisted, ...entries],
    };
  };
}

function searchServer(version: string): ServerIdentity {
  const instructions =
    'Most tools are not listed: find them with tool_search, read them with tool_describe, call them with tool_call.';
  return { id: 'search', title: 'Search', version, instructions };
}

/** `call` is never used: the frontend calls the tool that `delegate` names. */
function toolCallEntry(server: ServerIdentity, redactor: Redactor): CatalogueEntry {
  const { name } = toolCall;
  const call = async () => ({ content: [], isError: true });
  return {
    name,
    server,
    tool: { kind: 'upstream', name, definition: toolCallDefinition(), call },
    delegate: (given) => {
      const { name, arguments: input } = validateInput(toolCall.input, given ?? {}, redactor);
      return { name, input };
    },
  };
}
