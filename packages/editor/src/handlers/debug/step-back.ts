import { step } from '../../debug/step.ts';
import { editorErrors } from '../../errors.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'debug_step_back'> = async (input, context) => {
  const { thread, timeoutMs } = input;
  const stopped = context.sessions.getStopped(input.session);
  const { type, id, capabilities } = stopped.session;
  if (!capabilities.supportsStepBack)
    throw editorErrors.fail(
      'E_UNSUPPORTED_CAPABILITY',
      `The ${type} adapter of ${id} cannot run backwards (supportsStepBack).`,
    );
  const command = input.continue ? 'reverseContinue' : 'stepBack';
  const { result } = await step(stopped, context, { command, thread, timeoutMs });
  return result;
};
