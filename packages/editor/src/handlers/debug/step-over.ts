import { step } from '../../debug/step.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'debug_step_over'> = async (input, context) => {
  const { thread, count, granularity, timeoutMs } = input;
  const stopped = context.sessions.getStopped(input.session);
  const { result } = await step(stopped, context, { command: 'next', thread, count, granularity, timeoutMs });
  return result;
};
