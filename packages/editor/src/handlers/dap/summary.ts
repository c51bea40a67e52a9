import { exceptionsOf } from '../../debug/exceptions.ts';
import { groupBy } from '../../debug/group-by.ts';
import type { OutputEntry } from '../../debug/output-ring.ts';
import { cutLine } from '../../debug/output-view.ts';
import type { DebugSession } from '../../debug/session.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type GroupBy = NonNullable<ToolInputs['dap_summary']['groupBy']>;

const LINES = 3;
const LONGEST_LINE = 200;
const MOST_GROUPS = 30;
const MINUTE_MS = 60_000;

export const handle: Handler<'dap_summary'> = async (input, context) => {
  const named = context.sessions.get(input.session);
  const sessions = input.all ? context.sessions.list() : [named];
  const rows = sessions.map((session) => describe(session, input.groupBy, context.shown));
  const { items, cutBy } = await context.budget.collect(rows);
  const next = 'pass {param:session} with one session.';
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, total: rows.length, next });
  return { sessions: items, total: rows.length };
};

function describe(session: DebugSession, by: GroupBy | undefined, shown: (path: string) => string) {
  const { id, name, state, exitCode, output, timeline, startedAt } = session;
  const entries = [...output.since()];
  const durationMs = (state === 'ended' ? session.lastEventAt : Date.now()) - startedAt;
  const { stdout, stderr, console } = output.counts;
  const rate = ((stdout + stderr + console) * 1000) / Math.max(1, durationMs);
  return {
    session: id,
    name,
    state,
    durationMs: Math.round(durationMs),
    ...(exitCode === undefined ? {} : { exitCode }),
    events: { ...timeline.counts },
    output: {
      lines: { ...output.counts },
      bytes: output.bytes,
      linesPerSecond: Math.round(rate * 10) / 10,
      dropped: output.dropped,
    },
    exceptions: exceptionsOf(session).length,
    first: texts(entries.slice(0, LINES)),
    last: texts(entries.slice(LINES).slice(-LINES)),
    ...(by === undefined ? {} : { groups: groupsOf(entries, by, shown) }),
  };
}

function texts(entries: readonly OutputEntry[]): string[] {
  return entries.map(({ text }) => cutLine(text, LONGEST_LINE));
}

/** Of the lines that are kept, the largest groups first. */
function groupsOf(entries: readonly OutputEntry[], by: GroupBy, shown: (path: string) => string) {
  const keyOf = ({ category, source, t }: OutputEntry): string => {
    if (by === 'category') return category;
    if (by === 'source') return source === undefined ? 'unknown' : shown(source);
    return `minute ${Math.floor(t / MINUTE_MS)}`;
  };
  return [...groupBy(entries, keyOf)]
    .map(([key, group]) => ({ key, lines: group.length }))
    .toSorted((a, b) => (by === 'minute' ? 0 : b.lines - a.lines))
    .slice(0, MOST_GROUPS);
}
