import type { DebugProtocol } from '@vscode/debugprotocol';
import type { EditorContext } from '../context.ts';
import { editorErrors } from '../errors.ts';
import { resolveReference } from './references.ts';
import type { DebugSession } from './session.ts';
import type { Stop } from './stop.ts';

/** A frame of a stopped program. */
export interface StoppedFrame {
  readonly session: DebugSession;
  readonly stop: Stop;
  readonly frameId: number;
}

export type ScopeKind = 'local' | 'closure' | 'global' | 'registers';

export interface FrameScope {
  readonly kind: ScopeKind;
  readonly scope: DebugProtocol.Scope;
}

/** How long an adapter may take for one request that only reads. */
export const READ_MS = 8_000;

/** The frame that a call names, else the one where the program stopped. */
export function stoppedFrame(
  { sessions }: Pick<EditorContext, 'sessions'>,
  { session: id, frame }: { readonly session?: string | undefined; readonly frame?: string | undefined },
): StoppedFrame {
  const { session, stop } = sessions.getStopped(id);
  const frameId = frame === undefined ? stop.frame?.id : resolveReference(session, frame, 'frame');
  if (frameId !== undefined) return { session, stop, frameId };
  throw editorErrors.fail('E_UNSUPPORTED_CAPABILITY', `The ${session.type} adapter shows no frame here.`, {
    hint: 'Pass {param:frame} with a frame of {tool:stack_get}, or call {tool:debug_step_out}.',
  });
}

export async function frameScopes(
  { session, frameId }: StoppedFrame,
  signal: AbortSignal,
): Promise<readonly FrameScope[]> {
  const body = await session.send('scopes', { frameId }, { signal, timeoutMs: READ_MS });
  return classify((body as DebugProtocol.ScopesResponse['body']).scopes);
}

/** `module` scopes are the frame's own at the top level of a file, and closures in a function. */
export function classify(scopes: readonly DebugProtocol.Scope[]): readonly FrameScope[] {
  const named = scopes.map((scope) => ({ scope, kind: kindOf(scope) }));
  const hasLocals = named.some(({ kind }) => kind === 'local');
  return named.map(({ scope, kind }) => ({
    scope,
    kind: kind === 'module' ? (hasLocals ? 'closure' : 'local') : kind,
  }));
}

function kindOf({ name, presentationHint }: DebugProtocol.Scope): ScopeKind | 'module' {
  if (presentationHint === 'registers' || /^registers?\b/i.test(name)) return 'registers';
  if (presentationHint === 'locals' || presentationHint === 'arguments') return 'local';
  if (/^(module|script)\b/i.test(name)) return 'module';
  if (/^(closure|nonlocals?|with)\b/i.test(name)) return 'closure';
  if (/^(globals?|statics?)\b/i.test(name)) return 'global';
  return 'local';
}

/** The scopes of one kind. E_UNSUPPORTED_CAPABILITY where the frame has none. */
export function scopesOfKind(
  scopes: readonly FrameScope[],
  kind: 'local' | 'closure' | 'global' | 'all',
  adapter: string,
): readonly FrameScope[] {
  const wanted = scopes.filter((scope) => kind === 'all' || scope.kind === kind);
  if (wanted.length > 0) return wanted;
  const names = scopes.map(({ kind, scope }) => `${scope.name} (${kind})`).join(', ') || 'none';
  throw editorErrors.fail(
    'E_UNSUPPORTED_CAPABILITY',
    `The ${adapter} adapter shows no ${kind} scope in this frame. It shows: ${names}.`,
  );
}
