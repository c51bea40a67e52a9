import type { OutputEntry } from '../../debug/output-ring.ts';
import { cutLine } from '../../debug/output-view.ts';
import { patternOf } from '../../debug/pattern.ts';
import type { DebugSession } from '../../debug/session.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['dap_search'];

const LONGEST_CONTEXT = 200;

export const handle: Handler<'dap_search'> = async (input, context) => {
  const pattern = patternOf(input.pattern, 'pattern', input.caseSensitive ? '' : 'i');
  const named = context.sessions.get(input.session);
  const sessions = input.all ? context.sessions.list() : [named];
  const matches = sessions.flatMap((session) => matchesOf(session, pattern, input));
  const { items, cutBy } = await context.budget.collect(matches, { rows: input.limit });
  const next = 'narrow {param:pattern}, or read on with {tool:dap_logs} and {param:since}.';
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, total: matches.length, next });
  return {
    matches: items,
    total: matches.length,
    dropped: sessions.reduce((sum, { output }) => sum + output.dropped, 0),
  };
};

function matchesOf({ id, output }: DebugSession, pattern: RegExp, { context, all }: Input) {
  const entries = [...output.since()];
  return entries.flatMap((entry, index) => {
    const found = pattern.exec(entry.text);
    if (!found) return [];
    const before = lines(entries.slice(Math.max(0, index - context), index));
    const after = lines(entries.slice(index + 1, index + 1 + context));
    return [
      {
        ...(all ? { session: id } : {}),
        seq: entry.seq,
        t: entry.t,
        category: entry.category,
        text: around(entry.text, found.index),
        ...(before.length === 0 ? {} : { before }),
        ...(after.length === 0 ? {} : { after }),
      },
    ];
  });
}

const LONGEST_TEXT = 500;
const LEFT_OF_MATCH = 100;

/** The part of a long line that matched. */
function around(text: string, index: number): string {
  if (text.length <= LONGEST_TEXT) return text;
  const from = Math.max(0, index - LEFT_OF_MATCH);
  return `${from > 0 ? '…' : ''}${cutLine(text.slice(from), LONGEST_TEXT)}`;
}

function lines(entries: readonly OutputEntry[]): string[] {
  return entries.map(({ text }) => cutLine(text, LONGEST_CONTEXT));
}
