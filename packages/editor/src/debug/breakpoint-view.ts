import type { EditorContext } from '../context.ts';
import type { Breakpoint } from '../generated/types.ts';
import type { CallerBreakpoint } from './breakpoints.ts';

/** A breakpoint as an agent reads it. */
export function breakpointView(
  breakpoint: CallerBreakpoint,
  { shown }: Pick<EditorContext, 'shown'>,
  content?: string,
): Breakpoint {
  const { id, location, condition, hitCondition, logMessage, group, message, verified, hits, owner } =
    breakpoint;
  return {
    id,
    kind: location.kind,
    ...placeOf(breakpoint, shown),
    content,
    condition,
    hitCondition,
    logMessage,
    group,
    enabled: breakpoint.isEnabled,
    verified,
    message: verified === true ? undefined : message,
    hits,
    owner,
  };
}

function placeOf({ location, boundLine, requestedLine }: CallerBreakpoint, shown: EditorContext['shown']) {
  if (location.kind === 'function') return { function: location.function, line: boundLine };
  const line = boundLine ?? location.line;
  const asked = requestedLine ?? location.line;
  return {
    path: shown(location.path),
    line,
    column: location.column,
    requestedLine: asked === line ? undefined : asked,
    moved: asked === line ? undefined : true,
  };
}
