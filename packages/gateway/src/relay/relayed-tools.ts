import type { Tool } from '@modelcontextprotocol/client';
import type { UpstreamTool, WireTool } from '@molehill/core/upstream';
import type { ListedTool, Source } from './source.ts';

const MIRROR_MARK = '"x-mcp-header"';

/** A tool of another server as an entry of ours. */
export function relayedTool(source: Source, listed: ListedTool, remember: Remember): UpstreamTool {
  const mirrored = JSON.stringify(listed.inputSchema ?? {}).includes(MIRROR_MARK) && {
    mirrored: listed as unknown as Tool,
  };
  return {
    kind: 'upstream',
    name: listed.name,
    definition: listed as unknown as WireTool,
    timeoutMs: source.timeoutMs,
    call: async (params, { signal, progress, peer, continuation }) => {
      const named = { name: listed.name, ...params };
      const method = 'tools/call';
      const result = await source.pass({
        method,
        params: named,
        signal,
        progress,
        peer,
        continuation,
        ...mirrored,
      });
      remember(source, result);
      return result;
    },
  };
}

export type Remember = (source: Source, result: Readonly<Record<string, unknown>>) => void;
