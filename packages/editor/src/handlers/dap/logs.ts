import type { EditorContext } from '../../context.ts';
import type { OutputEntry } from '../../debug/output-ring.ts';
import { shownEntry } from '../../debug/output-view.ts';
import { patternOf } from '../../debug/pattern.ts';
import type { DebugSession } from '../../debug/session.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['dap_logs'];

export const handle: Handler<'dap_logs'> = async (input, context) => {
  const session = context.sessions.get(input.session);
  const isWanted = filterOf(input, context);
  const { output } = session;
  const { items, cutBy } = await context.budget.collect(shownEntries(session, input, isWanted, context), {
    rows: input.limit,
    frame: { entries: [], next: 0, dropped: 0, truncated: true },
  });
  const next = cutBy ? (items.at(-1)?.seq ?? 0) + 1 : output.nextSeq;
  const hint = `call again with {param:since=${next}}.`;
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, next: hint });
  return { entries: items, next, dropped: output.dropped, truncated: cutBy !== undefined };
};

function* shownEntries(
  { output, startedAt }: DebugSession,
  { since }: Input,
  isWanted: (entry: OutputEntry) => boolean,
  context: EditorContext,
) {
  const after = since < 0 ? Date.now() - startedAt + since : Number.NEGATIVE_INFINITY;
  for (const entry of output.since(Math.max(0, since)))
    if (entry.t >= after && isWanted(entry)) yield shownEntry(entry, context);
}

function filterOf(input: Input, context: EditorContext): (entry: OutputEntry) => boolean {
  const match = input.match === undefined ? undefined : patternOf(input.match, 'match', 'i');
  const exclude = input.exclude === undefined ? undefined : patternOf(input.exclude, 'exclude', 'i');
  const source = input.source === undefined ? undefined : context.path(input.source);
  return (entry) =>
    (input.category === 'all' || entry.category === input.category) &&
    (!match || match.test(entry.text)) &&
    !exclude?.test(entry.text) &&
    (source === undefined || entry.source === source);
}
