import type { DebugProtocol } from '@vscode/debugprotocol';
import type { EditorContext } from '../../context.ts';
import type { StoppedSession } from '../../debug/caller-sessions.ts';
import { resolveReference } from '../../debug/references.ts';
import { REQUEST_MS } from '../../debug/run.ts';
import type { DataBreakpoint } from '../../debug/session.ts';
import { editorErrors } from '../../errors.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['breakpoint_set_data'];

export const handle: Handler<'breakpoint_set_data'> = async (input, context) => {
  const stopped = context.sessions.getStopped(input.session);
  const { session } = stopped;
  if (!session.capabilities.supportsDataBreakpoints)
    throw editorErrors.fail(
      'E_UNSUPPORTED_CAPABILITY',
      `The ${session.type} adapter of ${session.id} has no data breakpoints (supportsDataBreakpoints).`,
    );
  const { dataId, description, canPersist = false } = await dataInfo(input, stopped, context);
  const { access: accessType, hitCondition } = input;
  const id = `data${session.dataBreakpoints.length + 1}-${session.lastStop?.seq ?? 0}`;
  const breakpoint: DataBreakpoint = {
    id,
    description,
    dataId,
    accessType,
    ...(hitCondition === undefined ? {} : { hitCondition }),
  };
  const breakpoints = [...session.dataBreakpoints, breakpoint];
  await session.send(
    'setDataBreakpoints',
    { breakpoints },
    { signal: context.signal, timeoutMs: REQUEST_MS },
  );
  session.dataBreakpoints.push(breakpoint);
  return { id, dataId, description, canPersist };
};

async function dataInfo(input: Input, { session, stop }: StoppedSession, { signal }: EditorContext) {
  const { variablesReference, name, expression = '' } = input;
  const args =
    variablesReference === undefined
      ? { name: expression, frameId: stop.frame?.id }
      : { name, variablesReference: resolveReference(session, variablesReference, 'variablesReference') };
  const body = await session.send('dataBreakpointInfo', args, { signal, timeoutMs: REQUEST_MS });
  const { dataId, description, canPersist } = body as DebugProtocol.DataBreakpointInfoResponse['body'];
  if (dataId !== null) return { dataId, description, canPersist };
  throw editorErrors.fail(
    'E_UNSUPPORTED_CAPABILITY',
    `The adapter cannot watch ${name ?? expression}: ${description}`,
  );
}
