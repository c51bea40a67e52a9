import type { CatalogueContent, CatalogueEntry } from '@molehill/core/catalogue';
import type { Redactor } from '@molehill/core/redact';
import type { ServerIdentity } from '@molehill/core/server';
import { createToolList } from '@molehill/core/tool-list';
import { validateInput } from '@molehill/core/validate';
import { createFilter } from '../filter.ts';
import { chooseMode, type ListMode, tokensOf } from '../search/mode.ts';
import { createToolShelf } from '../search/tool-search.ts';
import { toolCall, toolCallDefinition, toolDescribeTool, toolSearchTool } from '../search/tools.ts';
import type { ToolDefinition } from '../tool-definition.ts';

export interface ViewOptions {
  readonly mode: ListMode;
  /** Above this, `auto` lists the means to find tools instead of the tools. */
  readonly tokenLimit?: number | undefined;
  readonly version: string;
  readonly redactor: Redactor;
}

export interface Shown extends Pick<CatalogueContent, 'servers' | 'entries'> {
  /** Callable, but not listed in any mode. */
  readonly unlisted: readonly CatalogueEntry[];
  /** Tools that are listed in any case, by their servers. */
  readonly favourites: ReadonlyMap<string, readonly string[]>;
}

/** What of all tools is listed: all of them, or the means to find them and some favourites. */
export function createView(options: ViewOptions): (shown: Shown) => CatalogueContent {
  let definitions: readonly ToolDefinition[] = [];
  const shelf = createToolShelf(() => definitions);
  const server = identity(options.version);
  const finding: readonly CatalogueEntry[] = [
    { name: 'tool_search', server, tool: toolSearchTool(shelf) },
    { name: 'tool_describe', server, tool: toolDescribeTool(shelf) },
    delegatingEntry(server, options.redactor),
  ];
  const list = new Lists();
  return ({ servers, entries, unlisted, favourites }) => {
    if (options.mode === 'full') return { servers, entries, unlisted };
    definitions = list.of(entries);
    const cost = definitions.reduce((sum, definition) => sum + tokensOf(definition), 0);
    if (chooseMode(options.mode, cost, options.tokenLimit) === 'full') return { servers, entries, unlisted };
    const listed = entries.filter((entry) => isFavourite(entry, favourites));
    return {
      servers: [server, ...servers],
      entries: [...finding, ...listed],
      unlisted: [...unlisted, ...entries],
    };
  };
}

function identity(version: string): ServerIdentity {
  return {
    id: 'search',
    title: 'Search',
    version,
    instructions:
      'Most tools are not listed: find them with tool_search, read them with tool_describe, call them with tool_call.',
  };
}

/** The definitions as they are listed; what is worked out for a tool is kept as long as the tool is. */
class Lists {
  readonly #content = { version: 0, entries: [] as readonly CatalogueEntry[] };
  readonly #list = createToolList(this.#content);

  of(entries: readonly CatalogueEntry[]): readonly ToolDefinition[] {
    this.#content.version += 1;
    this.#content.entries = entries;
    return this.#list();
  }
}

function isFavourite({ server, tool }: CatalogueEntry, favourites: Shown['favourites']): boolean {
  const names = favourites.get(server.id) ?? [];
  return names.length > 0 && createFilter({ allow: names })(tool.name);
}

/** Never called itself: a frontend calls the tool it names instead. */
function delegatingEntry(server: ServerIdentity, redactor: Redactor): CatalogueEntry {
  const definition = toolCallDefinition();
  return {
    name: toolCall.name,
    server,
    tool: {
      kind: 'upstream',
      name: toolCall.name,
      definition,
      call: async () => ({ content: [], isError: true }),
    },
    delegate: (given) => {
      const { name, arguments: input } = validateInput(toolCall.input, given ?? {}, redactor);
      return { name, input };
    },
  };
}
