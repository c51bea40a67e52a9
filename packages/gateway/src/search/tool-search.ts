import { coreErrors } from '@molehill/core/errors';
import { nearest } from '@molehill/core/near';
import type { ToolDefinition } from '../tool-definition.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';

/** Everything that may be called, to be looked through instead of listed. */
export interface ToolShelf {
  search(query: string, limit: number): readonly ToolDefinition[];
  find(name: string): ToolDefinition;
  readonly size: number;
}

/**
 * `definitions` gives all tools under the names they have at the gateway, and the same array until one of them
 * changed: the index is made anew for each array, when it is first asked.
 */
export function createToolShelf(definitions: () => readonly ToolDefinition[]): ToolShelf {
  let made:
    | { readonly of: readonly ToolDefinition[]; readonly index: SearchIndex; readonly byName: ByName }
    | undefined;
  const now = () => {
    const of = definitions();
    if (made?.of !== of)
      made = { of, index: createSearchIndex(of), byName: new Map(of.map((tool) => [tool.name, tool])) };
    return made;
  };
  return {
    search(query, limit) {
      const { index, byName } = now();
      return index.search(query, limit).flatMap(({ name }) => byName.get(name) ?? []);
    },
    find(name) {
      const { byName } = now();
      return byName.get(name) ?? unknownTool(name, byName);
    },
    get size() {
      return definitions().length;
    },
  };
}

type ByName = ReadonlyMap<string, ToolDefinition>;

function unknownTool(name: string, byName: ByName): never {
  const near = nearest(name, byName.keys());
  const hint = near ? `Did you mean "${near}"?` : 'Call tool_search to find the right name.';
  throw coreErrors.fail('E_UNKNOWN_TOOL', `No tool is named "${name.slice(0, 80)}".`, { hint });
}
