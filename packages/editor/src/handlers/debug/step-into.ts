import type { DebugProtocol } from '@vscode/debugprotocol';
import type { EditorContext } from '../../context.ts';
import type { StoppedSession } from '../../debug/caller-sessions.ts';
import { REQUEST_MS } from '../../debug/run.ts';
import { step } from '../../debug/step.ts';
import { editorErrors } from '../../errors.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'debug_step_into'> = async (input, context) => {
  const { thread, count, granularity, timeoutMs, target } = input;
  const stopped = context.sessions.getStopped(input.session);
  const args = target === undefined ? {} : { targetId: await targetId(target, stopped, context) };
  const options = { command: 'stepIn', args, thread, count, granularity, timeoutMs } as const;
  const { result } = await step(stopped, context, options);
  return result;
};

async function targetId(
  name: string,
  { session, stop }: StoppedSession,
  { signal }: EditorContext,
): Promise<number> {
  if (!session.capabilities.supportsStepInTargetsRequest)
    throw editorErrors.fail(
      'E_UNSUPPORTED_CAPABILITY',
      `The ${session.type} adapter of ${session.id} cannot choose a call to step into (supportsStepInTargetsRequest).`,
    );
  const args = { frameId: stop.frame?.id };
  const body = await session.send('stepInTargets', args, { signal, timeoutMs: REQUEST_MS });
  const { targets } = body as DebugProtocol.StepInTargetsResponse['body'];
  const found =
    targets.find(({ label }) => nameOf(label) === name) ?? targets.find(({ label }) => label.includes(name));
  if (found) return found.id;
  const labels = targets.map(({ label }) => label).join(', ');
  const calls = labels === '' ? 'It calls nothing that can be stepped into.' : `Its calls are ${labels}.`;
  throw editorErrors.fail('E_SYMBOL_NOT_FOUND', `The current line does not call "${name}". ${calls}`);
}

/** `shop.total(…)` and `total(int)` call `total`. */
function nameOf(label: string): string {
  return label.replace(/\(.*$/s, '').split(/\.|::/).at(-1)?.trim() ?? label;
}
