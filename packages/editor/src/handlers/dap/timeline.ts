import { groupBy } from '../../debug/group-by.ts';
import type { TimelineEvent } from '../../debug/timeline.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['dap_timeline'];

const MILESTONES: ReadonlySet<string> = new Set([
  'started',
  'stopped',
  'exception',
  'continued',
  'exited',
  'terminated',
]);

interface Row {
  t: number;
  type: string;
  detail?: string;
  thread?: number;
  count?: number;
}

export const handle: Handler<'dap_timeline'> = async (input, context) => {
  const { timeline, startedAt } = context.sessions.get(input.session);
  const after = input.windowMs === undefined ? 0 : Date.now() - startedAt - input.windowMs;
  const wanted = timeline.events.filter((event) => event.t >= after && isWanted(event, input));
  const rows = input.granularity === 'summary' ? summary(wanted) : wanted.map(rowOf);
  // The newest events tell where the program is.
  const { items, cutBy } = await context.budget.collect(rows.toReversed());
  const next = 'pass {param:types}, {param:windowMs} or {param:granularity="summary"}.';
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, total: rows.length, next });
  return { events: items.toReversed(), total: rows.length, dropped: timeline.dropped };
};

function isWanted({ type }: TimelineEvent, { types, granularity }: Input): boolean {
  if (types) return types.includes(type);
  return granularity !== 'milestones' || MILESTONES.has(type);
}

function rowOf({ t, type, detail, thread, count }: TimelineEvent): Row {
  return {
    t,
    type,
    ...(detail === undefined ? {} : { detail }),
    ...(thread === undefined ? {} : { thread }),
    ...(count === 1 ? {} : { count }),
  };
}

/** One row for each type, at its first event. */
function summary(events: readonly TimelineEvent[]): Row[] {
  const groups = groupBy(events, ({ type }) => type);
  return [...groups].map(([type, [first, ...rest]]) => ({
    t: first?.t ?? 0,
    type,
    detail: `last at ${rest.at(-1)?.t ?? first?.t ?? 0} ms`,
    count: [first, ...rest].reduce((sum, event) => sum + (event?.count ?? 0), 0),
  }));
}
