import type { ToolServer } from '@molehill/core/server';
import type { Gateway, ServerStatus } from '@molehill/gateway/gateway';
import type { ServerView } from './status.ts';

export function describeServers(own: readonly ToolServer[], gateway: Gateway): readonly ServerView[] {
  return [...own.map(builtIn), ...gateway.status().servers.map(upstream)];
}

function builtIn({ id, title, tools, instructions }: ToolServer): ServerView {
  return { id, title, state: 'ready', tools: tools.length, instructions };
}

function upstream(status: ServerStatus): ServerView {
  const { id, state, tools, config } = status;
  const note = noteOn(status);
  return { id, title: config.declaredName, state, tools, ...(note ? { note } : {}) };
}

function noteOn({ id, state, withheld, changedFiles, lastError }: ServerStatus): string | undefined {
  const changed = changedFiles.length > 0 ? `Changed: ${changedFiles.join(', ')}. ` : '';
  if (state === 'waiting') return `${changed}A person must run: molehill servers approve ${id}`;
  if (withheld.length > 0)
    return `Changed definitions wait (${withheld.length}): molehill servers diff ${id}`;
  return lastError?.message;
}
