import { begin, nextStop, REQUEST_MS, resultOf, stopsOf } from '../../debug/run.ts';
import { editorErrors } from '../../errors.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'debug_pause'> = async ({ session: id, thread, timeoutMs }, context) => {
  const session = context.sessions.getLive(id);
  if (session.stop)
    throw editorErrors.fail('E_ALREADY_STOPPED', `The program of ${session.id} is already stopped.`, {
      details: { session: session.id, reason: session.stop.reason },
    });
  const started = begin(session);
  const seen = stopsOf(context);
  await session.pause(thread, { signal: context.signal, timeoutMs: REQUEST_MS });
  const stopped = await nextStop([session], context, { timeoutMs, seen });
  return resultOf(stopped ?? session, context, started);
};
