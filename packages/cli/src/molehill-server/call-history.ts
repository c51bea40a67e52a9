import type { Audit } from '@molehill/core/audit';
import type { CallRecord } from '@molehill/core/calls';
import { reads } from '@molehill/core/effects';
import { coreErrors } from '@molehill/core/errors';
import { defineTool } from '@molehill/core/tool';
import * as z from 'zod';

const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 20;

const inputSchema = z.strictObject({
  server: z.string().optional(),
  tool: z.string().optional().describe('Bare name'),
  outcome: z.enum(['ok', 'error', 'asked']).optional(),
  code: z.string().optional().describe('Of errors'),
  since: z.iso.datetime({ offset: true }).optional().describe('ISO time'),
  limit: z.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  cursor: z.string().optional(),
});

const callSchema = z.object({
  at: z.string(),
  server: z.string(),
  tool: z.string(),
  frontend: z.string(),
  client: z.string().nullable().default(null),
  effect: z.string().nullable().default(null),
  durationMs: z.number(),
  outcome: z.string(),
  code: z.string().nullable().default(null),
  inputBytes: z.number(),
  outputBytes: z.number(),
  arguments: z.unknown().default(null),
});

const outputSchema = z.object({ calls: z.array(callSchema), cursor: z.string().nullable() });

type Filter = z.output<typeof inputSchema>;

export function callHistoryTool(audit: Audit) {
  return defineTool({
    name: 'call_history',
    title: 'Recent calls',
    description:
      'Recent tool calls, newest first, with duration and outcome. Use it to see what failed or was slow; not for live calls.',
    input: inputSchema,
    output: outputSchema,
    effects: reads,
    run: async (filter, { budget, signal }) => {
      const { items, cutBy } = await budget.collect(matching(audit, filter, signal), { rows: filter.limit });
      const cursor = (cutBy && items.at(-1)?.id) ?? null;
      const next = `call again with {param:cursor="${cursor}"}.`;
      if (cutBy && cursor) budget.cut({ limit: cutBy, shown: items.length, next });
      return { calls: items.map((record) => callSchema.parse(record)), cursor };
    },
  });
}

async function* matching(audit: Audit, filter: Filter, signal: AbortSignal): AsyncGenerator<CallRecord> {
  let reached = filter.cursor === undefined;
  for await (const record of audit.newestFirst()) {
    signal.throwIfAborted();
    if (reached && matches(record, filter)) yield record;
    reached ||= record.id === filter.cursor;
  }
  if (!reached) throw coreErrors.fail('E_CURSOR_INVALID', 'The history has no call for this cursor.');
}

function matches(record: CallRecord, filter: Filter): boolean {
  return (
    (filter.server === undefined || record.server === filter.server) &&
    (filter.tool === undefined || record.tool === filter.tool) &&
    (filter.outcome === undefined || record.outcome === filter.outcome) &&
    (filter.code === undefined || record.code === filter.code) &&
    (filter.since === undefined || Date.parse(record.at) >= Date.parse(filter.since))
  );
}
