import type { DebugProtocol } from '@vscode/debugprotocol';
import { READ_MS } from '../../debug/frame-scopes.ts';
import type { DebugSession } from '../../debug/session.ts';
import type { Handler } from '../../handler.ts';

/** Threads whose top frame is asked for; a Go program may have thousands. */
const MOST_FRAMES = 20;

export const handle: Handler<'thread_list'> = async ({ session: id }, context) => {
  const session = context.sessions.getLive(id);
  const options = { signal: context.signal, timeoutMs: READ_MS };
  const body = (await session.send('threads', {}, options)) as DebugProtocol.ThreadsResponse['body'];
  const ordered = body.threads.toSorted((a, b) => rank(session, a.id) - rank(session, b.id));
  const rows = await Promise.all(
    ordered.map(async ({ id, name }, index) => {
      const why = stopOf(session, id);
      const frame =
        why !== undefined && index < MOST_FRAMES ? await topFrame(session, id, context) : undefined;
      return {
        id,
        name,
        state: why === undefined ? ('running' as const) : ('stopped' as const),
        ...(why === undefined ? {} : { stopped: why }),
        ...(frame === undefined ? {} : { topFrame: frame }),
      };
    }),
  );
  const { items, cutBy } = await context.budget.collect(rows);
  const next =
    'the rest are threads that stopped with the first one; name one with {param:thread} in {tool:stack_get}.';
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, total: rows.length, next });
  return { threads: items, total: rows.length };
};

/** The thread that stopped first. */
function rank({ stop }: DebugSession, thread: number): number {
  return stop?.threadId === thread ? 0 : 1;
}

/** Why a thread is stopped; undefined for one that runs. */
function stopOf({ stop }: DebugSession, thread: number): string | undefined {
  if (!stop) return undefined;
  if (stop.threadId === thread) return stop.reason;
  return stop.allThreadsStopped ? 'with the other threads' : undefined;
}

type Context = Parameters<typeof handle>[1];

async function topFrame(session: DebugSession, threadId: number, { signal, shown }: Context) {
  const args = { threadId, startFrame: 0, levels: 1 };
  try {
    const body = await session.send('stackTrace', args, { signal, timeoutMs: READ_MS });
    const [frame] = (body as DebugProtocol.StackTraceResponse['body']).stackFrames;
    if (!frame) return undefined;
    const path = frame.source?.path;
    return path === undefined ? frame.name : `${frame.name} at ${shown(path)}:${frame.line}`;
  } catch {
    // Some adapters give no stack for a thread inside the runtime.
    return undefined;
  }
}
