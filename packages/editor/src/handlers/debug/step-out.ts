import { localsOf, returnValue } from '../../debug/locals.ts';
import { step } from '../../debug/step.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'debug_step_out'> = async (input, context) => {
  const { thread, timeoutMs } = input;
  const stopped = context.sessions.getStopped(input.session);
  const { session, result } = await step(stopped, context, { command: 'stepOut', thread, timeoutMs });
  if (!session.stop) return result;
  const returned = returnValue(await localsOf(session, session.stop));
  return returned === undefined ? result : { ...result, returnValue: returned };
};
