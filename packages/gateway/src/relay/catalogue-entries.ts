import type { Tool } from '@modelcontextprotocol/client';
import type { CatalogueEntry } from '@molehill/core/catalogue';
import type { ServerIdentity } from '@molehill/core/server';
import type { UpstreamTool, WireResult, WireTool } from '@molehill/core/upstream';
import { escapeInvisible } from '../escape-invisible.ts';
import { assignNames } from '../names.ts';
import type { ListedTool } from './reviewed-definitions.ts';
import type { UpstreamServer } from './upstream-server.ts';

export interface EntryOptions {
  readonly prefixed: boolean;
  onResult(server: UpstreamServer, result: WireResult): void;
}

/** Returns catalogue entries for the tools of a server, cached until its list changes. */
export function createEntries(options: EntryOptions): (server: UpstreamServer) => readonly CatalogueEntry[] {
  const cache = new WeakMap<readonly ListedTool[], readonly CatalogueEntry[]>();
  return (server) => {
    const entries = cache.get(server.tools) ?? entriesOf(server, options);
    cache.set(server.tools, entries);
    return entries;
  };
}

function entriesOf(server: UpstreamServer, options: EntryOptions): readonly CatalogueEntry[] {
  const identity = identityOf(server);
  const origins = server.tools.map((tool) => ({ serverId: server.id, ownName: tool.name, tool }));
  return [...assignNames(origins)].map(([name, { tool }]) => ({
    name: options.prefixed ? name : tool.name,
    server: identity,
    tool: upstreamTool(server, tool, options),
  }));
}

/** An entry for a tool that the server does not list but may have; the server answers if it does not. */
export function unlistedEntry(server: UpstreamServer, name: string, options: EntryOptions): CatalogueEntry {
  const tool = upstreamTool(server, { name, inputSchema: { type: 'object' } }, options);
  return { name, server: identityOf(server), tool };
}

export function identityOf({ id, definitions, upstream }: UpstreamServer): ServerIdentity {
  const { serverInfo, instructions } = definitions ?? {};
  const title = serverInfo?.title;
  return {
    id,
    title: typeof title === 'string' ? title : (serverInfo?.name ?? upstream.config.declaredName),
    version: serverInfo?.version ?? '',
    instructions: attributed(id, instructions ?? ''),
  };
}

const LONGEST_INSTRUCTIONS = 2_000;

/** Quoted line by line, so that no server can speak for Molehill or for another one. */
function attributed(id: string, instructions: string): string {
  const text = escapeInvisible(instructions.trim());
  if (text === '') return '';
  const isCut = text.length > LONGEST_INSTRUCTIONS;
  const shown = isCut
    ? `${text.slice(0, LONGEST_INSTRUCTIONS)}… (cut after ${LONGEST_INSTRUCTIONS} characters)`
    : text;
  return `Instructions of the server ${id}:\n${shown.replaceAll(/^/gm, '> ')}`;
}

const HEADER_ANNOTATION = '"x-mcp-header"';

function upstreamTool(
  server: UpstreamServer,
  listed: ListedTool,
  { onResult, prefixed }: EntryOptions,
): UpstreamTool {
  const { name } = listed;
  // A definition is relayed as the server sent it, whether or not it conforms to the protocol's types.
  const definition = listed as ListedTool & WireTool & Tool;
  const hasHeaders = JSON.stringify(listed.inputSchema ?? {}).includes(HEADER_ANNOTATION);
  return {
    kind: 'upstream',
    name,
    definition,
    timeoutMs: server.timeoutMs,
    call: async (params, context) => {
      const result = await server.relay({
        ...context,
        method: 'tools/call',
        params: { name, ...params },
        // Only calls of modern clients are suspended.
        handles: context.peer?.era === 'modern' ? context.handles : undefined,
        headerTool: hasHeaders ? definition : undefined,
      });
      onResult(server, result);
      return prefixed ? server.bound(result, context, listed.outputSchema !== undefined) : result;
    },
  };
}
