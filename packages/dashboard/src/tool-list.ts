import type { StatusResponse, ToolDescription } from '@molehill/api';

export type ServerState = StatusResponse['servers'][number]['state'];

export interface ToolGroup {
  readonly id: string;
  readonly title: string;
  readonly state: ServerState;
  /** A remark about its state. */
  readonly note?: string;
  readonly tools: readonly ToolDescription[];
}

/** The name without the prefix of its server. */
export function shortName(tool: Pick<ToolDescription, 'name' | 'server'>): string {
  const prefix = `${tool.server}__`;
  return tool.name.startsWith(prefix) ? tool.name.slice(prefix.length) : tool.name;
}

/** Every server of the status, including those without tools, and servers that only the tools name. */
export function groupTools(
  servers: StatusResponse['servers'] = [],
  tools: readonly ToolDescription[] = [],
): readonly ToolGroup[] {
  const listed = new Set(servers.map(({ id }) => id));
  const unlisted = [...new Set(tools.map(({ server }) => server))].filter((id) => !listed.has(id));
  const all = [...servers, ...unlisted.map((id) => ({ id, title: id, state: 'ready' as const }))];
  return all.map((server) => ({ ...server, tools: tools.filter((tool) => tool.server === server.id) }));
}

/** Every word must occur in the name, title or description of a tool, or in the title of its server. */
export function filterGroups(groups: readonly ToolGroup[], typed: string): readonly ToolGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({ ...group, tools: group.tools.filter((tool) => matches(tool, group, words)) }))
    .filter((group) => group.tools.length > 0);
}

function matches(tool: ToolDescription, group: ToolGroup, words: readonly string[]): boolean {
  const text = `${tool.name} ${tool.title} ${tool.description} ${group.title}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** A call has the short name of its tool. */
export function toolOfCall(
  tools: readonly ToolDescription[],
  call: { readonly server: string; readonly tool: string },
): ToolDescription | undefined {
  return tools.find((tool) => tool.server === call.server && shortName(tool) === call.tool);
}
