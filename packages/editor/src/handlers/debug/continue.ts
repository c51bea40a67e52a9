import { begin, resultOf, runUntilStop } from '../../debug/run.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'debug_continue'> = async (input, context) => {
  const { session, stop } = context.sessions.getStopped(input.session);
  const started = begin(session);
  const args = {
    threadId: input.thread ?? stop.threadId,
    ...(input.singleThread ? { singleThread: true } : {}),
  };
  const stopped = await runUntilStop(session, context, {
    command: 'continue',
    args,
    timeoutMs: input.timeoutMs,
  });
  return resultOf(stopped, context, started);
};
