import type { EditorContext } from '../../context.ts';
import type { CallerBreakpoint } from '../../debug/breakpoints.ts';
import { begin, resultOf, runUntilStop } from '../../debug/run.ts';
import type { DebugSession } from '../../debug/session.ts';
import { placeByLine } from '../../debug/source-place.ts';
import { editorErrors } from '../../errors.ts';
import type { StopResult } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

/** Scripts are loaded while the program runs, so an unbound breakpoint may still be bound. */
const LOADS_LATER = /node|chrome|msedge|python|debugpy/;

export const handle: Handler<'debug_run_to_line'> = async (input, context) => {
  const { session } = context.sessions.getStopped(input.session);
  const path = context.path(input.path);
  placeByLine(await context.host.workspace.readText(path), input.line, context.shown(path));
  const { breakpoints } = context;
  const location = { kind: 'line', path, line: input.line } as const;
  const temporary = await breakpoints.put({ location, isEnabled: true });
  try {
    assertBound(session, temporary, context);
    const started = begin(session);
    const stopped = await runUntilStop(session, context, { command: 'continue', timeoutMs: input.timeoutMs });
    return withoutTemporary(await resultOf(stopped, context, started), temporary.id);
  } finally {
    await breakpoints.remove([temporary.id]);
  }
};

function assertBound(
  session: DebugSession,
  { id, location }: CallerBreakpoint,
  { breakpoints, shown }: EditorContext,
) {
  const said = breakpoints.said(id, session.dapIds);
  if (said.some(({ verified }) => verified) || said.length === 0 || LOADS_LATER.test(session.type)) return;
  if (location.kind !== 'line') return;
  const message = said.at(-1)?.message;
  throw editorErrors.fail(
    'E_INVALID_LINE',
    `The program cannot stop at ${shown(location.path)}:${location.line}${message ? `: ${message}` : '.'}`,
    { hint: 'Use the line of a statement close to it.' },
  );
}

function withoutTemporary(result: StopResult, id: string): StopResult {
  if (!result.hitBreakpoints?.includes(id)) return result;
  const hitBreakpoints = result.hitBreakpoints.filter((other) => other !== id);
  if (hitBreakpoints.length > 0) return { ...result, hitBreakpoints };
  return { ...result, reason: 'line reached', rawReason: result.reason, hitBreakpoints: undefined };
}
