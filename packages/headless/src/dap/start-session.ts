import { isMolehillError, type MolehillError } from '@molehill/core/errors';
import { editorErrors } from '@molehill/editor/errors';
import type { DebugConfiguration, StartRequest } from '@molehill/editor/host';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Breakpoints } from './breakpoints.ts';
import type { HeadlessSession } from './session.ts';

export interface SessionStart {
  /** Prepared for the adapter. */
  readonly configuration: DebugConfiguration;
  readonly exceptionBreakpoints: StartRequest['exceptionBreakpoints'];
  readonly breakpoints: Breakpoints;
  readonly signal: AbortSignal;
}

const INITIALIZE: DebugProtocol.InitializeRequestArguments = {
  clientID: 'molehill',
  clientName: 'Molehill',
  adapterID: '',
  locale: 'en',
  pathFormat: 'path',
  linesStartAt1: true,
  columnsStartAt1: true,
  supportsVariableType: true,
  supportsVariablePaging: true,
  supportsMemoryReferences: true,
  supportsRunInTerminalRequest: true,
  supportsStartDebuggingRequest: true,
};

/**
 * The handshake that starts a program. Resolves when the adapter has accepted the launch and was told to run; the order
 * of the launch response and the `initialized` event differs between adapters.
 */
export async function startSession(session: HeadlessSession, start: SessionStart): Promise<void> {
  try {
    await handshake(session, start);
  } catch (error) {
    start.signal.throwIfAborted();
    throw await launchFailed(session, error);
  }
}

async function handshake(session: HeadlessSession, start: SessionStart): Promise<void> {
  const { configuration, signal } = start;
  const options = { signal };
  const initialize = { ...INITIALIZE, adapterID: configuration.type };
  const capabilities = await session.send('initialize', initialize, options);
  session.setCapabilities((capabilities ?? {}) as DebugProtocol.Capabilities);
  // With `request` among the arguments, as VS Code sends it: js-debug launches where it is missing.
  const launched = session.send(configuration.request, configuration, options);
  await Promise.race([session.initialized, launched.then(() => session.initialized), lost(session)]);
  await start.breakpoints.addSession(session, options);
  await setExceptionBreakpoints(session, start);
  if (session.capabilities.supportsConfigurationDoneRequest)
    await Promise.race([session.send('configurationDone', {}, options), rejection(launched)]);
  await launched;
}

async function setExceptionBreakpoints(session: HeadlessSession, start: SessionStart): Promise<void> {
  const filters = start.exceptionBreakpoints(session.capabilities);
  if (!filters || !session.capabilities.exceptionBreakpointFilters?.length) return;
  await session.send('setExceptionBreakpoints', filters, { signal: start.signal });
}

/** A failed launch is more telling than what fails after it. */
function rejection(launched: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    launched.catch(reject);
  });
}

async function lost(session: HeadlessSession): Promise<never> {
  await session.ended;
  throw editorErrors.fail('E_SESSION_ENDED', 'The debug adapter ended.');
}

async function launchFailed(session: HeadlessSession, cause: unknown): Promise<MolehillError | unknown> {
  if (!isMolehillError(cause)) return cause;
  const printed = session.output.tail(1_000);
  const details = cause.code === 'E_SESSION_ENDED' ? await session.server.lastWords() : '';
  const parts = [cause.message, details, printed && `Its last output:\n${printed}`];
  return editorErrors.fail('E_LAUNCH_FAILED', readable(parts.filter(Boolean).join(' ')), { cause });
}

const LONGEST = 800;

/** Adapters that fail print their stack and the object that they threw. */
function readable(text: string): string {
  const lines = text.split('\n').filter((line) => !/^\s+at |^\s*[{}]\s*$/.test(line));
  const short = lines.join('\n').replace(/ \{$/gm, '');
  return short.length > LONGEST ? `${short.slice(0, LONGEST)}…` : short;
}
