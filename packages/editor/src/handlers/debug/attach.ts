import { exceptionArguments } from '../../debug/exception-filters.ts';
import { startAndWait } from '../../debug/start-program.ts';
import { workspaceFolder } from '../../debug/workspace-folder.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';
import type { StartRequest } from '../../host.ts';
import { configurationOfAttach } from '../../launch/attach.ts';

type Input = ToolInputs['debug_attach'];

/** A program that waits for a debugger stops right after it is attached to. */
const FIRST_STOP_MS = 500;

export const handle: Handler<'debug_attach'> = async (input, context) => {
  const folder = workspaceFolder(context.host, undefined);
  const request = {
    launch: launchOf(input),
    folder,
    exceptionBreakpoints: exceptionArguments('uncaught'),
  };
  return startAndWait(request, context, {
    wait: 'stop',
    timeoutMs: input.timeoutMs,
    settleMs: FIRST_STOP_MS,
    limitsStart: true,
  });
};

function launchOf({ launch, type = '', processId, host, port, pathMappings }: Input): StartRequest['launch'] {
  if (launch !== undefined) return { name: launch };
  return configurationOfAttach({ type, processId, host, port, pathMappings });
}
