import { exceptionArguments } from '../../debug/exception-filters.ts';
import { startAndWait } from '../../debug/start-program.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'test_debug'> = async (input, context) => {
  const { line, name, timeoutMs } = input;
  const since = Date.now();
  const selection = {
    ...(input.path === undefined ? {} : { path: context.path(input.path) }),
    ...(line === undefined ? {} : { line }),
    ...(name === undefined ? {} : { name }),
  };
  const { test, framework, folder, configuration } = await context.host.tests.debug(selection, context);
  const request = {
    launch: configuration,
    folder,
    exceptionBreakpoints: exceptionArguments(input.exceptions),
  };
  const left = Math.max(0, timeoutMs - (Date.now() - since));
  const stop = await startAndWait(request, context, { wait: 'stop', timeoutMs: left });
  return { ...stop, test, framework };
};
