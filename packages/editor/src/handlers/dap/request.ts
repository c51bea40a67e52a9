import { isMolehillError } from '@molehill/core/errors';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { requireCapability } from '../../debug/capability.ts';
import { maskBody } from '../../debug/mask-body.ts';
import { editorErrors } from '../../errors.ts';
import type { Handler } from '../../handler.ts';

/** Requests that only read. */
const READING: ReadonlySet<string> = new Set([
  'threads',
  'stackTrace',
  'scopes',
  'variables',
  'source',
  'loadedSources',
  'modules',
  'exceptionInfo',
  'breakpointLocations',
  'completions',
  'gotoTargets',
  'stepInTargets',
  'dataBreakpointInfo',
  'readMemory',
  'disassemble',
  'locations',
]);
/** Some adapters never answer a request that they do not know. */
const NEEDS: Readonly<Record<string, keyof DebugProtocol.Capabilities>> = {
  loadedSources: 'supportsLoadedSourcesRequest',
  modules: 'supportsModulesRequest',
  exceptionInfo: 'supportsExceptionInfoRequest',
  breakpointLocations: 'supportsBreakpointLocationsRequest',
  completions: 'supportsCompletionsRequest',
  gotoTargets: 'supportsGotoTargetsRequest',
  stepInTargets: 'supportsStepInTargetsRequest',
  dataBreakpointInfo: 'supportsDataBreakpoints',
  readMemory: 'supportsReadMemoryRequest',
  disassemble: 'supportsDisassembleRequest',
  goto: 'supportsGotoTargetsRequest',
  setVariable: 'supportsSetVariable',
  setExpression: 'supportsSetExpression',
  restartFrame: 'supportsRestartFrame',
  writeMemory: 'supportsWriteMemoryRequest',
  terminateThreads: 'supportsTerminateThreadsRequest',
  stepBack: 'supportsStepBack',
  reverseContinue: 'supportsStepBack',
  cancel: 'supportsCancelRequest',
};
const REQUEST_MS = 15_000;
const UNKNOWN = /unrecognized|unknown|unsupported|not supported|not implemented|no handler|invalid command/i;

export const handle: Handler<'dap_request'> = async (input, context) => {
  const session = context.sessions.getLive(input.session);
  const { command, arguments: args = {} } = input;
  const capability = NEEDS[command];
  if (capability) requireCapability(session, capability, command);
  if (!READING.has(command))
    await context.confirm(`Send the request "${command}" to the debug adapter of ${session.id}.`);
  const options = { signal: context.signal, timeoutMs: REQUEST_MS };
  const body = await session.send(command, args, options).catch((error) => {
    throw unsupported(error, command, session.type);
  });
  return { command, body: maskBody(body ?? null) };
};

function unsupported(error: unknown, command: string, type: string): unknown {
  if (!isMolehillError(error) || error.code !== 'E_ADAPTER' || !UNKNOWN.test(error.message)) return error;
  return editorErrors.fail(
    'E_UNSUPPORTED_CAPABILITY',
    `The ${type} adapter does not know "${command}": ${error.message}`,
  );
}
