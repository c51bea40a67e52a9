import { reads } from '@molehill/core/effects';
import { defineTool } from '@molehill/core/tool';
import * as z from 'zod';

export interface Frontend {
  readonly kind: string;
  readonly address: string;
}

const states = ['ready', 'waiting', 'disabled', 'idle', 'starting', 'backing-off'] as const;

export interface ServerView {
  readonly id: string;
  readonly title: string;
  readonly state: (typeof states)[number];
  readonly tools: number;
  readonly instructions?: string;
  /** Explains its state, or the next action. */
  readonly note?: string;
}

export interface StatusSources {
  readonly version: string;
  readonly workspace: string;
  readonly frontends: readonly Frontend[];
  servers(): readonly ServerView[];
}

const statusSchema = z.object({
  version: z.string(),
  workspace: z.string(),
  node: z.string(),
  servers: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      state: z.enum(states),
      tools: z.number(),
      note: z.string().exactOptional(),
    }),
  ),
  frontends: z.array(z.object({ kind: z.string(), address: z.string() })),
  next: z.array(z.string()),
});

export type Status = z.infer<typeof statusSchema>;

export function describeStatus(sources: StatusSources): Status {
  return {
    version: sources.version,
    workspace: sources.workspace,
    node: process.version,
    servers: sources.servers().map(({ instructions: _, ...server }) => server),
    frontends: [...sources.frontends],
    next: nextSteps(sources),
  };
}

function nextSteps(sources: StatusSources): string[] {
  const steps = sources
    .servers()
    .flatMap(({ id, instructions }) => (id === 'molehill' ? [] : (instructions ?? [])));
  return [...steps, 'call_history shows the recent calls, with errors and durations.'];
}

export function statusTool(sources: StatusSources) {
  return defineTool({
    name: 'status',
    title: 'What Molehill can do here',
    description:
      'Version, workspace, servers with their state and tools, frontends, and what to do first. Call it once at the start.',
    input: z.strictObject({}),
    output: statusSchema,
    effects: reads,
    run: async () => describeStatus(sources),
  });
}
