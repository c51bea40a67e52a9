import type { DebugProtocol } from '@vscode/debugprotocol';
import type { SourceLine, StopResult, UnboundBreakpoint } from '../generated/types.ts';
import type { EditorHost } from '../host.ts';
import type { CallerBreakpoints } from './breakpoints.ts';
import { maskText } from './mask.ts';
import { reference } from './references.ts';
import type { DebugSession } from './session.ts';
import type { Stop } from './stop.ts';

/** The part of the context of a call that results need. */
export interface ResultContext {
  readonly host: EditorHost;
  readonly breakpoints: CallerBreakpoints;
  readonly signal: AbortSignal;
  /** Relative to the workspace. */
  shown(path: string): string;
}

export interface StopResultOptions {
  /** When the call began to wait. */
  readonly since: number;
  /** The number of the output entry from which on output belongs to this call. */
  readonly outputFrom: number;
  /** Whether the program paused since its start. */
  readonly hasPaused: boolean;
}

const OUTPUT_LINES = 10;
const LINES_AROUND = 2;
const LONGEST_LINE = 200;
const EXCEPTION_TIMEOUT_MS = 3_000;

/** Describes a session as it is now. E_SESSION_ENDED where its adapter crashed. */
export async function stopResult(
  session: DebugSession,
  context: ResultContext,
  { since, outputFrom, hasPaused }: StopResultOptions,
): Promise<StopResult> {
  if (session.end?.how === 'crashed') throw session.endedError();
  const { stop } = session;
  const where = stop ? await describeStop(session, stop, context) : describeRun(session);
  const outputTail = [...session.output.since(outputFrom)].slice(-OUTPUT_LINES).map(({ text }) => cut(text));
  const unbound = hasPaused ? [] : unboundBreakpoints(session, context);
  return {
    ...where,
    ...(outputTail.length === 0 ? {} : { outputTail }),
    ...(unbound.length === 0 ? {} : { unboundBreakpoints: unbound }),
    waitedMs: Math.round(Date.now() - since),
  };
}

function describeRun({ id, state, exitCode }: DebugSession): Omit<StopResult, 'waitedMs'> {
  if (state !== 'ended')
    return {
      event: 'running',
      session: id,
      hint: 'Wait with {tool:debug_wait_for_hit}, or stop the program with {tool:debug_pause}.',
    };
  if (exitCode === undefined) return { event: 'terminated', session: id };
  return { event: 'exited', session: id, exitCode };
}

async function describeStop(
  session: DebugSession,
  stop: Stop,
  context: ResultContext,
): Promise<Omit<StopResult, 'waitedMs'>> {
  const { frame } = stop;
  const exception = stop.reason === 'exception' ? await exceptionOf(session, stop) : undefined;
  return {
    event: 'stopped',
    reason: stop.reason,
    ...(stop.raw === stop.reason ? {} : { rawReason: stop.raw }),
    session: session.id,
    ...(stop.threadId === undefined ? {} : { thread: stop.threadId }),
    ...(frame ? await placeOf(stop.seq, frame, context) : {}),
    ...(stop.hitBreakpoints.length === 0 ? {} : { hitBreakpoints: [...stop.hitBreakpoints] }),
    ...(exception ? { exception } : {}),
  };
}

async function placeOf(seq: number, frame: DebugProtocol.StackFrame, { host, shown }: ResultContext) {
  const path = frame.source?.path;
  const name = { frame: reference(seq, frame.id), function: frame.name };
  if (path === undefined) return name;
  const sourceLines = await linesAround(host, path, frame.line);
  return {
    ...name,
    file: shown(path),
    line: frame.line,
    ...(frame.column > 0 ? { column: frame.column } : {}),
    ...(sourceLines.length === 0 ? {} : { sourceLines }),
  };
}

/** Empty for a file that cannot be read, such as one inside the runtime. */
export async function linesAround(
  host: EditorHost,
  path: string,
  line: number,
  around = LINES_AROUND,
): Promise<SourceLine[]> {
  const text = await host.workspace.readText(path).catch(() => '');
  const lines = text.split(/\r\n|\n|\r/);
  const first = Math.max(1, line - around);
  return lines.slice(first - 1, line + around).map((content, index) => ({
    n: first + index,
    text: cut(content),
    ...(first + index === line ? { current: true as const } : {}),
  }));
}

async function exceptionOf(session: DebugSession, { threadId, description, raw, text }: Stop) {
  const described = { id: description ?? raw, message: text ?? '' };
  if (!session.capabilities.supportsExceptionInfoRequest || threadId === undefined)
    return shownException(described);
  try {
    const body = await session.send('exceptionInfo', { threadId }, { timeoutMs: EXCEPTION_TIMEOUT_MS });
    const info = body as DebugProtocol.ExceptionInfoResponse['body'];
    const message = info.details?.message ?? info.description ?? described.message;
    return shownException({ id: info.exceptionId, message });
  } catch {
    return shownException(described);
  }
}

/** js-debug gives `TypeError: reason` as the id. */
function shownException({ id, message }: { readonly id: string; readonly message: string }) {
  const [, type, reason] = /^([\w.$]+): (.*)$/s.exec(id) ?? [];
  const isWhole = message === '' && type !== undefined && reason !== undefined;
  return isWhole ? { id: type, message: maskText(reason) } : { id, message: maskText(message) };
}

/** Breakpoints that no adapter of this session has bound, with the reason it gave. */
function unboundBreakpoints(
  { type, dapIds }: DebugSession,
  { breakpoints, shown }: ResultContext,
): UnboundBreakpoint[] {
  return breakpoints.list().flatMap(({ id, location, isEnabled }) => {
    const said = breakpoints.said(id, dapIds);
    if (!isEnabled || said.some(({ verified }) => verified)) return [];
    const message = said.at(-1)?.message ?? `The ${type} adapter found no code for it in what was loaded.`;
    const place =
      location.kind === 'line'
        ? { file: shown(location.path), line: location.line }
        : { function: location.function };
    return [{ id, ...place, message }];
  });
}

function cut(text: string): string {
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;
}
