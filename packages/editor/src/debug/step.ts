import type { EditorContext } from '../context.ts';
import { editorErrors } from '../errors.ts';
import type { StopResult } from '../generated/types.ts';
import type { StoppedSession } from './caller-sessions.ts';
import { changesBetween, localsOf } from './locals.ts';
import { begin, resultOf, runUntilStop } from './run.ts';
import type { DebugSession } from './session.ts';
import type { Stop } from './stop.ts';

export interface StepOptions {
  readonly command: 'next' | 'stepIn' | 'stepOut' | 'stepBack' | 'reverseContinue';
  readonly args?: object;
  readonly thread?: number | undefined;
  readonly count?: number;
  readonly granularity?: 'line' | 'statement' | 'instruction';
  readonly timeoutMs: number;
}

export interface Stepped {
  readonly session: DebugSession;
  readonly result: StopResult;
}

/** Steps up to `count` times; any other stop and the end of the program end it. */
export async function step(
  { session, stop }: StoppedSession,
  context: EditorContext,
  options: StepOptions,
): Promise<Stepped> {
  assertGranularity(session, options);
  const started = begin(session);
  const before = await localsOf(session, stop);
  const deadline = started.since + options.timeoutMs;
  let stopped = session;
  for (let left = options.count ?? 1; left > 0; left -= 1) {
    stopped = await stepOnce(session, context, options, stop, Math.max(0, deadline - Date.now()));
    if (stopped !== session || session.stop?.reason !== 'step') break;
  }
  const result = await resultOf(stopped, context, started);
  const after = stopped === session ? session.stop : undefined;
  if (!after || !isSameFunction(stop, after)) return { session: stopped, result };
  const changed = changesBetween(before, await localsOf(session, after));
  return { session, result: { ...result, changed } };
}

async function stepOnce(
  session: DebugSession,
  context: EditorContext,
  { command, args, thread, granularity }: StepOptions,
  { threadId }: Stop,
  timeoutMs: number,
): Promise<DebugSession> {
  const given = { threadId: thread ?? session.stop?.threadId ?? threadId, ...args };
  const fine = granularity === undefined || granularity === 'line' ? {} : { granularity };
  return runUntilStop(session, context, { command, args: { ...given, ...fine }, timeoutMs });
}

/** `line` is what adapters do without being told. */
function assertGranularity({ type, id, capabilities }: DebugSession, { granularity }: StepOptions): void {
  const isUsual = granularity === undefined || granularity === 'line';
  if (isUsual || capabilities.supportsSteppingGranularity) return;
  throw editorErrors.fail(
    'E_UNSUPPORTED_CAPABILITY',
    `The ${type} adapter of ${id} steps by line only (supportsSteppingGranularity).`,
  );
}

function isSameFunction(before: Stop, after: Stop): boolean {
  const { frame: a } = before;
  const { frame: b } = after;
  return a !== undefined && a.name === b?.name && a.source?.path === b.source?.path;
}
