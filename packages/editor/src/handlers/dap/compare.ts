import { exceptionsOf } from '../../debug/exceptions.ts';
import { cutLine } from '../../debug/output-view.ts';
import type { DebugSession } from '../../debug/session.ts';
import type { Handler } from '../../handler.ts';

interface Delta {
  readonly key: string;
  readonly a: unknown;
  readonly b: unknown;
}

const LONGEST_LINE = 300;
const MOST_DELTAS = 50;

export const handle: Handler<'dap_compare'> = async (input, context) => {
  const [a, b] = [context.sessions.get(input.a), context.sessions.get(input.b)];
  if (input.by === 'counts') {
    const deltas = countDeltas(a, b);
    return { same: deltas.length === 0, deltas };
  }
  const pairs = comparable(a, b, input.by);
  const divergence = firstDivergence(pairs);
  if (!divergence) return { same: true, deltas: [] };
  const [left, right] = [pairs.flatMap((pair) => pair.left), pairs.flatMap((pair) => pair.right)];
  const { items, cutBy } = await context.budget.collect(lineDeltas(left, right), { rows: MOST_DELTAS });
  const next = 'read both with {tool:dap_logs} from the first divergence on.';
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, next });
  return { same: false, deltas: items, firstDivergence: divergence };
};

function side(key: 'a' | 'b', text: string | undefined) {
  return text === undefined ? {} : { [key]: cutLine(text, LONGEST_LINE) };
}

function countDeltas(a: DebugSession, b: DebugSession): Delta[] {
  const [left, right] = [countsOf(a), countsOf(b)];
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return keys
    .map((key) => ({ key, a: left[key] ?? null, b: right[key] ?? null }))
    .filter((delta) => delta.a !== delta.b);
}

function countsOf(session: DebugSession): Readonly<Record<string, number | string | undefined>> {
  const { timeline, output, exitCode, state } = session;
  const events = Object.entries(timeline.counts).map(([type, count]) => [`events.${type}`, count]);
  const lines = Object.entries(output.counts).map(([category, count]) => [`lines.${category}`, count]);
  return {
    ...Object.fromEntries(events.filter(([key]) => key !== 'events.output')),
    ...Object.fromEntries(lines),
    bytes: output.bytes,
    exceptions: exceptionsOf(session).length,
    exitCode,
    state,
  };
}

interface Pair {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

type By = 'exceptions' | 'stdout' | 'stderr' | 'timeline';

/** What a program writes to two streams has no common order, so each stream is compared with its own. */
function comparable(
  a: DebugSession,
  b: DebugSession,
  by: 'exceptions' | 'outputs' | 'timeline',
): readonly Pair[] {
  const parts: readonly By[] = by === 'outputs' ? ['stdout', 'stderr'] : [by];
  return parts.map((part) => ({ left: linesOf(a, part), right: linesOf(b, part) }));
}

/** Without what differs between any two runs: times and addresses. */
function linesOf(session: DebugSession, by: By): readonly string[] {
  if (by === 'exceptions')
    return exceptionsOf(session).map(
      ({ type = '', message, file = '', line = '' }) => `${type}: ${message} (${file}:${line})`,
    );
  if (by === 'timeline')
    return session.timeline.events
      .filter(({ type }) => type !== 'output' && type !== 'module' && type !== 'thread')
      .map(({ type, detail = '' }) => `${type} ${detail}`.trim());
  return [...session.output.since()].filter(({ category }) => category === by).map(({ text }) => text);
}

function firstDivergence(pairs: readonly Pair[]) {
  for (const { left, right } of pairs) {
    const index = firstDifference(left, right);
    if (index !== undefined) return { index, ...side('a', left[index]), ...side('b', right[index]) };
  }
  return undefined;
}

function firstDifference(left: readonly string[], right: readonly string[]): number | undefined {
  const length = Math.max(left.length, right.length);
  for (let at = 0; at < length; at += 1) if (left[at] !== right[at]) return at;
  return undefined;
}

/** Lines that one session has more often than the other. */
function* lineDeltas(left: readonly string[], right: readonly string[]): Generator<Delta> {
  const [a, b] = [countLines(left), countLines(right)];
  for (const key of new Set([...left, ...right])) {
    const [inA, inB] = [a.get(key) ?? 0, b.get(key) ?? 0];
    if (inA !== inB) yield { key: cutLine(key, LONGEST_LINE), a: inA, b: inB };
  }
}

function countLines(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
