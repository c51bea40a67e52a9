import type { EditorContext } from '../context.ts';
import type { StopResult } from '../generated/types.ts';
import type { DebugSession } from './session.ts';
import type { Stop } from './stop.ts';
import { stopResult } from './stop-result.ts';

export interface RunOptions {
  readonly command: string;
  readonly args?: object;
  readonly timeoutMs: number;
}

/** How long an adapter may take to answer a request; what the program does afterwards is waited for separately. */
export const REQUEST_MS = 8_000;

/** The time of a call and the output from its start on. */
export interface Started {
  readonly since: number;
  readonly outputFrom: number;
}

export function begin(session: DebugSession): Started {
  return { since: Date.now(), outputFrom: session.output.nextSeq };
}

/** Resumes a stopped program and waits for its next stop or end. */
export async function runUntilStop(
  session: DebugSession,
  context: EditorContext,
  { command, args = {}, timeoutMs }: RunOptions,
): Promise<DebugSession> {
  const seen = stopsOf(context);
  await session.resume(command, args, { signal: context.signal, timeoutMs: REQUEST_MS });
  return (await nextStop([session], context, { timeoutMs, seen })) ?? session;
}

/** The stops that an agent knows already. */
export function stopsOf({ sessions }: EditorContext): ReadonlySet<Stop> {
  return new Set(sessions.list().flatMap(({ stop }) => stop ?? []));
}

/**
 * The session that stopped: one of these or one that their programs forked. Else one of these when all have ended, and
 * undefined where the time is over first.
 */
export async function nextStop(
  sessions: readonly [DebugSession, ...DebugSession[]],
  { sessions: all, signal }: EditorContext,
  { timeoutMs, seen }: { readonly timeoutMs: number; readonly seen?: ReadonlySet<Stop> },
): Promise<DebugSession | undefined> {
  const isNew = ({ stop }: DebugSession) => stop !== undefined && !seen?.has(stop);
  const settled = () => {
    const stopped = family(sessions, all.list()).find(isNew);
    return stopped ?? (sessions.every(({ state }) => state === 'ended') ? sessions[0] : undefined);
  };
  return sessions[0].waitFor(settled, { timeoutMs, signal });
}

/** These sessions and those their programs started. */
export function family(
  roots: readonly DebugSession[],
  all: readonly DebugSession[],
): readonly DebugSession[] {
  const ids = new Set(roots.map(({ id }) => id));
  const found = [...roots];
  for (const session of all) {
    if (session.parent === undefined || ids.has(session.id) || !ids.has(session.parent)) continue;
    ids.add(session.id);
    found.push(session);
  }
  return found;
}

export function resultOf(
  session: DebugSession,
  context: EditorContext,
  started: Started,
): Promise<StopResult> {
  return stopResult(session, context, { ...started, hasPaused: session.lastStop !== undefined });
}
