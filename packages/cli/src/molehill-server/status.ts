import type { ToolServer } from '@molehill/core/server';
import { defineTool, readsOnly } from '@molehill/core/tool';
import * as z from 'zod';

/** A way in which clients reach this process. */
export interface Door {
  readonly kind: string;
  readonly address: string;
}

export interface StatusSources {
  readonly version: string;
  readonly workspace: string;
  readonly doors: readonly Door[];
  readonly servers: readonly ToolServer[];
}

const statusSchema = z.object({
  version: z.string(),
  workspace: z.string(),
  node: z.string(),
  servers: z.array(
    z.object({ id: z.string(), title: z.string(), state: z.enum(['ready', 'failed']), tools: z.number() }),
  ),
  doors: z.array(z.object({ kind: z.string(), address: z.string() })),
  next: z.array(z.string()),
});

export type Status = z.infer<typeof statusSchema>;

export function describeStatus(sources: StatusSources): Status {
  return {
    version: sources.version,
    workspace: sources.workspace,
    node: process.version,
    servers: sources.servers.map(({ id, title, tools }) => ({
      id,
      title,
      state: 'ready',
      tools: tools.length,
    })),
    doors: [...sources.doors],
    next: nextSteps(sources),
  };
}

function nextSteps(sources: StatusSources): string[] {
  const steps = sources.servers.filter(({ id }) => id !== 'molehill').map((server) => server.instructions);
  return [...steps, 'call_history shows the recent calls, with errors and durations.'];
}

export function statusTool(sources: StatusSources) {
  return defineTool({
    name: 'status',
    title: 'What Molehill can do here',
    description:
      'Version, workspace, servers with their state and tools, doors, and what to do first. Call it once at the start.',
    input: z.strictObject({}),
    output: statusSchema,
    safety: readsOnly,
    run: async () => describeStatus(sources),
  });
}
