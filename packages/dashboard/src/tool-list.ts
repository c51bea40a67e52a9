import type { StatusResponse, ToolDescription } from '@molehill/api';

export type ServerState = StatusResponse['servers'][number]['state'];

export interface ToolGroup {
  readonly id: string;
  readonly title: string;
  readonly state: ServerState;
  /** What a person should know about its state. */
  readonly note?: string;
  readonly tools: readonly ToolDescription[];
}

/** Inside its own server a tool needs no prefix. */
export function bareName(tool: Pick<ToolDescription, 'name' | 'server'>): string {
  const prefix = `${tool.server}__`;
  return tool.name.startsWith(prefix) ? tool.name.slice(prefix.length) : tool.name;
}

/** Every server of the status, those without tools too, and whatever serves tools without being listed there. */
export function groupTools(
  servers: StatusResponse['servers'] = [],
  tools: readonly ToolDescription[] = [],
): readonly ToolGroup[] {
  const listed = new Set(servers.map(({ id }) => id));
  const unlisted = [...new Set(tools.map(({ server }) => server))].filter((id) => !listed.has(id));
  const all: readonly Omit<ToolGroup, 'tools'>[] = [
    ...servers,
    ...unlisted.map((id) => ({ id, title: id, state: 'ready' as const })),
  ];
  return all.map((server) => ({
    ...server,
    tools: tools.filter((tool) => tool.server === server.id),
  }));
}

/**
 * Alike as long as the tools are. A server that fails, waits a while and may be tried again has none to offer at any
 * point of that: asking for them each time would only make it fail again.
 */
export function toolsVersion({ version, servers }: Pick<StatusResponse, 'version' | 'servers'>): string {
  const each = servers.map(({ id, tools, note, state }) => [id, tools, note, state === 'waiting']);
  return JSON.stringify([version, each]);
}

/** Every word typed must occur somewhere in what a tool says about itself. */
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

/** A call names its tool barely, beside its server. */
export function toolOfCall(
  tools: readonly ToolDescription[],
  call: { readonly server: string; readonly tool: string },
): ToolDescription | undefined {
  return tools.find((tool) => tool.server === call.server && bareName(tool) === call.tool);
}
