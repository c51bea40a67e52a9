import { isMolehillError } from '@molehill/core/errors';
import type { EditorContext } from '../context.ts';
import { editorErrors } from '../errors.ts';
import type { StopResult } from '../generated/types.ts';
import type { StartRequest } from '../host.ts';
import { nextStop, resultOf } from './run.ts';
import type { DebugSession } from './session.ts';

export type NewSession = Omit<StartRequest, 'scope'>;

export interface StartWait {
  /** `stop`: the first stop or the end; `started`: the program runs; `none`: the adapter accepted it. */
  readonly wait: 'stop' | 'started' | 'none';
  readonly timeoutMs: number;
  /** At most this long after the start, for a program that is not expected to stop soon. */
  readonly settleMs?: number;
  /** The time limit includes the start itself: an adapter may wait for a program that never answers. */
  readonly limitsStart?: boolean;
}

/** A caller that does not want to wait for a stop may say 0. */
const SHORTEST_START_MS = 1_000;

/** Starts a program and answers as `wait` says. A cancelled start ends it, because the caller never learns its id. */
export async function startAndWait(
  request: NewSession,
  context: EditorContext,
  wait: StartWait,
): Promise<StopResult> {
  const since = Date.now();
  const start = wait.limitsStart ? startWithin(Math.max(wait.timeoutMs, SHORTEST_START_MS)) : startSessions;
  const started = await startWithAdapter(request, context, start);
  try {
    return await settle(started, context, wait, since);
  } catch (error) {
    if (context.signal.aborted) await Promise.all(started.map(abandon));
    throw error;
  }
}

async function settle(
  started: readonly [DebugSession, ...DebugSession[]],
  context: EditorContext,
  { wait, timeoutMs, settleMs = timeoutMs }: StartWait,
  since: number,
): Promise<StopResult> {
  const [first] = started;
  const leftMs = () => Math.max(0, timeoutMs - (Date.now() - since));
  if (first.request === 'attach') await assertFound(first, context, { leftMs: leftMs(), timeoutMs });
  const left = Math.min(settleMs, leftMs());
  if (wait === 'started') await untilRunning(first, context, left);
  const settled = wait === 'stop' ? await nextStop(started, context, { timeoutMs: left }) : undefined;
  const result = await resultOf(settled ?? first, context, { since, outputFrom: 0 });
  return started.length === 1 ? result : { ...result, sessions: started.map(({ id }) => id) };
}

function abandon(session: DebugSession): Promise<void> {
  return session.terminate({ detach: session.request === 'attach' });
}

async function untilRunning(
  session: DebugSession,
  { signal }: EditorContext,
  timeoutMs: number,
): Promise<void> {
  await session.waitFor(() => session.state !== 'starting' || undefined, { timeoutMs, signal });
}

/** E_LAUNCH_FAILED where the adapter found no program to attach to in time. */
async function assertFound(
  session: DebugSession,
  { signal }: EditorContext,
  { leftMs, timeoutMs }: { readonly leftMs: number; readonly timeoutMs: number },
): Promise<void> {
  await session.waitFor(() => session.hasProgram || session.state === 'ended' || undefined, {
    timeoutMs: leftMs,
    signal,
  });
  if (session.hasProgram) return;
  const said = session.output.tail(3).join(' ').trim();
  await session.terminate({ detach: true });
  throw notFound(timeoutMs, said ? ` It said: ${said}` : '');
}

function notFound(timeoutMs: number, said = '') {
  const message = `The adapter found no program to attach to within ${timeoutMs} ms.${said}`;
  return editorErrors.fail('E_LAUNCH_FAILED', message);
}

type Start = (
  request: NewSession,
  context: EditorContext,
) => Promise<readonly [DebugSession, ...DebugSession[]]>;

const startSessions: Start = (request, context) => context.sessions.start(request, context);

/** E_LAUNCH_FAILED when the start takes longer. */
function startWithin(timeoutMs: number): Start {
  return async (request, context) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([context.signal, limit]);
    try {
      return await startSessions(request, { ...context, signal });
    } catch (error) {
      throw limit.aborted && !context.signal.aborted ? notFound(timeoutMs) : error;
    }
  };
}

/** Where the adapter is missing and a person can be asked, installs it. */
async function startWithAdapter(request: NewSession, context: EditorContext, start: Start) {
  try {
    return await start(request, context);
  } catch (error) {
    const adapter = missingAdapter(error);
    if (adapter === undefined || !(await install(adapter, context))) throw error;
    return await start(request, context);
  }
}

function missingAdapter(error: unknown): string | undefined {
  if (!isMolehillError(error) || error.code !== 'E_NO_ADAPTER') return undefined;
  const adapter = error.details?.adapter;
  return typeof adapter === 'string' ? adapter : undefined;
}

/** False where nobody can be asked. E_DECLINED where the person refused. */
async function install(adapter: string, context: EditorContext): Promise<boolean> {
  const { debug } = context.host;
  if (!debug.installAdapter) return false;
  try {
    await context.confirm(`The debug adapter ${adapter} is not installed. Install it now?`);
  } catch (error) {
    if (isMolehillError(error) && error.code === 'E_CONFIRMATION_REQUIRED') return false;
    throw error;
  }
  await debug.installAdapter(adapter, context);
  return true;
}
