import { maskText } from './mask.ts';
import { cutLine } from './output-view.ts';
import type { DebugSession } from './session.ts';
import { findTracebacks } from './tracebacks.ts';

/** An exception of a session: one it stopped at, or one it printed. */
export interface SeenException {
  from: 'stop' | 'output';
  kind: string;
  type?: string;
  message: string;
  file?: string;
  line?: number;
  frames?: string[];
  t: number;
  seq?: number;
  context?: string[];
}

const LONGEST_MESSAGE = 500;
const LONGEST_CONTEXT = 200;

/** In the order in which they happened. */
export function exceptionsOf(session: DebugSession, context = 0): readonly SeenException[] {
  return [...stops(session), ...printed(session, context)].toSorted((a, b) => a.t - b.t);
}

function stops({ timeline, type, startedAt, lastStop }: DebugSession): SeenException[] {
  const seen = timeline.events.filter(({ type }) => type === 'exception');
  return seen.map(({ t, detail = 'exception' }, index) => {
    const isLast = index === seen.length - 1 && lastStop?.reason === 'exception';
    const place = /^(.*?) at (.+):(\d+)$/.exec(detail);
    const said = isLast ? [lastStop.text, lastStop.description] : [];
    const message = [...new Set(said.filter((part) => part !== undefined && part !== ''))].join(': ');
    return {
      from: 'stop' as const,
      kind: type,
      message: cutLine(maskText(message || place?.[1] || detail), LONGEST_MESSAGE),
      ...(place ? { file: place[2] ?? '', line: Number(place[3]) } : {}),
      t: Math.max(0, Math.min(t, Date.now() - startedAt)),
    };
  });
}

function printed({ output }: DebugSession, context: number): SeenException[] {
  const entries = [...output.since()];
  // What adapters say about themselves is not of the program.
  const lines = entries.filter(({ category }) => category !== 'console');
  const texts = lines.map(({ text }) => text);
  return findTracebacks(texts).map(({ kind, type, message, file, line, frames, first }) => {
    const before = texts
      .slice(Math.max(0, first - context), first)
      .map((text) => cutLine(text, LONGEST_CONTEXT));
    return {
      from: 'output' as const,
      kind,
      ...(type === undefined ? {} : { type }),
      message: cutLine(message, LONGEST_MESSAGE),
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
      ...(frames.length === 0 ? {} : { frames: [...frames] }),
      t: lines[first]?.t ?? 0,
      seq: lines[first]?.seq ?? 0,
      ...(before.length === 0 ? {} : { context: before }),
    };
  });
}
