import { estimateTokens } from '@molehill/core/budget';
import { groupBy } from '../group-by.ts';
import type { ToolDefinition } from '../tool-definition.ts';

/** `full` lists every tool, `search` only the search tools; `auto` chooses by the token cost of the full list. */
export type ListMode = 'full' | 'search' | 'auto';

export const defaultTokenLimit = 12_000;

export function chooseMode(mode: ListMode, tokens: number, limit = defaultTokenLimit): 'full' | 'search' {
  if (mode !== 'auto') return mode;
  return tokens > limit ? 'search' : 'full';
}

export interface OwnedDefinition {
  readonly serverId: string;
  /** With the name it has at the gateway. */
  readonly definition: ToolDefinition;
}

export interface TokenCost {
  /** Highest cost first. */
  readonly tools: readonly { readonly serverId: string; readonly name: string; readonly tokens: number }[];
  readonly servers: readonly { readonly serverId: string; readonly tools: number; readonly tokens: number }[];
  readonly total: number;
}

/** An estimate of the context that a list of tools takes. */
export function tokenCost(definitions: readonly OwnedDefinition[]): TokenCost {
  const tools = definitions
    .map(({ serverId, definition }) => ({ serverId, name: definition.name, tokens: tokensOf(definition) }))
    .sort(highestCostFirst);
  const servers = [...groupBy(tools, ({ serverId }) => serverId)]
    .map(([serverId, own]) => ({ serverId, tools: own.length, tokens: sumOf(own) }))
    .sort(highestCostFirst);
  return { tools, servers, total: sumOf(tools) };
}

/** Clients pass the name, description and parameters to the model, and nothing else. */
export function tokensOf({ name, description, inputSchema }: ToolDefinition): number {
  return estimateTokens(JSON.stringify({ name, description, inputSchema }));
}

interface Costly {
  readonly serverId: string;
  readonly name?: string;
  readonly tokens: number;
}

const sumOf = (costs: readonly { readonly tokens: number }[]) =>
  costs.reduce((total, { tokens }) => total + tokens, 0);

function highestCostFirst(a: Costly, b: Costly): number {
  return b.tokens - a.tokens || ((a.name ?? a.serverId) < (b.name ?? b.serverId) ? -1 : 1);
}
