import type { Audit, AuditFailure } from '@molehill/core/audit';
import { reads } from '@molehill/core/effects';
import { defineTool } from '@molehill/core/tool';
import * as z from 'zod';

const frontendSchema = z.object({ kind: z.string(), address: z.string() });
export type Frontend = z.output<typeof frontendSchema>;

const serverSchema = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(['ready', 'waiting', 'disabled', 'idle', 'starting', 'backing-off']),
  tools: z.number(),
  /** Explains its state, or the next action. */
  note: z.string().exactOptional(),
});
export type ServerView = z.output<typeof serverSchema> & { readonly instructions?: string };

export interface StatusSources {
  readonly version: string;
  readonly workspace: string;
  readonly frontends: readonly Frontend[];
  readonly audit: Pick<Audit, 'check'>;
  servers(): readonly ServerView[];
}

const statusSchema = z.object({
  version: z.string(),
  workspace: z.string(),
  node: z.string(),
  servers: z.array(serverSchema),
  frontends: z.array(frontendSchema),
  /** What a person should repair. */
  problems: z.array(z.string()).exactOptional(),
  next: z.array(z.string()),
});

export type Status = z.infer<typeof statusSchema>;

export function describeStatus({ version, workspace, frontends, servers, audit }: StatusSources): Status {
  const views = servers();
  const problem = auditProblem(audit.check());
  const steps = views.flatMap(({ id, instructions }) => (id === 'molehill' ? [] : (instructions ?? [])));
  return {
    version,
    workspace,
    node: process.version,
    servers: views.map(({ instructions: _, ...server }) => server),
    frontends: [...frontends],
    ...(problem === undefined ? {} : { problems: [problem] }),
    next: [...steps, 'call_history shows the recent calls, with errors and durations.'],
  };
}

/** A sentence for the person while calls are missing in the history. */
export function auditProblem(failure: AuditFailure | undefined): string | undefined {
  if (!failure) return undefined;
  const { since, reason, missing } = failure;
  return `Calls are not recorded since ${since}: ${reason}. ${missing} missing in the history so far.`;
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
