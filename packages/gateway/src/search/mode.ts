import { estimateTokens } from '@molehill/core/budget';
import { groupBy } from '../group-by.ts';
import type { ToolDefinition } from '../tool-definition.ts';

/** `full` lists every tool; `search` only the means to find them; `auto` chooses by what the list would cost. */
export type ListMode = 'full' | 'search' | 'auto';

export const defaultTokenLimit = 12_000;

/** How tools are listed, given what listing them all would cost. */
export function chooseMode(
  mode: ListMode,
  tokens: number,
  limit: number = defaultTokenLimit,
): 'full' | 'search' {
  if (mode !== 'auto') return mode;
  return tokens > limit ? 'search' : 'full';
}

export interface OwnedDefinition {
  readonly serverId: string;
  /** As it is listed, under the name it has at the gateway. */
  readonly definition: ToolDefinition;
}

export interface TokenCost {
  /** Dearest first. */
  readonly tools: readonly { readonly serverId: string; readonly name: string; readonly tokens: number }[];
  readonly servers: readonly { readonly serverId: string; readonly tools: number; readonly tokens: number }[];
  readonly total: number;
}

/** What a list of tools takes of a model's context, about. */
export function tokenCost(definitions: readonly OwnedDefinition[]): TokenCost {
  const tools = definitions
    .map(({ serverId, definition }) => ({ serverId, name: definition.name, tokens: tokensOf(definition) }))
    .sort(dearestFirst);
  const servers = [...groupBy(tools, ({ serverId }) => serverId)]
    .map(([serverId, own]) => ({ serverId, name: serverId, tools: own.length, tokens: sumOf(own) }))
    .sort(dearestFirst)
    .map(({ name: _, ...server }) => server);
  return { tools, servers, total: sumOf(tools) };
}

/** Clients give their model the name, the description and the parameters; the rest is for themselves. */
export function tokensOf({ name, description, inputSchema }: ToolDefinition): number {
  return estimateTokens(JSON.stringify({ name, description, inputSchema }));
}

type Costly = { readonly name: string; readonly tokens: number };

const sumOf = (costs: readonly { readonly tokens: number }[]) =>
  costs.reduce((total, { tokens }) => total + tokens, 0);

function dearestFirst(a: Costly, b: Costly): number {
  return b.tokens - a.tokens || (a.name < b.name ? -1 : 1);
}
