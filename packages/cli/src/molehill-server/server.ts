import type { Audit } from '@molehill/core/audit';
import { defineServer, type ToolServer } from '@molehill/core/server';
import { callHistoryTool } from './call-history.ts';
import { type StatusSources, statusTool } from './status.ts';

export interface MolehillServerOptions extends StatusSources {
  readonly audit: Audit;
}

/** Status of this process and the history of calls. */
export function molehillServer(options: MolehillServerOptions): ToolServer {
  return defineServer({
    id: 'molehill',
    title: 'Molehill',
    version: options.version,
    instructions: 'Molehill: status shows the workspace, the servers and what each can do.',
    introduce: async () => 'More about what is here: {tool:status}.',
    tools: [statusTool(options), callHistoryTool(options.audit)],
  });
}
