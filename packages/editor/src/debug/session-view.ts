import type { DebugProtocol } from '@vscode/debugprotocol';
import type { SourceLine } from '../generated/types.ts';
import type { EditorHost } from '../host.ts';
import { frameScopes, READ_MS } from './frame-scopes.ts';
import { reference, resolveReference } from './references.ts';
import type { DebugSession } from './session.ts';
import { isUserFrame } from './stop.ts';
import { linesAround } from './stop-result.ts';
import { childrenOf, type VariableNode } from './variables.ts';

/** A session as a person or a subscribed client sees it, without changing anything. */
export interface SessionSummary {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly state: 'starting' | 'running' | 'stopped' | 'ended';
  readonly parent?: string;
  readonly startedAt: string;
  readonly reason?: string;
  readonly file?: string;
  readonly line?: number;
  readonly exitCode?: number;
  /** The client it belongs to; shown to a person only. */
  readonly owner?: string;
}

export interface FrameView {
  readonly frame: string;
  readonly function: string;
  readonly file?: string;
  readonly line?: number;
  /** Of the runtime or a library. */
  readonly internal?: true;
}

export interface VariableView {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  /** Where it has children. */
  readonly ref?: string;
  readonly redacted?: true;
}

export interface ScopeView {
  readonly name: string;
  readonly variables: readonly VariableView[];
  /** Not read yet, because it is expensive or large. */
  readonly ref?: string;
}

/** One frame of a stopped program. */
export interface PlaceView {
  readonly file?: string;
  readonly sourceLines: readonly SourceLine[];
  readonly scopes: readonly ScopeView[];
}

export interface SessionView extends SessionSummary {
  /** What the adapter says about the stop, such as the text of an exception. */
  readonly description?: string;
  readonly frames: readonly FrameView[];
  readonly place?: PlaceView;
  readonly output: readonly { readonly seq: number; readonly category: string; readonly text: string }[];
}

export interface ViewOptions {
  readonly host: EditorHost;
  readonly signal: AbortSignal;
  /** Lines of source before and after the current one. */
  readonly around: number;
  readonly outputLines: number;
  /** Whether frames of the runtime and of libraries are shown. */
  readonly hasInternals: boolean;
  shown(path: string): string;
}

const MOST_FRAMES = 30;
const MOST_VARIABLES = 100;
const LONGEST_VALUE = 300;

export function summaryOf(session: DebugSession, shown: (path: string) => string): SessionSummary {
  const { id, name, type, state, parent, startedAt, stop, exitCode } = session;
  const path = stop?.frame?.source?.path;
  return {
    id,
    name,
    type,
    state,
    startedAt: new Date(startedAt).toISOString(),
    ...(parent === undefined ? {} : { parent }),
    ...(stop ? { reason: stop.reason } : {}),
    ...(path === undefined ? {} : { file: shown(path), line: stop?.frame?.line ?? 0 }),
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

export async function viewSession(session: DebugSession, options: ViewOptions): Promise<SessionView> {
  const { stop } = session;
  const description = stop?.text ?? stop?.description;
  const frames = stop ? await readFrames(session, options) : [];
  const top = frames.find(({ id }) => id === stop?.frame?.id) ?? frames[0];
  return {
    ...summaryOf(session, options.shown),
    ...(description === undefined ? {} : { description }),
    frames: shownFrames(frames, options).map((frame) => frameView(frame, stop?.seq ?? 0, options)),
    ...(top ? { place: await viewPlace(session, top, options) } : {}),
    output: [...session.output.since(0)]
      .slice(-options.outputLines)
      .map(({ seq, category, text }) => ({ seq, category, text })),
  };
}

/** The source and variables of one frame, by its reference. E_STALE_REFERENCE. */
export async function viewFrame(
  session: DebugSession,
  ref: string,
  options: ViewOptions,
): Promise<PlaceView> {
  const id = resolveReference(session, ref, 'frame');
  const frame = (await readFrames(session, options)).find((one) => one.id === id);
  return frame ? viewPlace(session, frame, options) : { sourceLines: [], scopes: [] };
}

/** The children of a variable or scope, by its reference. E_STALE_REFERENCE. */
export async function viewVariables(
  session: DebugSession,
  ref: string,
  signal: AbortSignal,
): Promise<readonly VariableView[]> {
  return variablesOf(session, resolveReference(session, ref, 'variable'), signal);
}

/** A program that runs on while it is read has no frames. */
async function readFrames(session: DebugSession, { signal }: ViewOptions) {
  const args = { threadId: session.stop?.threadId, startFrame: 0, levels: MOST_FRAMES };
  try {
    const body = await session.send('stackTrace', args, { signal, timeoutMs: READ_MS });
    return (body as DebugProtocol.StackTraceResponse['body']).stackFrames;
  } catch {
    return [];
  }
}

/** A person may look into the runtime; a client reads its own code. */
function shownFrames(
  frames: readonly DebugProtocol.StackFrame[],
  { hasInternals }: ViewOptions,
): readonly DebugProtocol.StackFrame[] {
  const own = frames.filter(isUserFrame);
  return hasInternals || own.length === 0 ? frames : own;
}

function frameView(frame: DebugProtocol.StackFrame, seq: number, { shown }: ViewOptions): FrameView {
  const path = frame.source?.path;
  return {
    frame: reference(seq, frame.id),
    function: frame.name,
    ...(path === undefined ? {} : { file: shown(path), line: frame.line }),
    ...(isUserFrame(frame) ? {} : { internal: true }),
  };
}

async function viewPlace(
  session: DebugSession,
  frame: DebugProtocol.StackFrame,
  options: ViewOptions,
): Promise<PlaceView> {
  const path = frame.source?.path;
  const lines = path === undefined ? [] : linesAround(options.host, path, frame.line, options.around);
  const [sourceLines, scopes] = await Promise.all([lines, readScopes(session, frame.id, options.signal)]);
  return { ...(path === undefined ? {} : { file: options.shown(path) }), sourceLines, scopes };
}

async function readScopes(session: DebugSession, frameId: number, signal: AbortSignal): Promise<ScopeView[]> {
  const { stop } = session;
  if (!stop) return [];
  const scopes = await frameScopes({ session, stop, frameId }, signal).catch(() => []);
  return Promise.all(
    scopes.map(async ({ kind, scope }): Promise<ScopeView> => {
      const { name, expensive, variablesReference } = scope;
      if (expensive || kind !== 'local')
        return { name, variables: [], ref: reference(stop.seq, variablesReference) };
      return { name, variables: await variablesOf(session, variablesReference, signal).catch(() => []) };
    }),
  );
}

async function variablesOf(session: DebugSession, ref: number, signal: AbortSignal): Promise<VariableView[]> {
  const seq = session.stop?.seq ?? 0;
  const window = { start: 0, count: MOST_VARIABLES, kind: 'all' } as const;
  const { nodes } = await childrenOf(session, { ref }, window, signal);
  return nodes.map((node) => variableView(node, seq));
}

function variableView({ name, value, type, ref, isMasked }: VariableNode, seq: number): VariableView {
  return {
    name,
    value: value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value,
    ...(type === undefined ? {} : { type }),
    ...(ref === 0 ? {} : { ref: reference(seq, ref) }),
    ...(isMasked ? { redacted: true } : {}),
  };
}
